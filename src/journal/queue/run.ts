import { Dexie } from 'dexie'
import { minute } from '../../decide/schedule.js'
import { pickGiven } from '../../domain/given.js'
import { is } from '../../domain/is.js'
import { Pause } from '../../domain/outcome.js'
import { lineFacts, type Run, RunOvertaken, type RunSigns } from '../../ports.js'
import {
  catchUp,
  type Database,
  type EntryRow,
  findInState,
  findMismatch,
  findUnknownRows,
  isNewer,
  moveOn,
  readDoubtedUpTo,
  recountUnknownRows,
  rowToTicket,
  type RunRow,
} from './below.js'
import { numberAfter, readLatest } from './fence.js'
import { endImpossibleWaits } from './waits.js'

/** Numbers a new run, so that earlier ones cannot write, and finds the entries that they left under way. */
export async function begin(
  database: Database,
  now: number,
  agedBefore = -Infinity,
  address?: string,
): Promise<Run> {
  const { entries, pauses, runs, tallies, settings, receipts, numbers } = database
  const tables = [entries, pauses, runs, tallies, settings, receipts, numbers]
  return database.transaction('rw', tables, async () => {
    const mismatch = await findMismatch(database, pickGiven({ address }, ['address']))
    if (mismatch) throw mismatch('replay')
    const last = await readLatest(database)
    if (last && isSetBack(last, now)) {
      // The stored offsets are wrong now.
      delete last.clockOffsetMs
      delete last.leastOffsetMs
      await forgetKeys(database)
    }
    const [waits, sending, unknownRows, aged, doubtedUpTo] = await Promise.all([
      pauses.toArray(),
      findInState(database, 'sending').toArray(),
      findUnknownRows(database, 'kind'),
      findAged(database, agedBefore),
      readDoubtedUpTo(database),
    ])
    await Promise.all([endImpossibleWaits(database, now), recountUnknownRows(database)])
    const moved = await moveOn(database)
    // The rest is counted and filed beside the run.
    if (moved?.isAll === false) Dexie.ignoreTransaction(() => void catchUp(database))
    const number = numberAfter(last, now)
    const known = last && pickGiven(last, lineFacts)
    await runs.put({ name: 'replay', number, startedAt: now, beatAt: now, done: 0, ...known })
    const unaccounted = [...sending, ...unknownRows.filter(isUnaccounted)].filter((row) => !isNewer(row))
    return {
      number,
      stranded: [...new Map(unaccounted.map((row) => [row.place, rowToTicket(row)])).values()],
      aged: aged.map(rowToTicket),
      doubtedUpTo,
      pauses: waits.filter((pause) => is(pause, Pause)),
      ...(last && { signAt: last.beatAt }),
      ...known,
    }
  })
}

/** Whether the clock was set back since the run began, or last gave a sign. */
export function isSetBack({ startedAt, beatAt }: RunRow, now: number): boolean {
  return Math.max(startedAt, beatAt) > now + minute
}

/** The clock was set back: how old a key is that went before is not known, so no repeat relies on it. */
export async function forgetKeys({ entries }: Database): Promise<void> {
  await entries
    .orderBy('waitingSince')
    .filter((row) => row.keyHeader !== undefined && !isNewer(row))
    .modify((row) => {
      delete row.keyHeader
    })
}

/** Whether a row of unknown kind is still to be set aside. */
function isUnaccounted({ state, reason }: EntryRow): boolean {
  return state !== 'voided' && reason !== 'unreadable'
}

/** The maximum per run; the next run parks the rest, which is not claimed meanwhile. */
const agedMax = 500

/** The queued entries that have waited longer than the till allows. */
async function findAged({ entries }: Database, agedBefore: number): Promise<EntryRow[]> {
  if (agedBefore === -Infinity) return []
  return entries
    .where('waitingSince')
    .below(agedBefore)
    .filter((row) => row.state === 'queued' && !isNewer(row))
    .limit(agedMax)
    .toArray()
}

/** The run's row; throws if a later run has begun. Runs inside the caller's transaction. */
export async function requireCurrent(database: Database, action: string, run: number): Promise<RunRow> {
  const current = await readLatest(database)
  if (current?.number !== run) throw new RunOvertaken(action, run, current?.number)
  return current
}

/** Records that the run is alive; throws if a later run has begun. */
export async function beat(database: Database, run: number, now: number): Promise<void> {
  await database.transaction('rw', [database.runs], async () => {
    const current = await requireCurrent(database, 'beat', run)
    await database.runs.put({ ...current, beatAt: now })
  })
}

/** The facts of the latest run, current or ended. */
export async function readRun(database: Database): Promise<RunSigns | undefined> {
  return readLatest(database)
}

/** Records the end of the run, unless a later run has begun. */
export async function end(database: Database, run: number, now: number): Promise<void> {
  await database.transaction('rw', [database.runs], async () => {
    const current = await database.runs.get('replay')
    if (current?.number === run) await database.runs.put({ ...current, endedAt: now })
  })
}
