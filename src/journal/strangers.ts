import { Dexie } from 'dexie'
import type { Database } from './database.js'
import type { EntryRow } from './rows.js'

/**
 * Entries whose state or kind is none of those known. Only the gaps between the known ones are read: Dexie’s own
 * `noneOf` would step over every row that lies under a known one.
 */
export async function findStrangers(
  { entries }: Database,
  field: 'state' | 'kind',
  known: readonly string[],
): Promise<EntryRow[]> {
  const bounds = [Dexie.minKey, ...[...known].sort(), Dexie.maxKey]
  const gaps = await Promise.all(
    bounds.slice(1).map((upper, index) => {
      const lower = bounds[index]
      const isFirst = index === 0
      return entries
        .where(`[${field}+place]`)
        .between([lower, isFirst ? Dexie.minKey : Dexie.maxKey], [upper, Dexie.minKey], false, false)
        .toArray()
    }),
  )
  return gaps.flat()
}
