import type { Act } from '../decide/act.js'
import type { Decision } from '../decide/decide.js'
import type { DayReport, DaySpan } from '../domain/day.js'
import type { EntryState, ListedEntry } from '../domain/entry.js'
import type { PauseReason, PauseScope } from '../domain/outcome.js'
import type { UnusedNumber } from '../domain/receipt.js'
import {
  connect,
  type Connection,
  type Counts,
  labelUnindexed,
  type Plan,
  readTally,
  recountUnknownRows,
} from './store/index.js'
import type { Store } from './seal/index.js'
import {
  act,
  append,
  createWriteNew,
  type Draft,
  type Guard,
  listUnusedNumbers,
  pause,
  resume,
  takeNumber,
  type Taking,
} from './queue/index.js'
import {
  type EntryFilter,
  type JournalEnd,
  type KeptReceipt,
  list,
  listReceipts,
  type News,
  type Position,
  readDay,
  readEnd,
  readNews,
  type ReceiptFilter,
  type Rest,
  type Summary,
  type Verification,
  verify,
  watchState,
  watchSummary,
} from './views/index.js'
import {
  type Import,
  acknowledgeHandOver,
  copyUnsettled,
  handOver,
  type HandOverFacts,
  type Imported,
  importTransfer,
  listHandOvers,
  listMoved,
  nameService,
  readHandOver,
  retireHandOvers,
  type Seal,
  type Transfer,
  type TransferHead,
} from './transfer/index.js'
import { type JournalOptions, openStore } from './open.js'
import { createLoopDeps, type LoopDeps, replayPlan } from './replay-journal.js'
import { deleteSetting, writeSetting } from './settings.js'

interface PageDeps {
  append(draft: Draft, guard?: Guard): Promise<ListedEntry | undefined>
  act(id: string, action: Act, now: number, seen?: number, guard?: Guard): Promise<Decision>
  list(filter?: EntryFilter): Promise<ListedEntry[]>
  listReceipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  takeNumber(taking: Taking): Promise<number>
  listUnusedNumbers(): Promise<UnusedNumber[]>
  readDay(span: DaySpan): Promise<DayReport>
  count(): Promise<Counts>
  copyUnsettled(head: TransferHead): Promise<Transfer>
  handOver(
    head: TransferHead,
    verdict: { by: string; reason: string },
    seal: Seal,
  ): Promise<Uint8Array<ArrayBuffer>>
  listHandOvers(): Promise<HandOverFacts[]>
  readHandOver(file: string): Promise<Uint8Array<ArrayBuffer>>
  /** The ids of the entries of a hand-over that are still parked here as moved, in line. */
  listMoved(file: string): Promise<string[]>
  acknowledgeHandOver(file: string, verdict: { by: string; reason: string }, now: number): Promise<void>
  importTransfer(transfer: Transfer, how: Import): Promise<Imported>
  verify(): Promise<Verification>
  writeSetting(name: string, value: unknown): Promise<void>
  deleteSetting(name: string): Promise<void>
  endPause(scope: PauseScope, reason: PauseReason): Promise<void>
  pause(now: number, by?: string): Promise<void>
  resume(): Promise<void>
  readEnd(): Promise<JournalEnd>
  readNews(after: Position): Promise<News>
}

/** All methods of the till's journal. The replay loop sees only its own part. */
export interface TillJournal
  extends LoopDeps, PageDeps, Pick<Connection, 'onState' | 'assertOpen' | 'close'> {
  /** Waits for `rest` between two reads, if it is given. */
  watchSummary(report: (summary: Summary) => void, fail: (error: unknown) => void, rest?: Rest): () => void
  watchState(
    id: string,
    report: (state: EntryState | undefined) => void,
    fail: (error: unknown) => void,
  ): () => void
}

const pagePlan: Plan<keyof PageDeps> = {
  // Reads, and writes that are recognised by their id.
  repeatable: [
    'append',
    'importTransfer',
    'list',
    'listReceipts',
    'listUnusedNumbers',
    'readDay',
    'count',
    'copyUnsettled',
    'listHandOvers',
    'readHandOver',
    'listMoved',
    'acknowledgeHandOver',
    'verify',
    'readEnd',
    'readNews',
  ],
  // A method that promises something new must leave the last space to earlier promises.
  promising: ['append', 'takeNumber', 'importTransfer'],
  patient: [],
}

/** Opens the till's database; creates it if it does not exist. */
export async function openJournal(name: string, options: JournalOptions = {}): Promise<TillJournal> {
  const connection = await connect(name, { mayCreate: true, makeRoom: options.makeRoom })
  const { database, protect, watch, onState, assertOpen, close } = connection
  const store = await openStore(connection, options)
  void labelUnknownRows(database, options.rest)
  return {
    ...protect(createLoopDeps(store), replayPlan),
    ...protect(createPageDeps(store), pagePlan),
    watchSummary: (report, fail, rest = () => Promise.resolve()) =>
      watch(() => watchSummary(database, report, fail, rest)),
    watchState: (id, report, fail) => watch(() => watchState(database, id, report, fail), fail),
    onState,
    assertOpen,
    close,
  }
}

/** Runs in the background, so that opening a long journal does not wait for a search for rare damage. */
async function labelUnknownRows(
  database: Store['database'],
  rest: JournalOptions['rest'] = () => Promise.resolve(),
): Promise<void> {
  try {
    if (await labelUnindexed(database, rest)) await recountUnknownRows(database)
  } catch {
    // The next opening looks again.
  }
}

/** The main work is done even if the files cannot be checked now. */
async function retireQuietly(database: Store['database']): Promise<void> {
  // The next listing checks the files again.
  await retireHandOvers(database).catch(() => undefined)
}

function createPageDeps(store: Store): PageDeps {
  const { database } = store
  const writeNew = createWriteNew(store)
  return {
    async act(id, action, now, seen, guard) {
      const decision = await act(store, { id, action, now, seen }, guard)
      await retireQuietly(database)
      return decision
    },
    append: (draft, guard = { limits: {} }) => append(store, writeNew, draft, guard),
    list: (filter) => list(store, filter),
    listReceipts: (filter) => listReceipts(store, filter),
    takeNumber: (taking) => takeNumber(database, taking),
    listUnusedNumbers: () => listUnusedNumbers(database),
    readDay: (span) => readDay(database, span),
    count: () => readTally(database),
    copyUnsettled: async (head) => copyUnsettled(store, await nameService(store, head)),
    handOver: async (head, verdict, seal) => handOver(store, await nameService(store, head), verdict, seal),
    listHandOvers: () => listHandOvers(database),
    readHandOver: (file) => readHandOver(database, file),
    listMoved: (file) => listMoved(database, file),
    acknowledgeHandOver: (file, verdict, now) => acknowledgeHandOver(database, file, verdict, now),
    async importTransfer(transfer, how) {
      const imported = await importTransfer(store, transfer, how)
      await retireQuietly(database)
      return imported
    },
    verify: () => verify(store),
    writeSetting: (name, value) => writeSetting(store, name, value),
    deleteSetting: (name) => deleteSetting(store, name),
    pause: (now, by) => pause(database, now, by),
    resume: () => resume(database),
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
