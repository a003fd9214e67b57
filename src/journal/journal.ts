import type { Act } from '../decide/act.js'
import type { EntryState, ListedEntry } from '../domain/entry.js'
import { StorageRefused } from '../domain/errors.js'
import type { DayReport, DaySpan } from '../domain/day.js'
import type { PauseReason, PauseScope } from '../domain/outcome.js'
import type { UnusedNumber } from '../domain/receipt.js'
import type { Journal } from '../ports.js'
import { act } from './act.js'
import { append, type Guard } from './append.js'
import { connect, type Connection, type MakeRoom, type Standing } from './connection.js'
import { readDay } from './day.js'
import { copyUnsettled, handOver, type TransferHead } from './export.js'
import { findBase, freeze } from './freeze.js'
import { hold, letGo } from './hold.js'
import { importTransfer, type Import, type Imported } from './import.js'
import { watchState, watchSummary, type Summary } from './live.js'
import { migrate } from './migrate.js'
import { readEnd, readNews, type JournalEnd, type News, type Position } from './news.js'
import type { Draft, Store } from './prepare.js'
import { find, list, type EntryFilter } from './read.js'
import {
  listReceipts,
  listUnusedNumbers,
  takeNumber,
  type KeptReceipt,
  type ReceiptFilter,
  type Taking,
} from './receipts.js'
import { tidy } from './retention.js'
import { beat, begin, end, readRun } from './run.js'
import { readSetting, writeSetting } from './settings.js'
import { nameNameless } from './strangers.js'
import { readTally, recountStrays, type Counts } from './tally.js'
import type { Transfer } from './transfer.js'
import { turn } from './turn.js'
import { openVault, type Vault } from './vault.js'
import { verify, type Verification } from './verify.js'

/** What a journal does, each a promise. */
interface Doors extends Journal {
  append(draft: Draft, guard?: Guard): Promise<ListedEntry | undefined>
  act(id: string, deed: Act, now: number, seen?: number): Promise<void>
  list(filter?: EntryFilter): Promise<ListedEntry[]>
  listReceipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  takeNumber(taking: Taking): Promise<number>
  listUnusedNumbers(): Promise<UnusedNumber[]>
  readDay(span: DaySpan): Promise<DayReport>
  count(): Promise<Counts>
  copyUnsettled(head: TransferHead): Promise<Transfer>
  handOver(head: TransferHead, verdict: { by: string; reason: string }): Promise<Transfer>
  importTransfer(transfer: Transfer, how: Import): Promise<Imported>
  verify(): Promise<Verification>
  writeSetting(name: string, value: unknown): Promise<void>
  readSetting(name: string): Promise<unknown>
  endPause(scope: PauseScope, reason: PauseReason): Promise<void>
  hold(now: number, by?: string): Promise<void>
  letGo(): Promise<void>
  readEnd(): Promise<JournalEnd>
  readNews(after: Position): Promise<News>
}

/** All that the till's database can do. The replay loop sees only its own part of it. */
export interface TillJournal extends Doors {
  watchSummary(tell: (summary: Summary) => void, fail: (error: unknown) => void): () => void
  watchState(
    id: string,
    tell: (state: EntryState | undefined) => void,
    fail: (error: unknown) => void,
  ): () => void
  /** Tells how the database stands, now and at every change; returns how to stop. */
  onStanding(tell: (standing: Standing) => void): () => void
  /** Throws where the database is gone for good, so that nothing need be tried. */
  assertOpen(action: string): void
  close: () => void
}

/** What promises something new, and must leave the last room to what was promised before. */
const promising: readonly (keyof Doors)[] = ['append', 'takeNumber', 'importTransfer']

/** What carries answers that have come, or follows an operation's being taken up: failing here makes them unknown. */
const patient: readonly (keyof Doors)[] = ['turn', 'freeze']

/** What may be done twice without a difference: reading, and what is told apart by its id. */
const repeatable: readonly (keyof Doors)[] = [
  'append',
  'importTransfer',
  'find',
  'findBase',
  'readRun',
  'list',
  'listReceipts',
  'listUnusedNumbers',
  'readDay',
  'count',
  'copyUnsettled',
  'verify',
  'readSetting',
  'readEnd',
  'readNews',
]

/** How the keys of a database are had. */
export type VaultOpener = (database: Store['database']) => Promise<Vault>

/** What a journal is given: room when it runs out, and in tests a vault that is as predictable as they are. */
export interface JournalOptions {
  makeRoom?: MakeRoom
  openVault?: VaultOpener
}

/** Opens the till's database, creating it where it does not exist. */
export async function openJournal(name: string, options: JournalOptions = {}): Promise<TillJournal> {
  return composeJournal(await connect(name, { mayCreate: true, makeRoom: options.makeRoom }), options)
}

/** Opens the till's database where there is one. */
export async function openExistingJournal(
  name: string,
  options: JournalOptions = {},
): Promise<TillJournal | undefined> {
  const connection = await connect(name, { mayCreate: false, makeRoom: options.makeRoom })
  return connection && composeJournal(connection, options)
}

async function composeJournal(
  connection: Connection,
  { openVault: open = openVault }: JournalOptions,
): Promise<TillJournal> {
  const { database, watch, onStanding, assertOpen, close } = connection
  const store = await openStore(connection, open)
  return {
    ...connection.protect(createDoors(store), { repeatable, promising, patient }),
    watchSummary: (tell, fail) => watch(() => watchSummary(database, tell, fail)),
    watchState: (id, tell, fail) => watch(() => watchState(database, id, tell, fail), fail),
    onStanding,
    assertOpen,
    close,
  }
}

/** With its keys at hand and every row in the present format, or not at all. */
async function openStore({ database, close }: Connection, open: VaultOpener): Promise<Store> {
  try {
    const store = { database, vault: await open(database) }
    await migrate(store)
    await nameNameless(database)
    await recountStrays(database)
    return store
  } catch (error) {
    close()
    throw new StorageRefused('the till was not opened', error)
  }
}

function createDoors(store: Store): Doors {
  const { database } = store
  return {
    begin: (now, agedBefore) => begin(database, now, agedBefore),
    turn: (request) => turn(store, request),
    beat: (run, now) => beat(database, run, now),
    readRun: () => readRun(database),
    end: (run, now) => end(database, run, now),
    freeze: (claim, body) => freeze(store, claim, body),
    findBase: (ticket, request) => findBase(store, ticket, request),
    act: (id, deed, now, seen) => act(store, id, deed, now, seen),
    append: (draft, guard = { limits: {} }) => append(store, draft, guard),
    find: (id) => find(store, id),
    list: (filter) => list(store, filter),
    listReceipts: (filter) => listReceipts(store, filter),
    takeNumber: (taking) => takeNumber(database, taking),
    listUnusedNumbers: () => listUnusedNumbers(database),
    readDay: (span) => readDay(database, span),
    count: () => readTally(database),
    tidy: (retention, now) => tidy(store, retention, now),
    copyUnsettled: (head) => copyUnsettled(store, head),
    handOver: (head, verdict) => handOver(store, head, verdict),
    importTransfer: (transfer, how) => importTransfer(store, transfer, how),
    verify: () => verify(store),
    writeSetting: (name, value) => writeSetting(store, name, value),
    readSetting: (name) => readSetting(store, name),
    hold: (now, by) => hold(database, now, by),
    letGo: () => letGo(database),
    readEnd: () => readEnd(database),
    readNews: (after) => readNews(database, after),
    async endPause(scope, reason) {
      await database.pauses
        .where('scope')
        .equals(scope)
        .filter((pause) => 'reason' in pause && pause.reason === reason)
        .delete()
    },
  }
}
