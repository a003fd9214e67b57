import { pickGiven } from '../domain/given.js'
import { Dexie } from 'dexie'
import { is } from '../domain/is.js'
import { operationKinds } from '../domain/endpoints.js'
import { Pause } from '../domain/outcome.js'
import { RunOvertaken, type Run, type RunSigns } from '../ports.js'
import { endImpossibleWaits, rowToTicket } from './claim.js'
import type { Database } from './database.js'
import { findStrangers } from './strangers.js'
import { recountStrays } from './tally.js'
import { isNewer, readRunRow, type EntryRow, type RunRow } from './rows.js'

/** Numbers a new run, so that an earlier one can no longer write, and finds what that one left unaccounted. */
export async function begin(database: Database, now: number, agedBefore = -Infinity): Promise<Run> {
  const { entries, pauses, runs, tallies } = database
  return database.transaction('rw', [entries, pauses, runs, tallies], async () => {
    const [last, waits, sending, strangers, aged] = await Promise.all([
      readLatest(database),
      pauses.toArray(),
      entries.where('[state+place]').between(['sending', Dexie.minKey], ['sending', Dexie.maxKey]).toArray(),
      findStrangers(database, 'kind', operationKinds),
      findAged(database, agedBefore),
    ])
    await Promise.all([endImpossibleWaits(database, now), recountStrays(database)])
    const number = numberAfter(last, now)
    const known = last ? pickGiven(last, ['answeredAt', 'acknowledgedAt', 'clockOffsetMs', 'signs']) : {}
    await runs.put({ name: 'replay', number, startedAt: now, beatAt: now, done: 0, ...known })
    const unaccounted = [...sending, ...strangers.filter(isUnaccounted)].filter((row) => !isNewer(row))
    return {
      number,
      stranded: [...new Map(unaccounted.map((row) => [row.place, rowToTicket(row)])).values()],
      aged: aged.map(rowToTicket),
      pauses: waits.filter((pause) => is(pause, Pause)),
      ...pickGiven(known, ['acknowledgedAt', 'signs']),
    }
  })
}

/** Of no known kind, and neither set aside nor seen to by a person yet. */
function isUnaccounted({ state, reason }: EntryRow): boolean {
  return state !== 'voided' && reason !== 'unreadable'
}

/** A number that is none, or has no next, would fence off every run to come: the time is one that no run has had. */
function numberAfter(last: RunRow | undefined, now: number): number {
  if (!last) return 1
  const next = Number.isSafeInteger(last.number) ? last.number + 1 : NaN
  return Number.isSafeInteger(next) && next > 0 ? next : Math.trunc(now)
}

async function readLatest({ runs }: Database): Promise<RunRow | undefined> {
  return readRunRow(await runs.get('replay'))
}

/** So many at a time: the rest is left to the next run, and is not claimed meanwhile. */
const agedMax = 500

/** What has waited longer than the till lets pass. */
async function findAged({ entries }: Database, agedBefore: number): Promise<EntryRow[]> {
  if (agedBefore === -Infinity) return []
  return entries
    .where('waitingSince')
    .below(agedBefore)
    .filter((row) => row.state === 'queued' && !isNewer(row))
    .limit(agedMax)
    .toArray()
}

/** The run's row, if it is the latest; refuses it otherwise. Runs inside the transaction of what it is asked for. */
export async function requireCurrent(database: Database, deed: string, run: number): Promise<RunRow> {
  const current = await readLatest(database)
  if (current?.number !== run) throw new RunOvertaken(deed, run, current?.number)
  return current
}

/** Says that a run lives, unless another has begun. */
export async function beat(database: Database, run: number, now: number): Promise<void> {
  await database.transaction('rw', [database.runs], async () => {
    const current = await requireCurrent(database, 'beat', run)
    await database.runs.put({ ...current, beatAt: now })
  })
}

/** What is known of the latest run, be it on or over. */
export async function readRun(database: Database): Promise<RunSigns | undefined> {
  return readLatest(database)
}

/** Says that no run is on, unless a later one has begun. */
export async function end(database: Database, run: number, now: number): Promise<void> {
  await database.transaction('rw', [database.runs], async () => {
    const current = await database.runs.get('replay')
    if (current?.number === run) await database.runs.put({ ...current, endedAt: now })
  })
}
