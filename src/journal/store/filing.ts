import { is } from '../../domain/is.js'
import { addAll, deleteAll, putAll } from './batch.js'
import type { Database } from './database.js'
import { type EntryRow, ReceiptFacts, type ReceiptRow, receiptsFiled, rowFormat } from './rows.js'

// Saving writes neither the row by which lists find a receipt nor that its number is used: both follow from the entry,
// and are filed for many entries at once, behind a place that is told beside them. What lies beyond that place is read
// from the entries.

/** An entry whose receipt has no row yet. */
export type Unfiled = EntryRow & { receipt: ReceiptFacts }

/** The place up to which receipts are filed; if it is not known, each is looked at again. */
export async function readFiledUpTo({ settings }: Database): Promise<number> {
  const row = await settings.get(receiptsFiled)
  return typeof row?.value === 'number' && !Number.isNaN(row.value) ? row.value : -Infinity
}

/**
 * The entries whose receipts are not filed yet, in order of place. Who reads them before the rows of receipts misses
 * none, though some may be filed in between.
 */
export async function readUnfiled(database: Database): Promise<Unfiled[]> {
  const upTo = await readFiledUpTo(database)
  return (await database.entries.where(':id').above(upTo).toArray()).filter(hasReceipt)
}

/** Files the receipts of entries, the next after those that are filed; runs inside the caller's transaction. */
export async function fileReceipts(database: Database, tail: readonly EntryRow[]): Promise<void> {
  const last = tail.at(-1)
  if (!last) return
  const { receipts, settings } = database
  const unfiled = tail.filter(hasReceipt)
  // Where the place was lost, some have their row already.
  const known = new Set(
    await receipts
      .where('id')
      .anyOf(unfiled.map(({ id }) => id))
      .keys(),
  )
  addFiled(
    database,
    unfiled.filter(({ id }) => !known.has(id)),
  )
  putAll(settings, [{ name: receiptsFiled, value: last.place }])
}

export function addFiled({ receipts, numbers }: Database, rows: readonly Unfiled[]): void {
  addAll(receipts, rows.map(rowToReceipt))
  deleteAll(
    numbers,
    rows.flatMap(({ receipt }) => keyOfNumber(receipt)),
  )
}

/** Whether an entry holds its receipt itself. */
export function hasReceipt(row: EntryRow): row is Unfiled {
  return typeof row.id === 'string' && is(row.receipt, ReceiptFacts)
}

/** The row by which lists find the receipt of an entry. */
export function rowToReceipt({
  id,
  receipt: { sender: _, ...facts },
}: Pick<Unfiled, 'id' | 'receipt'>): Omit<ReceiptRow, 'n'> {
  return { v: rowFormat, id, ...facts }
}

/** The key of the number that a receipt uses, among those that were taken. */
export function keyOfNumber({ sender, number }: ReceiptFacts): [string, number][] {
  return sender === undefined || number === undefined ? [] : [[sender, number]]
}
