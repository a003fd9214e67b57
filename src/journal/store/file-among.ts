import type { Database } from './database.js'
import { addFiled, fileReceipts, hasReceipt, readFiledUpTo } from './filing.js'
import type { EntryRow } from './rows.js'

/**
 * Files the receipts of entries that were put between others, behind all that came before them: lists tell receipts in
 * the order in which they came. One that is last in line waits as a new one does. Runs inside the caller's transaction.
 */
export async function fileAmong(database: Database, placed: readonly EntryRow[]): Promise<void> {
  const upTo = await readFiledUpTo(database)
  const places = new Set(placed.map(({ place }) => place))
  const beyond = await database.entries.where(':id').above(upTo).toArray()
  const earlier = beyond.filter(({ place }) => !places.has(place))
  await fileReceipts(database, earlier)
  const reached = earlier.at(-1)?.place ?? upTo
  addFiled(database, placed.filter(({ place }) => place <= reached).filter(hasReceipt))
}
