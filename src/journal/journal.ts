import { Dexie } from 'dexie'
import { StorageRefused } from '../domain/errors.js'
import type { Act } from '../decide/act.js'
import type { Journal } from '../ports.js'
import { act, findBase, freeze } from './act.js'
import { append, type Draft } from './append.js'
import { Database } from './database.js'
import { watchState, watchSummary, type Summary } from './live.js'
import { find, list, listReceipts, type EntryFilter, type KeptReceipt, type ReceiptFilter } from './read.js'
import { beat, begin, end, readRun } from './run.js'
import { turn } from './turn.js'
import type { PauseReason, PauseScope } from '../domain/outcome.js'
import type { EntryState, ListedEntry } from '../domain/entry.js'

/** All that the till's database can do. The replay loop sees only its own part of it. */
export interface TillJournal extends Journal {
  append(draft: Draft): Promise<ListedEntry | undefined>
  act(id: string, deed: Act, now: number): Promise<void>
  list(filter?: EntryFilter): Promise<ListedEntry[]>
  listReceipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  watchSummary(tell: (summary: Summary) => void, fail: (error: unknown) => void): () => void
  watchState(
    id: string,
    tell: (state: EntryState | undefined) => void,
    fail: (error: unknown) => void,
  ): () => void
  writeSetting(name: string, value: unknown): Promise<void>
  readSetting(name: string): Promise<unknown>
  endPause(scope: PauseScope, reason: PauseReason): Promise<void>
  close: () => void
}

/** Opens the till's database, creating it where it does not exist. */
export async function openJournal(name: string): Promise<TillJournal> {
  const database = new Database(name)
  try {
    await database.open()
  } catch (error) {
    throw new StorageRefused('the till was not opened', error)
  }
  return {
    begin: (now) => begin(database, now),
    turn: (request) => turn(database, request),
    beat: (run, now) => beat(database, run, now),
    readRun: () => readRun(database),
    end: (run, now) => end(database, run, now),
    freeze: (claim, body) => freeze(database, claim, body),
    findBase: (ticket, request) => findBase(database, ticket, request),
    act: (id, deed, now) => act(database, id, deed, now),
    append: (draft) => append(database, draft),
    find: (id) => find(database, id),
    list: (filter) => list(database, filter),
    listReceipts: (filter) => listReceipts(database, filter),
    watchSummary: (tell, fail) => watchSummary(database, tell, fail),
    watchState: (id, tell, fail) => watchState(database, id, tell, fail),
    async writeSetting(name, value) {
      await database.settings.put({ name, value })
    },
    async endPause(scope, reason) {
      await database.pauses
        .where('scope')
        .equals(scope)
        .filter((pause) => pause.reason === reason)
        .delete()
    },
    async readSetting(name) {
      return (await database.settings.get(name))?.value
    },
    close: () => {
      database.close()
    },
  }
}

/** Whether a till of this name was ever opened in this browser. */
export async function hasJournal(name: string): Promise<boolean> {
  return Dexie.exists(name)
}
