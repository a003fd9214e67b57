import { Dexie } from 'dexie'
import { entryStates } from '../domain/entry.js'
import { operationKinds } from '../domain/endpoints.js'
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

/** Whoever rings up meanwhile waits no longer than such a count takes. */
const stretch = 1_000

const knownOf = { state: entryStates, kind: operationKinds } as const
type Field = keyof typeof knownOf

/**
 * An entry whose state or kind is no key at all stands in no index: it is given one, so that it is found among the
 * strangers; tells whether there was any. What it costs grows with the journal, so it goes through it by stretches,
 * and rests between them.
 */
export async function nameNameless(database: Database, rest: () => Promise<void>): Promise<boolean> {
  let isAny = false
  for (let from = 0, last = await findLast(database); from <= last; from += stretch) {
    await rest()
    for (const field of ['state', 'kind'] as const) isAny = (await nameIn(database, field, from)) || isAny
    last = await findLast(database)
  }
  return isAny
}

async function findLast({ entries }: Database): Promise<number> {
  const [last] = await entries.where(':id').between(0, Infinity).reverse().limit(1).primaryKeys()
  return last ?? -1
}

/** Names the nameless of one stretch; tells whether there was any. */
async function nameIn(database: Database, field: Field, from: number): Promise<boolean> {
  const { entries } = database
  const stretchOf = () => entries.where(':id').between(from, from + stretch)
  const knownIn = () =>
    knownOf[field].map((name) =>
      entries.where(`[${field}+place]`).between([name, from], [name, from + stretch]),
    )
  const [total, ...known] = await entries.db.transaction('r', entries, () =>
    Promise.all([stretchOf().count(), ...knownIn().map((listed) => listed.count())]),
  )
  if (total === known.reduce((sum, count) => sum + count, 0)) return false
  return entries.db.transaction('rw', entries, async () => {
    const [strangers, ...named] = await Promise.all([
      findStrangers(database, field, knownOf[field]),
      ...knownIn().map((listed) => listed.primaryKeys()),
    ])
    const places = new Set([...strangers.map(({ place }) => place), ...named.flat()])
    const isNameless = (row: EntryRow) => !places.has(row.place) && !isNewer(row)
    const count = await stretchOf()
      .filter(isNameless)
      .modify({ [field]: nameless } as Partial<EntryRow>)
    return count > 0
  })
}
