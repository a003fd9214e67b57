import { pickGiven } from '../domain/given.js'
import { Dexie } from 'dexie'
import { is } from 'superstruct'
import { operationKinds } from '../domain/endpoints.js'
import { Pause } from '../domain/outcome.js'
import type { LineNews, Run, Turn, Turned } from '../ports.js'
import { claim, endImpossibleWaits, endWaits, findNextDueAts, openMarked, rowToTicket } from './claim.js'
import type { Database } from './database.js'
import { prepareDecisions, type Store } from './prepare.js'
import { record, recordedTables } from './record.js'
import { isNewer, type RunRow } from './rows.js'
import { findStrangers } from './strangers.js'

/** Numbers a new run, so that an earlier one can no longer write, and finds what that one left unaccounted. */
export async function begin(database: Database, now: number): Promise<Run> {
  const { entries, pauses, runs } = database
  return database.transaction('rw', [entries, pauses, runs], async () => {
    const [last, waits, sending, strangers] = await Promise.all([
      runs.get('replay'),
      pauses.toArray(),
      entries.where('[state+place]').between(['sending', Dexie.minKey], ['sending', Dexie.maxKey]).toArray(),
      findStrangers(database, 'kind', operationKinds),
    ])
    await endImpossibleWaits(database, now)
    const number = (last?.number ?? 0) + 1
    const known = last ? pickGiven(last, ['answeredAt', 'acknowledgedAt', 'clockOffsetMs']) : {}
    await runs.put({ name: 'replay', number, startedAt: now, done: 0, ...known })
    const unaccounted = [...sending, ...strangers].filter((row) => !isNewer(row))
    return {
      number,
      stranded: [...new Map(unaccounted.map((row) => [row.place, rowToTicket(row)])).values()],
      pauses: waits.filter((pause) => is(pause, Pause)),
      ...pickGiven(known, ['acknowledgedAt']),
    }
  })
}

/** Records what has come back and marks what goes next, in one strict commit. */
export async function turn(store: Store, request: Turn): Promise<Turned> {
  const { database, vault } = store
  const { run, decisions, slots, now, line } = request
  const { pauses, runs } = database
  const prepared = await prepareDecisions(store, decisions)
  const tables = [...recordedTables(database), pauses, runs]
  const { marked, nextDueAts } = await database.transaction('rw', tables, async () => {
    const current = await runs.get('replay')
    if (current?.number !== run)
      throw new Error(`turn of run ${run} refused: run ${current?.number ?? 'none'} is on`)
    await Promise.all([record(database, prepared, now), noteLine(database, current, decisions.length, line)])
    if (request.isWish) await endWaits(database, now)
    const marked = slots > 0 ? await claim(database, request) : []
    return { marked, nextDueAts: marked.length === 0 ? await findNextDueAts(database) : {} }
  })
  const claimed = await Promise.all(marked.map((one) => openMarked(vault, request, one)))
  return { claimed, nextDueAts }
}

/** Says that no run is on, unless a later one has begun. */
export async function end(database: Database, run: number, now: number): Promise<void> {
  await database.transaction('rw', [database.runs], async () => {
    const current = await database.runs.get('replay')
    if (current?.number === run) await database.runs.put({ ...current, endedAt: now })
  })
}

async function noteLine(
  { runs, pauses }: Database,
  run: RunRow,
  done: number,
  line?: LineNews,
): Promise<void> {
  const times = line ? pickGiven(line, ['answeredAt', 'acknowledgedAt', 'clockOffsetMs']) : {}
  await Promise.all([
    done > 0 || line ? runs.put({ ...run, done: run.done + done, ...times }) : undefined,
    pauses.bulkPut([...(line?.begun ?? [])]),
    pauses.bulkDelete([...(line?.ended ?? [])]),
  ])
}
