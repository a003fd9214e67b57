import { type Database, type EntryRow, getAll, putAll } from './below.js'
import { advanceCounters, findUsed } from './numbers.js'
import type { PreparedDraft } from './prepare.js'
import { addLanesAfter, findReference } from './references.js'
import { addRows } from './write-new.js'

/** Writes the rows of new entries; one that replaces another has its place already. */
export async function addEntries(
  database: Database,
  all: readonly (PreparedDraft & { entry: Partial<Pick<EntryRow, 'place'>> })[],
): Promise<void> {
  // What the same transaction asks for next must find them.
  addRows(database, all)
  await useNumbers(
    database,
    all.map(({ entry }) => entry),
  )
}

/** Adds the lane in which the entries that refer to an unresolved entry wait; returns whether it exists. */
export async function addReferenceLane(database: Database, id: string): Promise<boolean> {
  const reference = await findReference(database, id)
  if (reference) await database.entries.bulkPut(addLanesAfter([reference]))
  return reference !== undefined
}

/** Moves the counters behind the numbers that entries use. Runs inside the caller's transaction. */
export async function useNumbers(
  { counters }: Database,
  all: readonly Pick<EntryRow, 'receipt'>[],
): Promise<void> {
  const used = all.flatMap(findUsed)
  const rows = await getAll(counters, [...new Set(used.map(({ sender }) => sender))])
  const known = rows.flatMap((row) => row ?? [])
  putAll(counters, advanceCounters(known, used))
}
