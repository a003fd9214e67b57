import { countKept, type Segment } from '../decide/mirror.js'
import type { TillJournal } from '../journal/journal.js'
import { isWithoutPlace, type MirrorStore } from '../platform/mirror-store.js'
import type { Clock } from '../ports.js'
import { createFollower, followSaving, pauseMs } from './follower.js'
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

/** Follows the status, and copies after each change of what is saved. */
export function startMirroring(deps: MirroringDeps): Mirroring {
  const { journal, store, status, storage, clock } = deps
  const writer = new MirrorWriter(deps)
  let isStopped = false
  let listing: Promise<void> | undefined

  const catchUp = createFollower(async () => {
    if (isStopped) return
    try {
      await noteFormer()
      const step = () => writer.step(storage.isLow)
      while (!isGone() && (await store.alone(step)) === 'more') await clock.after(pauseMs).over
      storage.noteFault('mirror')
    } catch (error) {
      noteFault(error)
    }
  })
  const isGone = () => isStopped
  const noteFault = (error: unknown) => {
    // A closed till has no journal to read.
    if (!isStopped) storage.noteFault('mirror', error)
  }

  const unsubscribe = followSaving({ status, clock }, catchUp)
  const stop = () => {
    isStopped = true
    unsubscribe()
  }
  /** Lists what can be brought back, until that has succeeded once. */
  const noteFormer = () => {
    listing ??= listFormer(journal, store).then(
      (former) => {
        storage.noteKept(countKept(former))
      },
      (error: unknown) => {
        listing = undefined
        // Not every browser has a place for files.
        if (isWithoutPlace(error)) {
          stop()
          storage.noteKept(undefined)
        }
        throw error
      },
    )
    return listing
  }
  noteFormer().catch(noteFault)
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
