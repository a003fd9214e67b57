import { pickGiven } from '../domain/given.js'
import type { LineNews, Turn, Turned } from '../ports.js'
import { commit, getAll, putAll } from './batch.js'
import { claim, endWaits, findNextDueAts, judge, openMarked } from './claim.js'
import type { Database } from './database.js'
import { prepareDecisions, type Store } from './prepare.js'
import {
  createChanges,
  findBodies,
  findReleased,
  recordedTables,
  recountIfDamaged,
  writeChanges,
} from './record.js'
import type { RunRow } from './rows.js'
import { isHeldBack } from './hold.js'
import { createOutlook, lookAgain, type Outlook } from './outlook.js'
import { createUnderWay, type UnderWay } from './under-way.js'
import { requireCurrent } from './run.js'

/** How turns are taken, one after the other. */
export function createTurns(store: Store): (request: Turn) => Promise<Turned> {
  const memory = { outlook: createOutlook(store), underWay: createUnderWay() }
  return (request) => takeTurn(store, memory, request)
}

interface Memory {
  outlook: Outlook
  underWay: UnderWay
}

/** Records what has come back and marks what goes next, in one strict commit. */
async function takeTurn(store: Store, { outlook, underWay }: Memory, request: Turn): Promise<Turned> {
  const { database, vault } = store
  const { run, decisions, now, line } = request
  const { pauses, runs } = database
  const prepared = await prepareDecisions(store, decisions)
  const prospects = outlook.take(request)
  const places = decisions.map(({ ticket }) => ticket.place)
  const tables = [...recordedTables(database, prepared), pauses, runs]
  // The fewer times it waits for an answer, the sooner the next turn: what is asked after a write finds it written.
  const { marked, nextDueAts, isHeld } = await database.transaction('rw', tables, async () => {
    const [current, isHeld, counted, rows, bodies, looks] = await Promise.all([
      requireCurrent(database, 'turn', run),
      isHeldBack(database),
      database.tallies.get('entries'),
      getAll(database.entries, places),
      findBodies(database, prepared, underWay.findBodies(run, places)),
      Promise.all(prospects.map((prospect) => lookAgain(database, prospect, now))),
    ])
    const changes = createChanges(prepared, rows, bodies, now, (row) => underWay.isSound(row))
    // Nothing is due while a person holds it back: letting go wakes the next run.
    const { ahead: _, ...nothingAhead } = request
    const claiming = isHeld ? { ...nothingAhead, slots: 0 } : request
    const { taken } = judge(looks.flat(), [], claiming)
    const writing = Promise.all([
      writeChanges(database, changes, now, { marked: taken, counted }),
      noteLine(database, { ...current, beatAt: now }, decisions.length, line),
    ])
    if (request.isWish) {
      await writing
      await endWaits(database, now)
    }
    const [marked] = await Promise.all([
      claim(database, claiming, { taken, released: findReleased(changes), counted }),
      writing,
    ])
    await recountIfDamaged(database, [...changes, ...marked])
    const isNothingNext = isHeld || marked.length > 0
    const nextDueAts = isNothingNext ? {} : await findNextDueAts(database)
    commit()
    return { marked, isHeld, nextDueAts }
  })
  underWay.change(run, places, marked)
  outlook.leave(marked.map(({ row }) => row.place))
  if (marked.length > 0 && marked.length >= request.slots) outlook.lookAhead(request)
  const claimed = await Promise.all(marked.map((one) => openMarked(vault, request, one)))
  return { claimed, nextDueAts, isHeld }
}

async function noteLine(
  { runs, pauses }: Database,
  run: RunRow,
  done: number,
  line?: LineNews,
): Promise<void> {
  const times = line ? pickGiven(line, ['answeredAt', 'acknowledgedAt', 'clockOffsetMs', 'signs']) : {}
  putAll(runs, [{ ...run, done: run.done + done, ...times }])
  putAll(pauses, line?.begun ?? [])
  if (line && line.ended.length > 0) await pauses.bulkDelete([...line.ended])
}
