import { isUnresolved } from '../../domain/entry.js'
import type { Table } from 'dexie'
import { become, isActedOn, isExpected } from '../../decide/become.js'
import { needsSecrets, touchesBody } from '../../decide/erasure.js'
import { validatorsOf } from '../../domain/validators.js'
import { OwnError } from '../../domain/error-name.js'
import { pickHeldCard } from '../../domain/lanes.js'
import {
  addAll,
  type BodyRow,
  type Database,
  type EntryRow,
  fileAmong,
  getAll,
  isSoundEntry,
  putAll,
  readLanes,
  recount,
  rowToTicket,
  type Step,
  tally,
  type TallyRow,
  type ValidatorsRow,
} from './below.js'
import { addEntries } from './add-entries.js'
import { type Marked, markToStep, release } from './claim.js'
import type { PreparedDraft } from './prepare.js'
import type { PreparedDecision } from './prepare-decisions.js'

export interface Change {
  prepared: PreparedDecision
  before: EntryRow
  after: EntryRow
  /** Whether the row had the expected form. */
  isSound: boolean
  body: BodyRow | undefined
}

/** The tables that recording the decisions may write. */
export function recordedTables(
  database: Database,
  decided: readonly PreparedDecision[] | 'any' = 'any',
): Table[] {
  const { entries, bodies, receipts, history, validators, tallies, numbers, counters, settings } = database
  const isAmended = decided === 'any' || decided.some(({ successor }) => successor)
  const ofSuccessors = isAmended ? [receipts, numbers, counters, settings] : []
  return [entries, bodies, history, validators, tallies, ...ofSuccessors] as Table[]
}

/** Records the decisions. Runs inside the caller's transaction, so that all of it happens or nothing. */
export async function record(
  database: Database,
  decided: readonly PreparedDecision[],
  now: number,
): Promise<void> {
  const places = decided.map(({ decision }) => decision.ticket.place)
  const [rows, bodies] = await Promise.all([getAll(database.entries, places), findBodies(database, decided)])
  const changes = createChanges(decided, rows, bodies, now)
  await Promise.all([writeChanges(database, changes, now), release(database, findReleased(changes))])
  await recountIfDamaged(database, changes)
}

/** The bodies that the decisions change, by id; known bodies are not read again. */
export async function findBodies(
  { bodies }: Database,
  decided: readonly PreparedDecision[],
  known: readonly BodyRow[] = [],
): Promise<ReadonlyMap<string, BodyRow>> {
  const byId = new Map(known.map((body) => [body.id, body]))
  const touched = decided
    .filter(({ decision }) => touchesBody(decision))
    .map(({ decision }) => decision.ticket.id)
  const missing = touched.filter((id) => !byId.has(id))
  for (const body of await getAll(bodies, missing)) if (body) byId.set(body.id, body)
  return byId
}

/** Applies the decisions to the current rows, which come in the same order. */
export function createChanges(
  decided: readonly PreparedDecision[],
  rows: readonly (EntryRow | undefined)[],
  bodies: ReadonlyMap<string, BodyRow>,
  now: number,
  isSound: (row: EntryRow) => boolean = isSoundEntry,
): Change[] {
  return decided.flatMap((prepared, index) => {
    const { decision } = prepared
    const row = rows[index]
    const body = bodies.get(decision.ticket.id)
    return isActedOn(decision, row) ? [] : [createChange(prepared, row, body, now, isSound)]
  })
}

interface AlsoWritten {
  marked?: readonly Marked[]
  counted?: TallyRow | undefined
}

export async function writeChanges(
  database: Database,
  changes: readonly Change[],
  now: number,
  { marked = [], counted }: AlsoWritten = {},
): Promise<void> {
  const steps = [...changes.flatMap(changeToSteps), ...marked.map(markToStep)]
  putAll(database.entries, [...changes.map(({ after }) => after), ...marked.map(({ row }) => row)])
  addAll(
    database.history,
    changes.map(({ prepared }) => prepared.line),
  )
  putAll(database.bodies, changes.flatMap(changeBody))
  putAll(database.validators, findValidators(changes, now))
  await Promise.all([
    tally(database, steps, counted),
    addSuccessors(database, changes.flatMap(changeToSuccessor)),
  ])
}

/** The lanes that the changes release; an entry that joined a lane late may be first in it. */
export function findReleased(changes: readonly Change[]): string[] {
  return changes.flatMap(({ before }) => readLanes(before.lanes))
}

/** A damaged row was counted in the state that it had before the damage. */
export async function recountIfDamaged(
  database: Database,
  changes: readonly { isSound: boolean }[],
): Promise<void> {
  if (changes.some(({ isSound }) => !isSound)) await recount(database)
}

function createChange(
  prepared: PreparedDecision,
  before: EntryRow | undefined,
  body: BodyRow | undefined,
  now: number,
  isSound: (row: EntryRow) => boolean,
): Change {
  const { decision, line } = prepared
  const { ticket, nextState } = decision
  if (!before || !isExpected(decision, before)) {
    throw new OwnError(`${nextState.state} refused for ${ticket.id}: it is ${before?.state ?? 'gone'}`)
  }
  if (rowToTicket(before).head !== ticket.head) {
    throw new OwnError(`${decision.line.what} refused for ${ticket.id}: its history has grown since`)
  }
  const after = become(before, decision, { head: line.hash, now })
  return { prepared, before, after, isSound: isSound(before), body }
}

function changeBody({ prepared, after, body }: Change): BodyRow[] {
  // An entry of unknown kind is set aside unchanged; its secrets are erased once it has ended.
  if (!body || (prepared.decision.ticket.kind === 'unknown' && isUnresolved(after))) return []
  const { secret, ...rest } = body
  const { reply } = prepared
  return [{ ...rest, ...(secret && needsSecrets(after) && { secret }), ...(reply && { reply }) }]
}

/**
 * The statuses of a conflict and of a failed condition. Only such a reply is the service's own where a look-up settles
 * the entry: any other may come from a proxy or a portal.
 */
const conflictStatuses = [409, 412, 428]

/** The card's version from a reply: kept when it settles an entry, and when a failed condition is renewed from it. */
function findValidators(changes: readonly Change[], now: number): ValidatorsRow[] {
  return changes.flatMap(({ prepared: { decision }, before, after }) => {
    const codes = Array.isArray(before.codes) ? before.codes : []
    // A migration leaves a version of the new card behind.
    const card = after.state === 'settled' ? codes[0] : pickHeldCard(before.kind, codes)
    const isAmended = decision.nextState.state === 'voided' && decision.nextState.successor !== undefined
    const isCurrent = after.state === 'settled' || after.renewals > before.renewals || isAmended
    const { line, reply } = decision
    const isOwn = line.outcome !== 'found-applied' || (reply && conflictStatuses.includes(reply.status))
    const given = isCurrent && isOwn && reply ? validatorsOf(reply.headers) : undefined
    return card !== undefined && given ? [{ card, ...given, at: now }] : []
  })
}

/** The smallest step between places: a million corrections fit between two neighbours. */
const step = 2 ** -20

function changeToSteps({ prepared: { successor }, before, after }: Change): Step[] {
  const { place } = after
  return [{ place, before, after }, ...(successor ? [{ place: place + step, after: successor.entry }] : [])]
}

type Successor = PreparedDraft & { entry: EntryRow }

/** A correction takes the place of its entry; entries that waited for that one wait for the correction. */
function changeToSuccessor({ prepared: { successor }, before }: Change): Successor[] {
  if (!successor) return []
  const waitingLanes = readLanes(before.lanes).filter((lane) => lane.startsWith('after:'))
  const lanes = [...new Set([...(successor.entry.lanes ?? []), ...waitingLanes])]
  return [{ ...successor, entry: { ...successor.entry, lanes, place: before.place + step } }]
}

async function addSuccessors(database: Database, successors: readonly Successor[]): Promise<void> {
  if (successors.length === 0) return
  await addEntries(database, successors)
  await fileAmong(
    database,
    successors.map(({ entry }) => entry),
  )
}
