import { connect, type Connection, createWitnessDeps, type WitnessDeps, witnessPlan } from './store/index.js'
import { createLoopDeps, type LoopDeps, replayPlan } from './loop.js'
import { migrate, relane } from './migrate.js'
import { type JournalOptions, openStore } from './open.js'

/** The part of the till's journal that a worker needs, so that it loads little code. */
export interface ReplayJournal extends LoopDeps, WitnessDeps, Pick<Connection, 'onState' | 'close'> {}

/** Opens the till's database for a replay only; returns undefined if it does not exist. */
export async function openReplayJournal(
  name: string,
  options: JournalOptions = {},
): Promise<ReplayJournal | undefined> {
  const connection = await connect(name, { mayCreate: false, makeRoom: options.makeRoom })
  if (!connection) return undefined
  const store = await openStore(connection, options, () => Promise.resolve({ migrate, relane }))
  const { database, protect } = connection
  return {
    ...protect(createLoopDeps(store), replayPlan),
    ...protect(createWitnessDeps(database), witnessPlan),
    onState: connection.onState,
    close: connection.close,
  }
}
