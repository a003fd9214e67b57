import type { Journal } from '../ports.js'
import { connect, type Connection, type Plan } from './connection.js'
import { findBase, freeze } from './freeze.js'
import { openStore, type JournalOptions } from './open.js'
import type { Store } from './prepare.js'
import { find } from './read.js'
import { tidy } from './retention.js'
import { beat, begin, end, readRun } from './run.js'
import { readSetting } from './settings.js'
import { createTurns } from './turn.js'

/** What the replay asks of the journal, and what a page has written down for it. */
export interface LoopDoors extends Journal {
  readSetting(name: string): Promise<unknown>
}

/** As much of the till's database as a worker needs, and no more of the code. */
export interface ReplayJournal extends LoopDoors, Pick<Connection, 'onStanding'> {}

export const replayPlan: Plan<keyof LoopDoors> = {
  repeatable: ['find', 'findBase', 'readRun', 'readSetting'],
  promising: [],
  // They carry answers that have come, or follow an operation's being taken up: failing here makes them unknown.
  patient: ['turn', 'freeze'],
}

export function createLoopDoors(store: Store): LoopDoors {
  const { database } = store
  return {
    begin: (now, agedBefore) => begin(database, now, agedBefore),
    turn: createTurns(store),
    beat: (run, now) => beat(database, run, now),
    readRun: () => readRun(database),
    end: (run, now) => end(database, run, now),
    tidy: (retention, now) => tidy(store, retention, now),
    find: (id) => find(store, id),
    freeze: (claim, body) => freeze(store, claim, body),
    findBase: (ticket, request) => findBase(store, ticket, request),
    readSetting: (name) => readSetting(store, name),
  }
}

/** Opens the till's database for its replay alone, where there is one. */
export async function openReplayJournal(
  name: string,
  options: JournalOptions = {},
): Promise<ReplayJournal | undefined> {
  const connection = await connect(name, { mayCreate: false, makeRoom: options.makeRoom })
  if (!connection) return undefined
  const store = await openStore(connection, options)
  return {
    ...connection.protect(createLoopDoors(store), replayPlan),
    onStanding: connection.onStanding,
  }
}
