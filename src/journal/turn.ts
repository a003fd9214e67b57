import { pickGiven } from '../domain/given.js'
import type { LineNews, Turn, Turned } from '../ports.js'
import { claim, endWaits, findNextDueAts, openMarked } from './claim.js'
import type { Database } from './database.js'
import { prepareDecisions, type Store } from './prepare.js'
import { record, recordedTables } from './record.js'
import type { RunRow } from './rows.js'
import { isHeld } from './hold.js'
import { requireCurrent } from './run.js'

/** Records what has come back and marks what goes next, in one strict commit. */
export async function turn(store: Store, request: Turn): Promise<Turned> {
  const { database, vault } = store
  const { run, decisions, slots, now, line } = request
  const { pauses, runs } = database
  const prepared = await prepareDecisions(store, decisions)
  const tables = [...recordedTables(database), pauses, runs]
  const { marked, nextDueAts } = await database.transaction('rw', tables, async () => {
    const current = { ...(await requireCurrent(database, 'turn', run)), beatAt: now }
    await Promise.all([record(database, prepared, now), noteLine(database, current, decisions.length, line)])
    if (request.isWish) await endWaits(database, now)
    // Nothing is due while a person holds it back: letting go wakes the next run.
    if (await isHeld(database)) return { marked: [], nextDueAts: {} }
    const marked = slots > 0 ? await claim(database, request) : []
    return { marked, nextDueAts: marked.length === 0 ? await findNextDueAts(database) : {} }
  })
  const claimed = await Promise.all(marked.map((one) => openMarked(vault, request, one)))
  return { claimed, nextDueAts }
}

async function noteLine(
  { runs, pauses }: Database,
  run: RunRow,
  done: number,
  line?: LineNews,
): Promise<void> {
  const times = line ? pickGiven(line, ['answeredAt', 'acknowledgedAt', 'clockOffsetMs', 'signs']) : {}
  await Promise.all([
    runs.put({ ...run, done: run.done + done, ...times }),
    pauses.bulkPut([...(line?.begun ?? [])]),
    pauses.bulkDelete([...(line?.ended ?? [])]),
  ])
}
