import { Dexie } from 'dexie'
import type { Database } from './database.js'
import { isNewer, type EntryRow } from './rows.js'

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

/** A state or kind that nobody knows, yet one that an index can hold. */
const nameless = 'none'

/**
 * An entry whose state or kind is no key at all stands in no index: it is given one, so that it is found among the
 * strangers; tells whether there was any. The counts by which it is found cost what the journal is long, so nobody
 * waits for it.
 */
export async function nameNameless({ entries }: Database): Promise<boolean> {
  let isAny = false
  for (const field of ['state', 'kind'] as const) {
    const listed = () => entries.where(`[${field}+place]`).between([Dexie.minKey], [Dexie.maxKey])
    const [total, known] = await entries.db.transaction('r', entries, () =>
      Promise.all([entries.count(), listed().count()]),
    )
    if (total === known) continue
    isAny = true
    await entries.db.transaction('rw', entries, async () => {
      const places = new Set(await listed().primaryKeys())
      await entries
        .filter((row) => !places.has(row.place) && !isNewer(row))
        .modify({ [field]: nameless } as Partial<EntryRow>)
    })
  }
  return isAny
}
