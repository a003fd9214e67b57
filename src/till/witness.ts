import type { Witness } from '../decide/witness.js'
import type { FirstJournal } from '../journal/first.js'
import type { Taking } from '../journal/queue/index.js'
import type { WitnessStore } from '../platform/witness-store.js'
import type { Clock } from '../ports.js'
import { createFollower, followSaving } from './follower.js'
import type { StatusStore } from './status.js'
import type { StorageCare } from './storage.js'

interface WitnessingDeps {
  journal: Pick<FirstJournal, 'bearWitness'>
  store: WitnessStore
  status: StatusStore
  storage: StorageCare
  clock: Pick<Clock, 'now' | 'after'>
}

/** Writes outside the database, within a second, how it stands. */
export interface Witnessing {
  /** Resolves once a receipt number that was taken cannot be taken again after a loss. */
  cover: (taking: Taking, number: number) => Promise<void>
  /** Of a till that is closed: writes a last witness if anything has changed since the one before. Rejects never. */
  finish: () => Promise<void>
}

/** Follows the status, and writes a witness after each change of what is saved. */
export function startWitnessing({ journal, store, status, storage, clock }: WitnessingDeps): Witnessing {
  let last: Witness | undefined
  /** Of a closed till nothing is told any more. */
  let isClosed = false

  const write = createFollower(async () => {
    try {
      const witness = await journal.bearWitness(clock.now(), isClosed ? last : undefined)
      if (witness === last) return
      await store.write(witness)
      last = witness
      if (isClosed) return
      storage.noteLosses(witness.losses)
      storage.noteFault('witness')
    } catch (error) {
      if (!isClosed) storage.noteFault('witness', error)
    }
  })

  const unsubscribe = followSaving({ status, clock }, write)
  return {
    async cover({ sender }, number) {
      if (!(number < (last?.ceilings[sender] ?? 0))) await write()
    },
    finish() {
      isClosed = true
      unsubscribe()
      return write()
    },
  }
}
