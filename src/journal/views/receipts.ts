import { Dexie } from 'dexie'
import type { EntryState, ListedEntry } from '../../domain/entry.js'
import { pickGiven } from '../../domain/given.js'
import {
  type Database,
  type EntryRow,
  hasReceipt,
  isSoundReceipt,
  readUnfiled,
  type ReceiptRow,
  rowsToEntries,
  rowToReceipt,
  type Store,
  type Unfiled,
} from './below.js'
import { clampLimit, listRows, takeNewest } from './read.js'

/** Which receipts to list, newest first; a missing field does not filter. */
export interface ReceiptFilter {
  /** A card's whole code. */
  card?: string
  number?: number
  /** By the date of issue on the receipt. */
  since?: Date
  until?: Date
  /** The state of the receipt's entry. */
  state?: EntryState
  limit?: number
  /** The id of the last receipt seen. */
  after?: string
}

/** A receipt as it was appended, and its entry. */
export interface KeptReceipt {
  id: string
  number?: number
  issueDate?: string
  total?: number
  entry?: ListedEntry
}

/** Receipts, newest first, each with its entry. */
export async function listReceipts(store: Store, filter: ReceiptFilter = {}): Promise<KeptReceipt[]> {
  const limit = clampLimit(filter.limit)
  const pairs =
    filter.card === undefined && filter.state === undefined
      ? await pairByReceipt(store, filter, limit)
      : await pairByEntry(store, filter, limit)
  const rows = pairs.flatMap(({ row }) => row ?? [])
  const byId = new Map((await rowsToEntries(store, rows)).map((entry) => [entry.id, entry]))
  return pairs.map(({ receipt }) => {
    const entry = byId.get(receipt.id)
    return { ...pickGiven(receipt, shownFacts), ...(entry && { entry }) } as KeptReceipt
  })
}

const shownFacts = ['id', 'number', 'issueDate', 'total'] as const

/** A receipt, filed or still with its entry. */
type Found = Omit<ReceiptRow, 'v' | 'n'>

interface Pair {
  receipt: Found
  row?: EntryRow | undefined
}

async function pairByReceipt({ database }: Store, filter: ReceiptFilter, limit: number): Promise<Pair[]> {
  const unfiled = (await readUnfiled(database)).reverse()
  const newest = listUnfiled(unfiled, filter).slice(0, limit)
  const ids = new Set(unfiled.map(({ id }) => id))
  const filed = newest.length < limit ? await findFiled(database, filter, limit, ids) : []
  const rows = await database.entries
    .where('id')
    .anyOf(filed.map(({ id }) => id))
    .toArray()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pairs = [...newest, ...filed.map((receipt) => ({ receipt, row: byId.get(receipt.id) }))]
  return pairs.slice(0, limit)
}

/** Those not filed yet, which are the newest; none is newer than one that is filed. */
function listUnfiled(newestFirst: readonly Unfiled[], filter: ReceiptFilter): Pair[] {
  const seen = newestFirst.findIndex(({ id }) => id === filter.after)
  if (seen < 0 && filter.after !== undefined) return []
  return newestFirst
    .slice(seen + 1)
    .map((row) => ({ receipt: rowToReceipt(row), row }))
    .filter(({ receipt }) => isWanted(receipt, filter))
}

/** The filed receipts, except those that were found with their entries before. */
async function findFiled(
  database: Database,
  filter: ReceiptFilter,
  limit: number,
  found: ReadonlySet<string>,
): Promise<ReceiptRow[]> {
  const { receipts } = database
  const isSeen = filter.after !== undefined && !found.has(filter.after)
  const after = isSeen ? await findNumber(database, filter.after) : Infinity
  const isMatch = (row: ReceiptRow) =>
    isSoundReceipt(row) && isWanted(row, filter) && row.n < after && !found.has(row.id)
  return filter.number === undefined && (filter.since ?? filter.until) !== undefined
    ? takeNewest((keys) => receipts.bulkGet(keys), await findWithin(database, filter), isMatch, limit)
    : narrow(database, filter).reverse().filter(isMatch).limit(limit).toArray()
}

/** The number of a receipt's row; a list ends at one that was pruned meanwhile. */
async function findNumber({ receipts }: Database, id = ''): Promise<number> {
  const [n] = await receipts.where('id').equals(id).primaryKeys()
  return n ?? -Infinity
}

/** Card and state are facts of the entry, so the entries are read first and their receipts with them. */
async function pairByEntry(store: Store, filter: ReceiptFilter, limit: number): Promise<Pair[]> {
  const { card, state } = filter
  const pairs: Pair[] = []
  let below = Infinity
  while (pairs.length < limit) {
    const entryFilter = {
      ...(card !== undefined && { card }),
      ...(state !== undefined && { state }),
      ...(filter.after !== undefined && { after: filter.after }),
    }
    const rows = await listRows(store, entryFilter, Math.max(limit, 1), below)
    const last = rows.at(-1)
    if (!last) break
    below = last.place
    const receipts = await findReceipts(store.database, rows)
    pairs.push(
      ...rows.flatMap((row) => {
        const receipt = receipts.get(row.id)
        return receipt && isWanted(receipt, filter) ? [{ receipt, row }] : []
      }),
    )
  }
  return pairs.slice(0, limit)
}

/** The receipts of entries, by id; those of an older release are filed only. */
async function findReceipts(
  { receipts }: Database,
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<string, Found>> {
  const named = rows.filter(({ id }) => typeof id === 'string')
  const own = named.filter(hasReceipt).map(rowToReceipt)
  const others = named.filter((row) => !hasReceipt(row)).map(({ id }) => id)
  const filed = others.length === 0 ? [] : await receipts.where('id').anyOf(others).toArray()
  return new Map(
    [...own, ...filed.filter((row) => isSoundReceipt(row))].map((receipt) => [receipt.id, receipt]),
  )
}

function narrow({ receipts }: Database, { number }: ReceiptFilter) {
  return number === undefined ? receipts.orderBy(':id') : receipts.where('number').equals(number)
}

function findWithin({ receipts }: Database, { since, until }: ReceiptFilter): Promise<number[]> {
  const [from, to] = [since?.getTime() ?? Dexie.minKey, until?.getTime() ?? Dexie.maxKey]
  return receipts.where('issuedAt').between(from, to, true, true).primaryKeys()
}

function isWanted(
  { number: own, issuedAt }: Pick<ReceiptRow, 'number' | 'issuedAt'>,
  { number, since, until }: ReceiptFilter,
): boolean {
  return (
    (number === undefined || own === number) &&
    (since === undefined || (issuedAt !== undefined && issuedAt >= since.getTime())) &&
    (until === undefined || (issuedAt !== undefined && issuedAt <= until.getTime()))
  )
}
