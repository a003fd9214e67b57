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
  stop: () => void
}

/** Follows the status, and writes a witness after each change of what is saved. */
export function startWitnessing({ journal, store, status, storage, clock }: WitnessingDeps): Witnessing {
  let ceilings: Witness['ceilings'] = {}
  let isStopped = false

  const isGone = () => isStopped
  const write = createFollower(async () => {
    if (isStopped) return
    try {
      const witness = await journal.bearWitness(clock.now())
      await store.write(witness)
      ceilings = witness.ceilings
      storage.noteLosses(witness.losses)
      storage.noteFault('witness')
    } catch (error) {
      // A closed till has no journal to read.
      if (!isGone()) storage.noteFault('witness', error)
    }
  })

  const unsubscribe = followSaving({ status, clock }, write)
  return {
    async cover({ sender }, number) {
      if (!(number < (ceilings[sender] ?? 0))) await write()
    },
    stop() {
      isStopped = true
      unsubscribe()
    },
  }
}
