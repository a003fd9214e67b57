import { isErasedWithin } from '../../decide/erased-spans.js'
import {
  createDayCount,
  type DayCount,
  type DayEntry,
  type DayReport,
  type DaySpan,
} from '../../domain/day.js'
import {
  type Database,
  type EntryRow,
  finiteOf,
  isSoundEntry,
  kindOf,
  listUnusedNumbers,
  readPrunedSpans,
  standingOf,
} from './below.js'

const batch = 500

/** The figures of a span of time, read in one transaction without opening a body. */
export async function readDay(database: Database, span: DaySpan): Promise<DayReport> {
  const { entries, numbers, settings } = database
  return database.transaction('r', [entries, numbers, settings], async () => {
    const count = createDayCount()
    const isCut = await countSpan(database, span, count)
    await countUndated(database, count)
    const [unused, erased] = await Promise.all([listUnusedNumbers(database), readPrunedSpans(database)])
    return count.toReport(
      span,
      unused.filter(({ takenAt }) => takenAt >= span.from && takenAt < span.to),
      // What was imported came without what it replaced.
      (isCut && erased.length > 0) || isErasedWithin(erased, span.from.getTime(), span.to.getTime()),
    )
  })
}

/** Counts the rows of a span; tells whether one of them corrects an entry that was deleted since. */
async function countSpan({ entries }: Database, { from, to }: DaySpan, count: DayCount): Promise<boolean> {
  const places = await entries
    .where('createdAt')
    .between(from.getTime(), to.getTime(), true, false)
    .primaryKeys()
  let isCut = false
  for (let start = 0; start < places.length; start += batch) {
    const read = await entries.bulkGet(places.slice(start, start + batch))
    const rows = read.filter((row) => row !== undefined)
    const replaced = await readReplaced(entries, rows)
    for (const row of rows) {
      count.add({ ...rowToDayEntry(row), ...pickReplaced(row, replaced) })
      isCut ||= isCutOff(row, replaced)
    }
  }
  return isCut
}

/** The amounts of the entries that corrections replaced, by id. */
async function readReplaced(
  entries: Database['entries'],
  rows: readonly EntryRow[],
): Promise<Map<string, number>> {
  const ids = rows.flatMap(({ replaces }) => (typeof replaces === 'string' ? [replaces] : []))
  const replaced = ids.length === 0 ? [] : await entries.where('id').anyOf(ids).toArray()
  return new Map(replaced.map(({ id, amount }) => [id, finiteOf(amount)[0] ?? 0]))
}

/** Whether a correction has outlived the entry that it replaced. */
function isCutOff({ replaces }: EntryRow, replaced: ReadonlyMap<string, number>): boolean {
  return typeof replaces === 'string' && !replaced.has(replaces)
}

/** A correction that a person voided changed nothing; one that was corrected again did. */
function pickReplaced(
  { state, replaces, replacedBy }: EntryRow,
  replaced: ReadonlyMap<string, number>,
): { replacedAmount?: number } {
  const isUndone = state === 'voided' && replacedBy === undefined
  const amount = replaces === undefined || isUndone ? undefined : replaced.get(replaces)
  return amount === undefined ? {} : { replacedAmount: amount }
}

/** Rows without a time belong to no span, but the report must mention them: the index shows whether there are any. */
async function countUndated({ entries }: Database, count: DayCount): Promise<void> {
  const dated = entries.where('createdAt').between(-Infinity, Infinity, true, true)
  if ((await dated.count()) === (await entries.count())) return
  const known = new Set(await dated.primaryKeys())
  const others = (await entries.toCollection().primaryKeys()).filter((place) => !known.has(place))
  for (const row of await entries.bulkGet(others)) if (row) count.addUndated(standingOf(row))
}

/** A damaged row counts by how it stands; its amount may have been altered, and is in no sum. */
function rowToDayEntry(row: EntryRow): DayEntry {
  const { createdAt } = row
  const { state, reason } = standingOf(row)
  const [amount] = isSoundEntry(row) ? finiteOf(row.amount) : []
  return {
    createdAt,
    kind: kindOf(row),
    state,
    ...(amount !== undefined && { amount }),
    ...(reason !== undefined && { reason }),
  }
}
