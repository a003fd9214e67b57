import { isFallenBehind } from '../../decide/clock-offset.js'
import { OwnError } from '../../domain/error-name.js'
import { pickGiven } from '../../domain/given.js'
import { lineFacts, type LineNews, type Turn, type Turned } from '../../ports.js'
import {
  commit,
  type Database,
  type EntryRow,
  getAll,
  putAll,
  rowToTicket,
  type RunRow,
  type TallyRow,
  type Store,
} from './below.js'
import { assertAdmitted, withoutAmendment } from './admit-written.js'
import { claim, findNextDueAts, type Marked, openMarked, selectClaims, type Selection } from './claim.js'
import { createInFlight, type InFlight } from './in-flight.js'
import { isPausedByHand } from './manual-pause.js'
import { createPrefetch, inspectAgain, type Prefetch, type Prefetched } from './prefetch.js'
import { type PreparedDecision, prepareDecisions } from './prepare-decisions.js'
import {
  type Change,
  createChanges,
  findBodies,
  findReleased,
  recordedTables,
  recountIfDamaged,
  writeChanges,
} from './record.js'
import { forgetKeys, isSetBack, requireCurrent } from './run.js'
import { endWaits } from './waits.js'

/** Creates the function that takes one turn after the other. */
export function createTurns(store: Store): (request: Turn) => Promise<Turned> {
  const memory: Memory = { prefetch: createPrefetch(store), inFlight: createInFlight() }
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
  /** What the last turn has written beside its entries. */
  last?: Standing | undefined
}

/** The rows that each turn changes beside its entries. */
interface Standing {
  current: RunRow
  counted: TallyRow | undefined
}

/** Records the answers and marks the next entries, in one strict commit. */
async function commitTurn(store: Store, memory: Memory, request: Turn): Promise<Turned> {
  const { vault } = store
  const { prefetch, inFlight } = memory
  const prepared = await prepare(store, prefetch, request)
  const assumed = assume(memory, request, prepared)
  memory.last = undefined
  const { marked, barred, nextDueAts, isPaused, isAgain, standing } = await commitRows(
    store.database,
    inFlight,
    request,
    prepared,
    assumed,
  )
  memory.last = standing
  inFlight.change(request.run, prepared.places, marked)
  prefetch.leave(marked.map(({ row }) => row.place))
  if (marked.length > 0 && marked.length >= request.slots) prefetch.lookAhead(request)
  const claimed = await Promise.all(marked.map((one) => openMarked(vault, request, one)))
  return { claimed, barred: barred.map(rowToTicket), nextDueAts, isPaused, isAgain }
}

/** The rows are not as the turn assumed: it is undone, and repeated by what is found. */
class Mistaken extends OwnError {}

type Written = { standing: Standing; isPaused: boolean; isAgain: boolean } & Pick<Turned, 'nextDueAts'> &
  Awaited<ReturnType<typeof write>>

/**
 * The turn's transaction. Where the run knows what stands there, it writes at once and compares what it finds before
 * it commits: the browser is asked once. Otherwise it reads first.
 */
async function commitRows(
  database: Database,
  inFlight: InFlight,
  request: Turn,
  prepared: Prepared,
  assumed: Found | undefined,
): Promise<Written> {
  const { decisions } = prepared
  const tables = [...recordedTables(database, decisions), database.pauses, database.runs]
  const assumedText = assumed && foundToText(assumed)
  try {
    return await database.transaction('rw', tables, async () => {
      const reading = read(database, inFlight, request, prepared)
      // A write that fails undoes the transaction before its reads are waited for.
      reading.catch(() => undefined)
      const found = assumed ?? (await reading)
      const plan = select(found, inFlight, request, prepared)
      const written = await write(database, request, found, plan)
      if (assumedText !== undefined && foundToText(await reading) !== assumedText)
        throw new Mistaken('the rows have changed')
      await assertAdmitted(database, decisions, request.now)
      const isNothingNext = found.isPaused || written.marked.length + written.barred.length > 0
      const nextDueAts = isNothingNext ? {} : await findNextDueAts(database)
      commit()
      const standing = { current: written.run, counted: found.counted }
      return { ...written, standing, isPaused: found.isPaused, isAgain: plan.isBack, nextDueAts }
    })
  } catch (error) {
    if (!(error instanceof Mistaken)) throw error
    return commitRows(database, inFlight, request, prepared, undefined)
  }
}

/** What a turn will find, as far as the run knows; undefined if it must look. */
function assume(
  { inFlight, last }: Memory,
  { run, isManual, now }: Turn,
  prepared: Prepared,
): Found | undefined {
  const { decisions, places, prefetched } = prepared
  const rows = inFlight.findRows(run, places)
  const bodies = inFlight.findBodies(run, places)
  const isKnown = rows.length === places.length && bodies.length === places.length
  const isPlain =
    !isManual && decisions.every(({ successor }) => !successor) && prefetched.every(isSureToGo(now))
  if (last?.current.number !== run || !isKnown || !isPlain) return undefined
  return {
    current: last.current,
    counted: last.counted && { ...last.counted },
    isPaused: false,
    rows,
    bodies: new Map(bodies.map((body) => [body.id, body])),
    inspected: prefetched.map(({ row, body, opened }) => ({
      before: row,
      isFirst: true,
      conditions: row.conditions === 'latest' ? undefined : row.conditions,
      body,
      opened,
    })),
  }
}

/** Whether nothing but the row itself decides about an entry that was first in its lanes when it was read. */
function isSureToGo(now: number): (one: Prefetched) => boolean {
  return ({ row: { dueAt = Infinity, conditions } }) => dueAt <= now && conditions !== 'latest'
}

/** All that a turn goes by, to be compared; that the run is alive is noted beside its turns. */
function foundToText({ current, isPaused, counted, rows, inspected }: Found): string {
  const before = inspected.map((one) => one.before)
  return JSON.stringify([{ ...current, beatAt: 0 }, isPaused, counted, rows, before])
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
  /** The clock was set back during the run, or fell behind the service's since it was last compared. */
  isBack: boolean
}

function select(found: Found, inFlight: InFlight, request: Turn, { decisions }: Prepared): Plan {
  const { rows, bodies, inspected, isPaused, current } = found
  const changes = createChanges(decisions, rows, bodies, request.now, (row) => inFlight.isSound(row))
  // While a person has paused the till nothing is due: resuming starts the next run. Keys are forgotten before a claim.
  const { ahead: _, ...nothingAhead } = request
  const isBack =
    isSetBack(current, request.now) || isFallenBehind(current.leastOffsetMs, request.line?.leastOffsetMs)
  const claiming = isPaused || isBack ? { ...nothingAhead, slots: 0 } : request
  return { changes, claiming, isBack, ...selectClaims(inspected, [], claiming) }
}

/** Writes what is decided, then claims more while there is room. */
async function write(
  database: Database,
  { now, decisions, line, isManual }: Turn,
  { current, counted }: Found,
  { changes, claiming, isBack, taken, barred: barredAhead }: Plan,
): Promise<{ marked: Marked[]; barred: EntryRow[]; run: RunRow }> {
  const times = line && pickGiven(line, lineFacts)
  const done = current.done + decisions.length
  const run = { ...current, ...(isBack && { startedAt: now }), beatAt: now, done, ...times }
  const writing = Promise.all([
    writeChanges(database, changes, now, { marked: taken, counted }),
    recordLine(database, run, line),
  ])
  if (isBack) await forgetKeys(database)
  if (isManual) {
    await writing
    await endWaits(database, now)
  }
  const known = { taken, barred: barredAhead, released: findReleased(changes), counted }
  const [claimed] = await Promise.all([claim(database, claiming, known), writing])
  await recountIfDamaged(database, [...changes, ...claimed.marked])
  return { ...claimed, run }
}

async function recordLine({ runs, pauses }: Database, run: RunRow, line?: LineNews): Promise<void> {
  putAll(runs, [run])
  putAll(pauses, line?.begun ?? [])
  if (line && line.ended.length > 0) await pauses.bulkDelete([...line.ended])
}
