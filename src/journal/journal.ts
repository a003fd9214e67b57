import { Dexie } from 'dexie'
import type { Act } from '../decide/act.js'
import { StorageRefused } from '../domain/errors.js'
import type { Journal } from '../ports.js'
import { act } from './act.js'
import { append, type Guard } from './append.js'
import { Database } from './database.js'
import { copyUnsettled, handOver, type TransferHead } from './export.js'
import { findBase, freeze } from './freeze.js'
import { importTransfer, type Import, type Imported } from './import.js'
import { watchState, watchSummary, type Summary } from './live.js'
import { migrate } from './migrate.js'
import type { Draft, Store } from './prepare.js'
import { find, list, type EntryFilter } from './read.js'
import {
  listReceipts,
  listUnusedNumbers,
  takeNumber,
  type KeptReceipt,
  type ReceiptFilter,
  type Taking,
  type UnusedNumber,
} from './receipts.js'
import { readTally, type Counts } from './tally.js'
import { tidy } from './retention.js'
import { readSetting, writeSetting } from './settings.js'
import { beat, begin, end, readRun } from './run.js'
import { turn } from './turn.js'
import type { Transfer } from './transfer.js'
import { openVault, type Vault } from './vault.js'
import { verify, type Verification } from './verify.js'
import type { PauseReason, PauseScope } from '../domain/outcome.js'
import type { EntryState, ListedEntry } from '../domain/entry.js'

/** All that the till's database can do. The replay loop sees only its own part of it. */
export interface TillJournal extends Journal {
  append(draft: Draft, guard?: Guard): Promise<ListedEntry | undefined>
  act(id: string, deed: Act, now: number, seen?: number): Promise<void>
  list(filter?: EntryFilter): Promise<ListedEntry[]>
  listReceipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  takeNumber(taking: Taking): Promise<number>
  listUnusedNumbers(): Promise<UnusedNumber[]>
  count(): Promise<Counts>
  copyUnsettled(head: TransferHead): Promise<Transfer>
  handOver(head: TransferHead, verdict: { by: string; reason: string }): Promise<Transfer>
  importTransfer(transfer: Transfer, how: Import): Promise<Imported>
  verify(): Promise<Verification>
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

/** How a vault is had; tests bring one that is as predictable as they are. */
export type VaultOpener = (database: Database) => Promise<Vault>

/** Opens the till's database, creating it where it does not exist. */
export async function openJournal(name: string, open: VaultOpener = openVault): Promise<TillJournal> {
  const database = new Database(name)
  try {
    await database.open()
    const store = { database, vault: await open(database) }
    await migrate(store)
    return createJournal(store)
  } catch (error) {
    database.close()
    throw new StorageRefused('the till was not opened', error)
  }
}

function createJournal(store: Store): TillJournal {
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
    count: () => readTally(database),
    tidy: (retention, now) => tidy(store, retention, now),
    copyUnsettled: (head) => copyUnsettled(store, head),
    handOver: (head, verdict) => handOver(store, head, verdict),
    importTransfer: (transfer, how) => importTransfer(store, transfer, how),
    verify: () => verify(store),
    watchSummary: (tell, fail) => watchSummary(database, tell, fail),
    watchState: (id, tell, fail) => watchState(database, id, tell, fail),
    writeSetting: (name, value) => writeSetting(store, name, value),
    readSetting: (name) => readSetting(store, name),
    async endPause(scope, reason) {
      await database.pauses
        .where('scope')
        .equals(scope)
        .filter((pause) => pause.reason === reason)
        .delete()
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
