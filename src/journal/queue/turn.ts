import { pickGiven } from '../../domain/given.js'
import type { LineNews, Turn, Turned } from '../../ports.js'
import {
  commit,
  type Database,
  type EntryRow,
  getAll,
  putAll,
  rowToTicket,
  type RunRow,
} from '../store/index.js'
import type { Store } from '../seal/index.js'
import { assertAdmitted, withoutAmendment } from './admit.js'
import { claim, findNextDueAts, type Marked, openMarked, selectClaims, type Selection } from './claim.js'
import { createInFlight, type InFlight } from './in-flight.js'
import { isPausedByHand } from './manual-pause.js'
import { createPrefetch, inspectAgain, type Prefetch, type Prefetched } from './prefetch.js'
import { type PreparedDecision, prepareDecisions } from './prepare.js'
import {
  type Change,
  createChanges,
  findBodies,
  findReleased,
  recordedTables,
  recountIfDamaged,
  writeChanges,
} from './record.js'
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
    return await commitTurn(store, memory, request)
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
async function commitTurn(store: Store, memory: Memory, request: Turn): Promise<Turned> {
  const { database, vault } = store
  const { prefetch, inFlight } = memory
  const prepared = await prepare(store, prefetch, request)
  const { decisions, places } = prepared
  const tables = [...recordedTables(database, decisions), database.pauses, database.runs]
  // The turn awaits as seldom as possible: a read that follows a write sees it.
  const { marked, barred, nextDueAts, isPaused } = await database.transaction('rw', tables, async () => {
    const found = await read(database, inFlight, request, prepared)
    const plan = select(found, inFlight, request, prepared)
    const written = await write(database, request, found, plan)
    await assertAdmitted(database, decisions, request.now)
    const isNothingNext = found.isPaused || written.marked.length + written.barred.length > 0
    const nextDueAts = isNothingNext ? {} : await findNextDueAts(database)
    commit()
    return { ...written, isPaused: found.isPaused, nextDueAts }
  })
  inFlight.change(request.run, places, marked)
  prefetch.leave(marked.map(({ row }) => row.place))
  if (marked.length > 0 && marked.length >= request.slots) prefetch.lookAhead(request)
  const claimed = await Promise.all(marked.map((one) => openMarked(vault, request, one)))
  return { claimed, barred: barred.map(rowToTicket), nextDueAts, isPaused }
}

/** What is made before the transaction, which does not wait for WebCrypto. */
interface Prepared {
  decisions: readonly PreparedDecision[]
  places: number[]
  prefetched: readonly Prefetched[]
}

async function prepare(store: Store, prefetch: Prefetch, request: Turn): Promise<Prepared> {
  const decisions = await prepareDecisions(store, request.decisions)
  const places = request.decisions.map(({ ticket }) => ticket.place)
  // The rows of this turn's own decisions are unchanged until they are written.
  const prefetched = prefetch.take(request).filter(({ row }) => !places.includes(row.place))
  return { decisions, places, prefetched }
}

type Found = Awaited<ReturnType<typeof read>>

async function read(
  database: Database,
  inFlight: InFlight,
  { run, now }: Turn,
  { decisions, places, prefetched }: Prepared,
) {
  const [current, isPaused, counted, rows, bodies, inspected] = await Promise.all([
    requireCurrent(database, 'turn', run),
    isPausedByHand(database),
    database.tallies.get('entries'),
    getAll(database.entries, places),
    findBodies(database, decisions, inFlight.findBodies(run, places)),
    Promise.all(prefetched.map((one) => inspectAgain(database, one, now))),
  ])
  return { current, isPaused, counted, rows, bodies, inspected: inspected.flat() }
}

/** What a turn writes first, and what its claim goes by. */
interface Plan extends Pick<Selection, 'taken' | 'barred'> {
  changes: readonly Change[]
  claiming: Turn
}

function select(found: Found, inFlight: InFlight, request: Turn, { decisions }: Prepared): Plan {
  const { rows, bodies, inspected, isPaused } = found
  const changes = createChanges(decisions, rows, bodies, request.now, (row) => inFlight.isSound(row))
  // While a person has paused the till nothing is due: resuming starts the next run.
  const { ahead: _, ...nothingAhead } = request
  const claiming = isPaused ? { ...nothingAhead, slots: 0 } : request
  return { changes, claiming, ...selectClaims(inspected, [], claiming) }
}

/** Writes what is decided, then claims more while there is room. */
async function write(
  database: Database,
  { now, decisions, line, isManual }: Turn,
  { current, counted }: Found,
  { changes, claiming, taken, barred: barredAhead }: Plan,
): Promise<{ marked: Marked[]; barred: EntryRow[] }> {
  const writing = Promise.all([
    writeChanges(database, changes, now, { marked: taken, counted }),
    recordLine(database, { ...current, beatAt: now }, decisions.length, line),
  ])
  if (isManual) {
    await writing
    await endWaits(database, now)
  }
  const known = { taken, barred: barredAhead, released: findReleased(changes), counted }
  const [claimed] = await Promise.all([claim(database, claiming, known), writing])
  await recountIfDamaged(database, [...changes, ...claimed.marked])
  return claimed
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
