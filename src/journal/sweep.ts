import { dayMs } from '../decide/retention.js'
import { writeAges, type Ages, type Progress } from './ages.js'
import type { Database } from './database.js'

/** One step handles so many rows, so that an append does not wait long. */
const sweptMax = 500

/** The record of an import stays this long after its entry: longer than any file is accepted. */
const importDays = 400

/** Deletes, once a day, the rows of tables without history that belong to no entry any more. */
export async function sweep(database: Database, ages: Ages): Promise<Progress> {
  const { entries, validators, imports, settings } = database
  const { passedMs } = ages.counted
  const isFresh = ages.sweep.passedMs !== passedMs
  const { table, after } = isFresh ? { table: 0, after: '' } : ages.sweep
  const steps = [sweepValidators, sweepImports]
  const step = steps[table]
  if (!step) return { ages, isDone: true }
  return database.transaction('rw', [entries, validators, imports, settings], async () => {
    const last = await step(database, after, passedMs)
    const sweep =
      last === undefined ? { passedMs, table: table + 1, after: '' } : { passedMs, table, after: last }
    const swept = { ...ages, sweep }
    await writeAges(database, swept)
    return { ages: swept, isDone: sweep.table === steps.length }
  })
}

/** Deletes the version of a card with the last entry of that card. */
async function sweepValidators(
  { entries, validators }: Database,
  after: string,
): Promise<string | undefined> {
  const cards = await validators.where(':id').above(after).limit(sweptMax).primaryKeys()
  const counts = await Promise.all(cards.map((card) => entries.where('codes').equals(card).limit(1).count()))
  await validators.bulkDelete(cards.filter((_, index) => counts[index] === 0))
  return cards.length < sweptMax ? undefined : cards.at(-1)
}

/** The record of an import keeps its entries from being imported twice, even after they were pruned. */
async function sweepImports(
  { entries, imports }: Database,
  after: string,
  passedMs: number,
): Promise<string | undefined> {
  const rows = await imports.where(':id').above(after).limit(sweptMax).toArray()
  const counts = await Promise.all(rows.map(({ id }) => entries.where('id').equals(id).count()))
  const without = rows.filter((_, index) => counts[index] === 0)
  const isOver = ({ goneAt = passedMs }: { goneAt?: number }) => passedMs - goneAt >= importDays * dayMs
  await Promise.all([
    imports.bulkDelete(without.filter(isOver).map(({ id }) => id)),
    imports.bulkPut(
      without.filter(({ goneAt }) => goneAt === undefined).map((row) => ({ ...row, goneAt: passedMs })),
    ),
  ])
  return rows.length < sweptMax ? undefined : rows.at(-1)?.id
}
