import type { Journal, Run } from '../ports.js'
import type { Plan } from './store/index.js'
import { find, type Store, readSetting } from './seal/index.js'
import { beat, begin, createTurns, end, findBase, freeze, isAtRest, readRun } from './queue/index.js'
import { tidy } from './retention.js'

/** The methods of the journal for a replay, and the settings that a page has written for it. */
export interface LoopDeps extends Journal {
  /** Throws if the journal belongs to a service at another address. */
  begin(now: number, agedBefore?: number, address?: string): Promise<Run>
  readSetting(name: string): Promise<unknown>
}

export const replayPlan: Plan<keyof LoopDeps> = {
  reading: ['isAtRest', 'find', 'findBase', 'readRun', 'readSetting'],
  repeatable: [],
  promising: [],
  // These methods record answers, or follow the start of an attempt: their failure makes the outcome unknown.
  patient: ['turn', 'freeze'],
}

export function createLoopDeps(store: Store): LoopDeps {
  const { database, service } = store
  return {
    isAtRest: () => isAtRest(database),
    begin: (now, agedBefore, address = service?.address) => begin(database, now, agedBefore, address),
    turn: createTurns(store),
    beat: (run, now) => beat(database, run, now),
    readRun: () => readRun(database),
    end: (run, now) => end(database, run, now),
    tidy: (keeping, now, serviceNow) => tidy(store, keeping, now, serviceNow),
    find: (id) => find(store, id),
    freeze: (claim, body) => freeze(store, claim, body),
    findBase: (ticket, request) => findBase(store, ticket, request),
    readSetting: (name) => readSetting(store, name),
  }
}
