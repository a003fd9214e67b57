import type { Database } from './database.js'
import { type EntryRow, isNewer } from './rows.js'
import { type Field, findUnknownRows, knownOf } from './unknown-rows.js'

/** A value that is no known state or kind, but can be indexed. */
const unindexed = 'none'

/** One step covers so many places, so that an append waits only as long as one such count. */
const stepSize = 1_000

/**
 * Gives an index value to entries whose state or kind is in no index, so that they are found as unknown rows; returns
 * whether there were any. The work is done in steps with pauses, since its cost grows with the journal.
 */
export async function labelUnindexed(database: Database, rest: () => Promise<void>): Promise<boolean> {
  let isAny = false
  for (let from = 0, last = await findLast(database); from <= last; from += stepSize) {
    await rest()
    for (const field of ['state', 'kind'] as const) isAny = (await labelIn(database, field, from)) || isAny
    last = await findLast(database)
  }
  return isAny
}

async function findLast({ entries }: Database): Promise<number> {
  const [last] = await entries.where(':id').between(0, Infinity).reverse().limit(1).primaryKeys()
  return last ?? -1
}

/** Labels the unindexed rows of one step; returns whether there were any. */
async function labelIn(database: Database, field: Field, from: number): Promise<boolean> {
  const { entries } = database
  const rowsOfStep = () => entries.where(':id').between(from, from + stepSize)
  const knownIn = () =>
    knownOf[field].map((name) =>
      entries.where(`[${field}+place]`).between([name, from], [name, from + stepSize]),
    )
  const [total, ...known] = await entries.db.transaction('r', entries, async () =>
    Promise.all([rowsOfStep().count(), ...knownIn().map((listed) => listed.count())]),
  )
  if (total === known.reduce((sum, count) => sum + count, 0)) return false
  return entries.db.transaction('rw', entries, async () => {
    const [unknownRows, ...named] = await Promise.all([
      findUnknownRows(database, field),
      ...knownIn().map((listed) => listed.primaryKeys()),
    ])
    const places = new Set([...unknownRows.map(({ place }) => place), ...named.flat()])
    const isUnindexed = (row: EntryRow) => !places.has(row.place) && !isNewer(row)
    const count = await rowsOfStep()
      .filter(isUnindexed)
      .modify({ [field]: unindexed } as Partial<EntryRow>)
    return count > 0
  })
}
