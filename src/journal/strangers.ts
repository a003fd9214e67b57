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

/** Entries whose state or kind is no key at all, and so in no index: whether there are any, two counts tell. */
export async function findUnlisted({ entries }: Database, field: 'state' | 'kind'): Promise<EntryRow[]> {
  const listed = entries.where(`[${field}+place]`).between([Dexie.minKey], [Dexie.maxKey])
  const [total, known] = await Promise.all([entries.count(), listed.count()])
  if (total === known) return []
  const places = new Set(await listed.primaryKeys())
  const others = (await entries.toCollection().primaryKeys()).filter((place) => !places.has(place))
  return (await entries.bulkGet(others)).filter((row) => row !== undefined)
}
