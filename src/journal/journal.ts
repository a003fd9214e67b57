import type { Act } from '../decide/act.js'
import type { EntryState, ListedEntry } from '../domain/entry.js'
import type { DayReport, DaySpan } from '../domain/day.js'
import type { PauseReason, PauseScope } from '../domain/outcome.js'
import type { UnusedNumber } from '../domain/receipt.js'
import { act } from './act.js'
import { append, type Guard } from './append.js'
import { connect, type Connection, type Plan } from './connection.js'
import { readDay } from './day.js'
import { copyUnsettled, handOver, type TransferHead } from './export.js'
import { hold, letGo } from './hold.js'
import { importTransfer, type Import, type Imported } from './import.js'
import { watchState, watchSummary, type Rest, type Summary } from './live.js'
import { readEnd, readNews, type JournalEnd, type News, type Position } from './news.js'
import { openStore, type JournalOptions } from './open.js'
import type { Draft, Store } from './prepare.js'
import { list, type EntryFilter } from './read.js'
import {
  listReceipts,
  listUnusedNumbers,
  takeNumber,
  type KeptReceipt,
  type ReceiptFilter,
  type Taking,
} from './receipts.js'
import { createLoopDoors, replayPlan, type LoopDoors } from './replay-journal.js'
import { writeSetting } from './settings.js'
import { nameNameless } from './strangers.js'
import { readTally, recountStrays, type Counts } from './tally.js'
import type { Transfer } from './transfer.js'
import { verify, type Verification } from './verify.js'

/** What people and pages do with a journal, each a promise. */
interface PageDoors {
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
  endPause(scope: PauseScope, reason: PauseReason): Promise<void>
  hold(now: number, by?: string): Promise<void>
  letGo(): Promise<void>
  readEnd(): Promise<JournalEnd>
  readNews(after: Position): Promise<News>
}

/** All that the till's database can do. The replay loop sees only its own part of it. */
export interface TillJournal
  extends LoopDoors, PageDoors, Pick<Connection, 'onStanding' | 'assertOpen' | 'close'> {
  /** Between two looks it rests, where it is told how. */
  watchSummary(tell: (summary: Summary) => void, fail: (error: unknown) => void, rest?: Rest): () => void
  watchState(
    id: string,
    tell: (state: EntryState | undefined) => void,
    fail: (error: unknown) => void,
  ): () => void
}

const pagePlan: Plan<keyof PageDoors> = {
  // Reading, and what is told apart by its id.
  repeatable: [
    'append',
    'importTransfer',
    'list',
    'listReceipts',
    'listUnusedNumbers',
    'readDay',
    'count',
    'copyUnsettled',
    'verify',
    'readEnd',
    'readNews',
  ],
  // What promises something new must leave the last room to what was promised before.
  promising: ['append', 'takeNumber', 'importTransfer'],
  patient: [],
}

/** Opens the till's database, creating it where it does not exist. */
export async function openJournal(name: string, options: JournalOptions = {}): Promise<TillJournal> {
  const connection = await connect(name, { mayCreate: true, makeRoom: options.makeRoom })
  const { database, protect, watch, onStanding, assertOpen, close } = connection
  const store = await openStore(connection, options)
  void seekNameless(database, options.rest)
  return {
    ...protect(createLoopDoors(store), replayPlan),
    ...protect(createPageDoors(store), pagePlan),
    watchSummary: (tell, fail, rest = () => Promise.resolve()) =>
      watch(() => watchSummary(database, tell, fail, rest)),
    watchState: (id, tell, fail) => watch(() => watchState(database, id, tell, fail), fail),
    onStanding,
    assertOpen,
    close,
  }
}

/** In its own time: whoever opens a long journal is not to wait for damage that is hardly ever there. */
async function seekNameless(
  database: Store['database'],
  rest: JournalOptions['rest'] = () => Promise.resolve(),
): Promise<void> {
  try {
    if (await nameNameless(database, rest)) await recountStrays(database)
  } catch {
    // The next opening looks again.
  }
}

function createPageDoors(store: Store): PageDoors {
  const { database } = store
  return {
    act: (id, deed, now, seen) => act(store, id, deed, now, seen),
    append: (draft, guard = { limits: {} }) => append(store, draft, guard),
    list: (filter) => list(store, filter),
    listReceipts: (filter) => listReceipts(store, filter),
    takeNumber: (taking) => takeNumber(database, taking),
    listUnusedNumbers: () => listUnusedNumbers(database),
    readDay: (span) => readDay(database, span),
    count: () => readTally(database),
    copyUnsettled: (head) => copyUnsettled(store, head),
    handOver: (head, verdict) => handOver(store, head, verdict),
    importTransfer: (transfer, how) => importTransfer(store, transfer, how),
    verify: () => verify(store),
    writeSetting: (name, value) => writeSetting(store, name, value),
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
