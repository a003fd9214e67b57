import type { LineNews, Turn, Turned } from '../ports.js'
import { claim, endWaits, findNextDueAts } from './claim.js'
import type { Database } from './database.js'
import { record } from './record.js'
import { pickGiven, type RunRow } from './rows.js'
import { requireCurrent } from './run.js'

/** Records what has come back and marks what goes next, in one strict commit. */
export async function turn(database: Database, request: Turn): Promise<Turned> {
  const { run, decisions, slots, now, line } = request
  const { entries, bodies, receipts, history, pauses, runs, validators } = database
  const tables = [entries, bodies, receipts, history, pauses, runs, validators]
  return database.transaction('rw', tables, async () => {
    const current = { ...(await requireCurrent(database, 'turn', run)), beatAt: now }
    await Promise.all([record(database, decisions, now), noteLine(database, current, decisions.length, line)])
    if (request.isWish) await endWaits(database, now)
    const claimed = slots > 0 ? await claim(database, request) : []
    return { claimed, nextDueAts: claimed.length === 0 ? await findNextDueAts(database) : {} }
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
    runs.put({ ...run, done: run.done + done, ...times }),
    pauses.bulkPut([...(line?.begun ?? [])]),
    pauses.bulkDelete([...(line?.ended ?? [])]),
  ])
}
