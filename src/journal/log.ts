import { array, type Infer, number, object, string } from 'superstruct'
import { dayMs } from '../decide/counted-time.js'
import { is } from '../domain/is.js'
import type { Database } from './store/index.js'
import { addLeaves, Segment } from './seal/index.js'

// The log of the journal: a record of each entry as it stood at a checkpoint, and a signed note of each checkpoint.
// Nothing of it is written while an operation is saved or delivered.

const LogState = object({
  origin: string(),
  size: number(),
  roots: array(string()),
  /** Entries up to this place and changes up to this line of the history are in the log, unless they changed again. */
  place: number(),
  line: number(),
  /** The numbers of the first segment that is kept, and of the next one. */
  first: number(),
  next: number(),
  /** The tree before the first segment. */
  from: object({ size: number(), roots: array(string()) }),
})
export type LogState = Infer<typeof LogState>

export const stateRow = 'log'
export const deletedRow = 'log-deleted'
const segmentPrefix = 'log/'
const digits = 10

/** Notes that retention deletes entries, if there is a log that may have them. Runs inside its transaction. */
export async function noteDeleted(database: Database, places: readonly number[]): Promise<void> {
  if (places.length === 0 || !(await readState(database))) return
  const before = await readDeleted(database)
  await database.settings.put({ name: deletedRow, value: [...before, ...places] })
}

export async function readState({ settings }: Database): Promise<LogState | undefined> {
  const found: unknown = (await settings.get(stateRow))?.value
  return is(found, LogState) ? found : undefined
}

export async function readDeleted({ settings }: Database): Promise<number[]> {
  const found: unknown = (await settings.get(deletedRow))?.value
  return Array.isArray(found) ? found.filter((place) => typeof place === 'number') : []
}

/** The time is retention's, which a wrong clock does not change. */
const StoredSegment = object({ ...Segment.schema, passedMs: number() })

export async function readSegments({ settings }: Database): Promise<Segment[]> {
  const rows = await settings.where('name').startsWith(segmentPrefix).sortBy('name')
  return rows.flatMap(({ value }) =>
    is(value, StoredSegment) ? [{ records: value.records, note: value.note }] : [],
  )
}

/** The last record of each place. */
export function findLatest(segments: readonly Segment[]): Map<number, string> {
  const latest = new Map<number, string>()
  for (const text of segments.flatMap(({ records }) => records)) {
    const { place } = JSON.parse(text) as { place?: number }
    if (place !== undefined) latest.set(place, text)
  }
  return latest
}

export function nameSegment(number: number): string {
  return `${segmentPrefix}${String(number).padStart(digits, '0')}`
}

/** So long after retention has deleted its entries, a checkpoint can still be compared. */
const keptDays = 30

/** An old segment goes if no more of its records than these still hold, or than half. */
const carriedMax = 8

/** An export makes two segments, so more than one may go at once. */
const wornMax = 4

/** What comes of dropping the oldest segments. */
export interface Worn {
  count: number
  /** The records that still hold: they are signed again. */
  carried: string[]
  from: LogState['from']
}

/** The oldest segments that may go. */
export async function findWorn(
  { settings }: Database,
  { state: { first, next, from }, passedMs }: { state: LogState; passedMs: number },
  settledDays: number,
): Promise<Worn> {
  const worn: Worn = { count: 0, carried: [], from }
  while (worn.count < wornMax && first + worn.count < next - 1) {
    const number = first + worn.count
    const segment: unknown = (await settings.get(nameSegment(number)))?.value
    if (!is(segment, StoredSegment)) break
    if (passedMs - segment.passedMs < (settledDays + keptDays) * dayMs) break
    const carried = await findHolding(settings, segment, { after: number, before: next })
    if (carried.length > Math.max(carriedMax, segment.records.length / 2)) break
    const { size, roots } = await addLeaves(worn.from, segment.records)
    worn.carried.push(...carried)
    worn.from = { size, roots: [...roots] }
    worn.count += 1
  }
  return worn
}

/** The records of a segment that no later one replaces. */
async function findHolding(
  settings: Database['settings'],
  segment: Segment,
  { after, before }: { after: number; before: number },
): Promise<string[]> {
  const latest = findLatest([segment])
  await settings
    .where('name')
    .between(nameSegment(after + 1), nameSegment(before))
    .each(({ value }) => {
      for (const place of findLatest(is(value, StoredSegment) ? [value] : []).keys()) latest.delete(place)
    })
  // What is missing without a deletion on record must still be found to be missing.
  return [...latest.values()].filter((text) => !('deleted' in (JSON.parse(text) as object)))
}
