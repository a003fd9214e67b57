import { countKept, type Segment } from '../decide/mirror.js'
import type { TillJournal } from '../journal/journal.js'
import type { MirrorStore } from '../platform/mirror-store.js'
import type { Clock } from '../ports.js'
import { createFollower } from './follower.js'
import { MirrorWriter } from './mirror-writer.js'
import type { TillSetup } from './options.js'
import type { StatusStore } from './status.js'
import type { StorageCare } from './storage.js'

interface MirroringDeps {
  setup: Pick<TillSetup, 'mirror' | 'policy'>
  journal: TillJournal
  store: MirrorStore
  status: StatusStore
  storage: StorageCare
  clock: Pick<Clock, 'after'>
}

/** Copies what is unresolved, within a second, to where the browser does not keep its databases. */
export interface Mirroring {
  /** Resolves once what is in the journal now is in the mirror too, or cannot be written there. */
  catchUp: () => Promise<void>
  stop: () => void
}

/** A burst of changes is copied together; a hidden page's timers are slow, so it does not wait. */
const pauseMs = 500

/** Follows the status, and copies after each change of what is saved. */
export function startMirroring(deps: MirroringDeps): Mirroring {
  const { journal, store, status, storage, clock } = deps
  const writer = new MirrorWriter(deps)
  let isStopped = false
  let isDue = false
  let last: string | undefined

  const catchUp = createFollower(async () => {
    try {
      while (!isStopped && (await store.alone(() => writer.step())) === 'more')
        await clock.after(pauseMs).over
      storage.noteFault('mirror')
    } catch (error) {
      // A closed till has no journal to read.
      if (!isGone()) storage.noteFault('mirror', error)
    }
  })
  const isGone = () => isStopped

  async function catchUpSoon(): Promise<void> {
    if (isDue) return
    isDue = true
    if (document.visibilityState === 'visible') await clock.after(pauseMs).over
    isDue = false
    await catchUp()
  }

  const unsubscribe = status.subscribe(({ counts }) => {
    const present = JSON.stringify(counts)
    if (counts.queued === undefined || present === last) return
    last = present
    void catchUpSoon()
  })
  const stop = () => {
    isStopped = true
    unsubscribe()
  }
  listFormer(journal, store).then(
    (former) => {
      storage.noteKept(countKept(former))
    },
    // Not every browser has a place for files.
    stop,
  )
  return { catchUp, stop }
}

/** The segments that other databases, or a later state of this one, have left. */
export function listFormer(
  journal: Pick<TillJournal, 'readMirrorEnd'>,
  store: MirrorStore,
): Promise<Segment[]> {
  return store.alone(() => findFormer(journal, store))
}

/** The same for who has the mirror alone. */
export async function findFormer(
  journal: Pick<TillJournal, 'readMirrorEnd'>,
  store: MirrorStore,
): Promise<Segment[]> {
  const { epoch } = await journal.readMirrorEnd()
  const { segments } = await store.list()
  return segments.filter(({ head }) => head.epoch !== epoch)
}
