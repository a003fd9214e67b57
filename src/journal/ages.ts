import { array, type Infer, number, object, optional, string } from 'superstruct'
import { countTime, dayMs, type Sighting } from '../decide/counted-time.js'
import type { Keeping } from '../decide/erasure.js'
import { moment } from '../domain/fields.js'
import { is } from '../domain/is.js'
import type { Database } from './store/index.js'

// An entry's own dates may come from a wrong clock, so its age is counted by its place in the history. When a day has
// certainly passed, the last line of the history at that time is recorded as a mark: an entry that ended at or before
// this line is at least as old as the time counted since.

const Clocks = object({ till: moment, service: optional(moment) })

export const Ages = object({
  counted: object({ passedMs: number(), last: Clocks, doubted: optional(Clocks) }),
  /** The last line of the history when `passedMs` had passed. */
  marks: array(object({ passedMs: number(), line: number() })),
  /** Personal data is erased from the entries that ended at or before this line. */
  cleanedTo: number(),
  /** The ids of entries up to this line that stay whole: an unresolved update waits for their transaction. */
  awaited: optional(array(string())),
  /** The time that had passed at the last finished pruning, and the last line that the current pruning has handled. */
  prunedAt: number(),
  pruningAt: number(),
  /** The table that is being swept, the last key handled, and the time that had passed when the sweep began. */
  sweep: object({ passedMs: number(), table: number(), after: string() }),
})

/** The time that retention has counted, and the progress of its work. */
export type Ages = Infer<typeof Ages>

/** The progress of the work, and whether all due work is done. */
export interface Progress {
  ages: Ages
  isDone: boolean
}

const rowName = 'ages'

/** Reads the clocks, and records a mark when a day has passed. */
export async function lookAtClocks(database: Database, keeping: Keeping, seen: Sighting): Promise<Ages> {
  const { settings, history } = database
  const before = await readAges(database)
  if (before?.counted === countTime(before?.counted, seen)) return before
  return database.transaction('rw', [settings, history], async () => {
    const found = await readAges(database)
    const [line = 0] = await history.toCollection().reverse().limit(1).primaryKeys()
    const ages = addMark({ ...atFirst, ...found, counted: countTime(found?.counted, seen) }, line, keeping)
    await writeAges(database, ages)
    return ages
  })
}

/** Reads what retention has counted, if it has. */
export async function readAges({ settings }: Database): Promise<Ages | undefined> {
  const found: unknown = (await settings.get(rowName))?.value
  return is(found, Ages) ? found : undefined
}

const atFirst = {
  marks: [],
  cleanedTo: 0,
  prunedAt: -1,
  pruningAt: 0,
  sweep: { passedMs: -1, table: 0, after: '' },
}

/** Stores the progress. Runs inside the transaction of the work. */
export async function writeAges({ settings }: Database, ages: Ages): Promise<void> {
  await settings.put({ name: rowName, value: ages })
}

/** With more marks every second one is deleted: an entry then becomes due later, never earlier. */
const marksMax = 256

function addMark(ages: Ages, line: number, { settledDays, personalDays, secretDays = 0 }: Keeping): Ages {
  const { counted, marks } = ages
  const { passedMs } = counted
  if (marks.at(-1)?.passedMs === passedMs) return ages
  const isOld = (mark: Ages['marks'][number] | undefined) =>
    mark !== undefined && mark.passedMs <= passedMs - Math.max(settledDays, personalDays, secretDays) * dayMs
  // Of the marks that are old enough, only the latest is needed.
  const kept = [...marks.filter((_, index) => !isOld(marks[index + 1])), { passedMs, line }]
  const isThinned = kept.length > marksMax
  return { ...ages, marks: kept.filter((_, index) => !isThinned || (kept.length - 1 - index) % 2 === 0) }
}

/** The line of the history at or before which every entry ended at least `days` ago. */
export function findDueLine({ counted, marks }: Ages, days: number): number {
  if (days === 0) return Infinity
  return marks.filter(({ passedMs }) => passedMs <= counted.passedMs - days * dayMs).at(-1)?.line ?? 0
}
