import type { Act } from '../decide/act.js'
import type { Decision } from '../decide/decide.js'
import type { MirrorPosition } from '../decide/mirror.js'
import type { DayReport, DaySpan } from '../domain/day.js'
import type { EntryState, ListedEntry } from '../domain/entry.js'
import type { PauseReason, PauseScope } from '../domain/outcome.js'
import type { UnusedNumber } from '../domain/receipt.js'
import { labelUnindexed, type Plan, recountUnknownRows, acknowledgeLosses, turnLog } from './store/index.js'
import type { AuditContent, Store } from './seal/index.js'
import { act, type Guard, listUnusedNumbers, pause, resume } from './queue/index.js'
import {
  type EntryFilter,
  type KeptReceipt,
  list,
  listReceipts,
  listWaiting,
  type Mirrored,
  type MirrorEnd,
  type News,
  type Position,
  readDay,
  readMirrorEnd,
  readNews,
  type ReceiptFilter,
  type Verification,
  verify,
  watchErased,
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
  type MirrorCopy,
  nameService,
  openForMirror,
  readHandOver,
  retireHandOvers,
  type Seal,
  type Transfer,
  type TransferHead,
} from './transfer/index.js'
import {
  exportAudit,
  signCheckpoint,
  signDue,
  type SignedCheckpoint,
  type SigningFacts,
} from './checkpoints.js'
import { type FirstJournal, openFirst, type OpenedJournal } from './first.js'
import { readAges } from './ages.js'
import { createLoopDeps, type LoopDeps, replayPlan } from './loop.js'
import type { JournalOptions } from './open.js'

interface PageDeps {
  act(id: string, action: Act, now: number, seen?: number, guard?: Guard): Promise<Decision>
  list(filter?: EntryFilter): Promise<ListedEntry[]>
  listReceipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  listUnusedNumbers(): Promise<UnusedNumber[]>
  readDay(span: DaySpan): Promise<DayReport>
  copyUnsettled(head: TransferHead, giveWay?: () => Promise<void>): Promise<Transfer>
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
  readMirrorEnd(after?: MirrorPosition): Promise<MirrorEnd>
  listWaiting(state: EntryState, after: number): Promise<Mirrored[]>
  openForMirror(waiting: readonly Mirrored[], mayKeepSecrets: boolean): Promise<MirrorCopy[]>
  /** Ends the losses of the database that a person has taken note of, on record. */
  acknowledgeLosses(verdict: { by: string; reason: string }, now: number): Promise<void>
  verify(): Promise<Verification>
  /** Signs what is new or has changed, if it is enough for a checkpoint. */
  signDue(facts: SigningFacts): Promise<void>
  /** Signs what is new or has changed; returns the checkpoint. */
  signCheckpoint(facts: SigningFacts): Promise<SignedCheckpoint>
  /** Signs the whole journal; returns all of it, to be checked without the till. */
  exportAudit(facts: SigningFacts): Promise<AuditContent>
  endPause(scope: PauseScope, reason: PauseReason): Promise<void>
  pause(now: number, by?: string): Promise<void>
  resume(): Promise<void>
  readNews(after: Position): Promise<News>
}

/** All methods of the till's journal. The replay loop sees only its own part. */
export interface TillJournal extends FirstJournal, LoopDeps, PageDeps {
  /** Makes Chromium leave a log that may be torn. Rejects never. */
  turnLog(): Promise<void>
  /** Reports of how many entries retention has erased something, now and whenever it erases more, in any context. */
  watchErased(report: (count: number) => void, fail: (error: unknown) => void): () => void
}

const pagePlan: Plan<keyof PageDeps> = {
  reading: [
    'list',
    'listReceipts',
    'listUnusedNumbers',
    'readDay',
    'copyUnsettled',
    'listHandOvers',
    'readHandOver',
    'listMoved',
    'verify',
    'readNews',
    'readMirrorEnd',
    'listWaiting',
    'openForMirror',
  ],
  // What they have written is recognised.
  repeatable: [
    'importTransfer',
    'acknowledgeHandOver',
    'signDue',
    'signCheckpoint',
    'exportAudit',
    'acknowledgeLosses',
  ],
  // A method that promises something new must leave the last space to earlier promises.
  promising: ['importTransfer'],
  patient: [],
}

/** Opens the till's database with all its methods; creates it if it does not exist. */
export async function openJournal(name: string, options: JournalOptions = {}): Promise<TillJournal> {
  return completeJournal(await openFirst(name, options), options.rest)
}

/** Adds the methods that are loaded later. */
export function completeJournal(
  { first, store, protect, watch }: OpenedJournal,
  rest?: JournalOptions['rest'],
): TillJournal {
  void labelUnknownRows(store.database, rest)
  return {
    ...protect(createLoopDeps(store), replayPlan),
    ...protect(createPageDeps(store, rest), pagePlan),
    ...first,
    turnLog: () => turnLog(store.database, rest),
    watchErased: (report, fail) =>
      watch((tell, failed) => watchErased(store.database, tell, failed), { report, fail }),
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

function createPageDeps(store: Store, rest: JournalOptions['rest']): PageDeps {
  const { database } = store
  return {
    async act(id, action, now, seen, guard) {
      const decision = await act(store, { id, action, now, seen }, guard)
      await retireQuietly(database)
      return decision
    },
    list: (filter) => list(store, filter),
    listReceipts: (filter) => listReceipts(store, filter),
    listUnusedNumbers: () => listUnusedNumbers(database),
    readDay: (span) => readDay(database, span),
    copyUnsettled: async (head, giveWay) => copyUnsettled(store, await nameService(store, head), giveWay),
    handOver: async (head, verdict, seal) => handOver(store, await nameService(store, head), verdict, seal),
    listHandOvers: () => listHandOvers(database),
    readHandOver: (file) => readHandOver(database, file),
    listMoved: (file) => listMoved(database, file),
    acknowledgeHandOver: (file, verdict, now) => acknowledgeHandOver(database, file, verdict, now),
    async importTransfer(transfer, how) {
      const ages = await readAges(database)
      const imported = await importTransfer(store, transfer, { ...how, countedMs: ages?.counted.passedMs })
      await retireQuietly(database)
      return imported
    },
    readMirrorEnd: (after) => readMirrorEnd(store, after),
    listWaiting: (state, after) => listWaiting(database, state, after),
    openForMirror: (waiting, mayKeepSecrets) => openForMirror(store, waiting, mayKeepSecrets),
    acknowledgeLosses: (verdict, now) => acknowledgeLosses(database, verdict, now),
    verify: () => verify(store),
    signDue: (facts) => signDue(store, facts, rest),
    signCheckpoint: (facts) => signCheckpoint(store, facts),
    exportAudit: (facts) => exportAudit(store, facts),
    pause: (now, by) => pause(database, now, by),
    resume: () => resume(database),
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
