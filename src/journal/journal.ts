import type { Act } from '../decide/act.js'
import type { Journal } from '../ports.js'
import { act, findBase, freeze } from './act.js'
import { append, type Draft } from './append.js'
import { connect, type Connection, type MakeRoom, type Standing } from './connection.js'
import { watchState, watchSummary, type Summary } from './live.js'
import { find, list, listReceipts, type EntryFilter, type KeptReceipt, type ReceiptFilter } from './read.js'
import { begin, end, turn } from './turn.js'
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
  /** Tells how the database stands, now and at every change; returns how to stop. */
  onStanding(tell: (standing: Standing) => void): () => void
  /** Throws where the database is gone for good, so that nothing need be tried. */
  assertOpen(action: string): void
  close: () => void
}

type Doors = Omit<TillJournal, 'watchSummary' | 'watchState' | 'onStanding' | 'assertOpen' | 'close'>

/** What promises something new, and must leave the last room to what was promised before. */
const promising: readonly (keyof Doors)[] = ['append']

/** What may be done twice without a difference: reading, and appending, which is told apart by its id. */
const repeatable: readonly (keyof Doors)[] = [
  'append',
  'find',
  'findBase',
  'list',
  'listReceipts',
  'readSetting',
]

/** Opens the till's database, creating it where it does not exist. */
export async function openJournal(name: string, makeRoom?: MakeRoom): Promise<TillJournal> {
  return composeJournal(await connect(name, { mayCreate: true, makeRoom }))
}

/** Opens the till's database where there is one. */
export async function openExistingJournal(
  name: string,
  makeRoom?: MakeRoom,
): Promise<TillJournal | undefined> {
  const connection = await connect(name, { mayCreate: false, makeRoom })
  return connection && composeJournal(connection)
}

function composeJournal(connection: Connection): TillJournal {
  const { database, watch, onStanding, assertOpen, close } = connection
  const doors: Doors = {
    begin: (now) => begin(database, now),
    turn: (request) => turn(database, request),
    end: (run, now) => end(database, run, now),
    freeze: (claim, body) => freeze(database, claim, body),
    findBase: (ticket, request) => findBase(database, ticket, request),
    act: (id, deed, now) => act(database, id, deed, now),
    append: (draft) => append(database, draft),
    find: (id) => find(database, id),
    list: (filter) => list(database, filter),
    listReceipts: (filter) => listReceipts(database, filter),
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
  }
  return {
    ...connection.protect(doors, { repeatable, promising }),
    watchSummary: (tell, fail) => watch(() => watchSummary(database, tell, fail)),
    watchState: (id, tell, fail) => watch(() => watchState(database, id, tell, fail), fail),
    onStanding,
    assertOpen,
    close,
  }
}
