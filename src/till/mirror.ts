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
  clock: Pick<Clock, 'now' | 'after'>
}

/** Copies what is unresolved, within a second, to where the browser does not keep its databases. */
export interface Mirroring {
  /** Resolves once what is in the journal now is in the mirror too, or cannot be written there. */
  catchUp: () => Promise<void>
  /** Of a till that is closed: copies what has changed last. Rejects never. */
  finish: () => Promise<void>
}

/** Follows the status, and copies after each change of what is saved. */
export function startMirroring(deps: MirroringDeps): Mirroring {
  const { journal, store, status, storage, clock } = deps
  const writer = new MirrorWriter(deps)
  /** Not every browser has a place for files. */
  let hasPlace = true
  /** Of a closed till nothing is told any more. */
  let isClosed = false
  let listing: Promise<void> | undefined

  const catchUp = createFollower(async () => {
    if (!hasPlace) return
    try {
      await noteFormer()
      const step = () => writer.step(storage.isLow)
      while ((await store.alone(step)) === 'more') if (!isClosed) await clock.after(pauseMs).over
      if (!isClosed) storage.noteFault('mirror')
    } catch (error) {
      noteFault(error)
    }
  })
  const noteFault = (error: unknown) => {
    if (hasPlace && !isClosed) storage.noteFault('mirror', error)
  }

  const unsubscribe = followSaving({ status, clock }, catchUp)
  const unwatch = watchErasing(journal, () => void catchUp())
  /** Lists what can be brought back, until that has succeeded once. */
  const noteFormer = () => {
    listing ??= listFormer(journal, store).then(
      (former) => {
        if (!isClosed) storage.noteKept(countKept(former))
      },
      (error: unknown) => {
        listing = undefined
        if (isWithoutPlace(error)) {
          hasPlace = false
          unsubscribe()
          unwatch()
          if (!isClosed) storage.noteKept(undefined)
        }
        throw error
      },
    )
    return listing
  }
  noteFormer().catch(noteFault)
  return {
    catchUp,
    finish() {
      isClosed = true
      unsubscribe()
      unwatch()
      return catchUp()
    },
  }
}

/** Copies hold no secrets longer than the journal does: what retention erases changes neither a count nor a history. */
function watchErasing(journal: Pick<TillJournal, 'watchErased'>, work: () => void): () => void {
  let last: number | undefined
  return journal.watchErased(
    (count) => {
      if (last !== undefined && count !== last) work()
      last = count
    },
    // The next change makes the mirror look.
    () => undefined,
  )
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
