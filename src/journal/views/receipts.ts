import { Dexie } from 'dexie'
import type { EntryState, ListedEntry } from '../../domain/entry.js'
import { is } from '../../domain/is.js'
import { type Database, type EntryRow, ReceiptRow } from '../store/index.js'
import { rowsToEntries, type Store } from '../seal/index.js'
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
  return pairs.map(({ receipt: { v: _, n: __, issuedAt: ___, ...receipt } }) => {
    const entry = byId.get(receipt.id)
    return { ...receipt, ...(entry && { entry }) } as KeptReceipt
  })
}

interface Pair {
  receipt: ReceiptRow
  row?: EntryRow | undefined
}

async function pairByReceipt({ database }: Store, filter: ReceiptFilter, limit: number): Promise<Pair[]> {
  const { receipts, entries } = database
  const after = filter.after === undefined ? Infinity : await findNumber(database, filter.after)
  const isMatch = (row: ReceiptRow) => isWanted(row, filter) && row.n < after
  const found =
    filter.number === undefined && (filter.since ?? filter.until) !== undefined
      ? await takeNewest((keys) => receipts.bulkGet(keys), await findWithin(database, filter), isMatch, limit)
      : await narrow(database, filter).reverse().filter(isMatch).limit(limit).toArray()
  const rows = await entries
    .where('id')
    .anyOf(found.map(({ id }) => id))
    .toArray()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.map((receipt) => ({ receipt, row: byId.get(receipt.id) }))
}

/** The number of a receipt's row; receipts are pruned oldest first, so nothing lies below a pruned one. */
async function findNumber({ receipts }: Database, id: string): Promise<number> {
  const [n] = await receipts.where('id').equals(id).primaryKeys()
  return n ?? -Infinity
}

/** Card and state are facts of the entry, so the entries are read first and their receipts looked up. */
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
    const receipts = await store.database.receipts
      .where('id')
      .anyOf(rows.flatMap(({ id }) => (typeof id === 'string' ? id : [])))
      .toArray()
    const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]))
    pairs.push(
      ...rows.flatMap((row) => {
        const receipt = byId.get(row.id)
        return receipt && isWanted(receipt, filter) ? [{ receipt, row }] : []
      }),
    )
  }
  return pairs.slice(0, limit)
}

function narrow({ receipts }: Database, { number }: ReceiptFilter) {
  return number === undefined ? receipts.orderBy(':id') : receipts.where('number').equals(number)
}

function findWithin({ receipts }: Database, { since, until }: ReceiptFilter): Promise<number[]> {
  const [from, to] = [since?.getTime() ?? Dexie.minKey, until?.getTime() ?? Dexie.maxKey]
  return receipts.where('issuedAt').between(from, to, true, true).primaryKeys()
}

function isWanted(row: ReceiptRow, { number, since, until }: ReceiptFilter): boolean {
  if (!is(row, ReceiptRow)) return false
  const { issuedAt } = row
  return (
    (number === undefined || row.number === number) &&
    (since === undefined || (issuedAt !== undefined && issuedAt >= since.getTime())) &&
    (until === undefined || (issuedAt !== undefined && issuedAt <= until.getTime()))
  )
}
