import { array, number, tuple } from 'superstruct'
import { addErased, type ErasedSpan } from '../../decide/erased-spans.js'
import { is } from '../../domain/is.js'
import type { Database } from './database.js'

const rowName = 'pruned'
const baredName = 'bared'
const spansName = 'pruned-spans'
const Spans = array(tuple([number(), number()]))

/**
 * Counts deleted entries, which leave no line in the history, and notes when they were saved. Runs inside the
 * transaction that deletes them.
 */
export async function notePruned(database: Database, times: readonly number[]): Promise<void> {
  if (times.length === 0) return
  const [count, spans] = await Promise.all([readPruned(database), readPrunedSpans(database)])
  await Promise.all([
    database.settings.put({ name: rowName, value: count + times.length }),
    database.settings.put({ name: spansName, value: addErased(spans, times) }),
  ])
}

/** Counts entries whose secrets were erased, which adds no line either. Runs inside the transaction that erases them. */
export async function noteBared({ settings }: Database, count: number): Promise<void> {
  if (count === 0) return
  await settings.put({ name: baredName, value: (await readCount(settings, baredName)) + count })
}

/** Of how many entries something was erased without a line in the history: all of them, or their secrets. */
export async function readErased(database: Database): Promise<number> {
  const [pruned, bared] = await Promise.all([readPruned(database), readCount(database.settings, baredName)])
  return pruned + bared
}

export async function readPruned({ settings }: Database): Promise<number> {
  return readCount(settings, rowName)
}

async function readCount(settings: Database['settings'], name: string): Promise<number> {
  return Number((await settings.get(name))?.value) || 0
}

/** The spans of time in which the deleted entries were saved. */
export async function readPrunedSpans(database: Database): Promise<ErasedSpan[]> {
  const { entries, settings } = database
  const found: unknown = (await settings.get(spansName))?.value
  if (is(found, Spans)) return found
  if ((await readPruned(database)) === 0) return []
  // An older release has counted only, and deletes the oldest first.
  const oldest = await entries.orderBy('createdAt').first()
  return [[0, oldest?.createdAt ?? Date.now()]]
}
