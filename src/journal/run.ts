import { Dexie } from 'dexie'
import { is } from 'superstruct'
import { operationKinds } from '../domain/endpoints.js'
import { Pause } from '../domain/outcome.js'
import { RunOvertaken, type Run, type RunSigns } from '../ports.js'
import { endImpossibleWaits, rowToTicket } from './claim.js'
import type { Database } from './database.js'
import { isNewer, pickGiven, type RunRow } from './rows.js'

/** Numbers a new run, so that an earlier one can no longer write, and finds what that one left unaccounted. */
export async function begin(database: Database, now: number): Promise<Run> {
  const { entries, pauses, runs } = database
  return database.transaction('rw', [entries, pauses, runs], async () => {
    const [last, waits, sending, strangers] = await Promise.all([
      runs.get('replay'),
      pauses.toArray(),
      entries.where('[state+place]').between(['sending', Dexie.minKey], ['sending', Dexie.maxKey]).toArray(),
      entries.where('kind').noneOf(operationKinds).toArray(),
    ])
    await endImpossibleWaits(database, now)
    const number = (last?.number ?? 0) + 1
    const known = last ? pickGiven(last, ['answeredAt', 'acknowledgedAt', 'clockOffsetMs']) : {}
    await runs.put({ name: 'replay', number, startedAt: now, beatAt: now, done: 0, ...known })
    const unaccounted = [...sending, ...strangers].filter((row) => !isNewer(row))
    return {
      number,
      stranded: [...new Map(unaccounted.map((row) => [row.place, rowToTicket(row)])).values()],
      pauses: waits.filter((pause) => is(pause, Pause)),
      ...pickGiven(known, ['acknowledgedAt']),
    }
  })
}

/** The run's row, if it is the latest; refuses it otherwise. Runs inside the transaction of what it is asked for. */
export async function requireCurrent({ runs }: Database, deed: string, run: number): Promise<RunRow> {
  const current = await runs.get('replay')
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
export async function readRun({ runs }: Database): Promise<RunSigns | undefined> {
  return runs.get('replay')
}

/** Says that no run is on, unless a later one has begun. */
export async function end(database: Database, run: number, now: number): Promise<void> {
  await database.transaction('rw', [database.runs], async () => {
    const current = await database.runs.get('replay')
    if (current?.number === run) await database.runs.put({ ...current, endedAt: now })
  })
}
