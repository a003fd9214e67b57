import { pickGiven } from '../domain/given.js'
import type { LineNews, Turn, Turned } from '../ports.js'
import { assertAdmitted, withoutAmendment } from './admit.js'
import { commit, getAll, putAll } from './batch.js'
import { claim, findNextDueAts, selectClaims, openMarked, rowToTicket } from './claim.js'
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
import { isPausedByHand } from './manual-pause.js'
import { createPrefetch, inspectAgain, type Prefetch } from './prefetch.js'
import { createInFlight, type InFlight } from './in-flight.js'
import { requireCurrent } from './run.js'
import { endWaits } from './waits.js'

/** Creates the function that takes one turn after the other. */
export function createTurns(store: Store): (request: Turn) => Promise<Turned> {
  const memory = { prefetch: createPrefetch(store), inFlight: createInFlight() }
  return (request) => takeAdmitted(store, memory, request)
}

/** If a host's amendment is refused, the turn is undone and repeated without it. */
async function takeAdmitted(store: Store, memory: Memory, request: Turn): Promise<Turned> {
  try {
    return await takeTurn(store, memory, request)
  } catch (error) {
    const decisions = withoutAmendment(request.decisions, error)
    return { recorded: decisions, ...(await takeAdmitted(store, memory, { ...request, decisions })) }
  }
}

interface Memory {
  prefetch: Prefetch
  inFlight: InFlight
}

/** Records the answers and marks the next entries, in one strict commit. */
async function takeTurn(store: Store, { prefetch, inFlight }: Memory, request: Turn): Promise<Turned> {
  const { database, vault } = store
  const { run, decisions, now, line } = request
  const { pauses, runs } = database
  const prepared = await prepareDecisions(store, decisions)
  const places = decisions.map(({ ticket }) => ticket.place)
  // The rows of this turn's own decisions are unchanged until they are written.
  const prefetched = prefetch.take(request).filter(({ row }) => !places.includes(row.place))
  const tables = [...recordedTables(database, prepared), pauses, runs]
  // The turn awaits as seldom as possible: a read that follows a write sees it.
  const { marked, barred, nextDueAts, isPaused } = await database.transaction('rw', tables, async () => {
    const [current, isPaused, counted, rows, bodies, inspected] = await Promise.all([
      requireCurrent(database, 'turn', run),
      isPausedByHand(database),
      database.tallies.get('entries'),
      getAll(database.entries, places),
      findBodies(database, prepared, inFlight.findBodies(run, places)),
      Promise.all(prefetched.map((one) => inspectAgain(database, one, now))),
    ])
    const changes = createChanges(prepared, rows, bodies, now, (row) => inFlight.isSound(row))
    // While a person has paused the till nothing is due: resuming starts the next run.
    const { ahead: _, ...nothingAhead } = request
    const claiming = isPaused ? { ...nothingAhead, slots: 0 } : request
    const { taken, barred: barredAhead } = selectClaims(inspected.flat(), [], claiming)
    const writing = Promise.all([
      writeChanges(database, changes, now, { marked: taken, counted }),
      recordLine(database, { ...current, beatAt: now }, decisions.length, line),
    ])
    if (request.isManual) {
      await writing
      await endWaits(database, now)
    }
    const known = { taken, barred: barredAhead, released: findReleased(changes), counted }
    const [{ marked, barred }] = await Promise.all([claim(database, claiming, known), writing])
    await recountIfDamaged(database, [...changes, ...marked])
    const isNothingNext = isPaused || marked.length + barred.length > 0
    await assertAdmitted(database, prepared, now)
    const nextDueAts = isNothingNext ? {} : await findNextDueAts(database)
    commit()
    return { marked, barred, isPaused, nextDueAts }
  })
  inFlight.change(run, places, marked)
  prefetch.leave(marked.map(({ row }) => row.place))
  if (marked.length > 0 && marked.length >= request.slots) prefetch.lookAhead(request)
  const claimed = await Promise.all(marked.map((one) => openMarked(vault, request, one)))
  return { claimed, barred: barred.map(rowToTicket), nextDueAts, isPaused }
}

async function recordLine(
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
