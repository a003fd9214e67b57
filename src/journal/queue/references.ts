import { type Database, type EntryRow, findById } from './below.js'
import { addLaneAfter, isWithoutLaneAfter } from './prepare.js'

/** An entry that others refer to, and the row of the entry that stands in its place after amendments. */
export interface Reference {
  id: string
  latest: EntryRow
}

/** Finds an entry that others refer to; an entry that was never amended costs one request. */
export async function findReference(database: Database, id: string): Promise<Reference | undefined> {
  let latest = await findById(database, id)
  const met = new Set<unknown>([id])
  // Damaged rows may name each other in a circle.
  while (typeof latest?.replacedBy === 'string' && !met.has(latest.replacedBy)) {
    met.add(latest.replacedBy)
    const next = await findById(database, latest.replacedBy)
    if (!next) break
    latest = next
  }
  return latest && { id, latest }
}

/** The unresolved rows with the lanes of the updates that refer to them; a row that several references lead to comes once. */
export function addLanesAfter(references: readonly Reference[]): EntryRow[] {
  const changed = new Map<number, EntryRow>()
  for (const { id, latest } of references) {
    const row = changed.get(latest.place) ?? latest
    if (isWithoutLaneAfter(row, id)) changed.set(row.place, addLaneAfter(row, id))
  }
  return [...changed.values()]
}
