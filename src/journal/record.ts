import { pickGiven } from '../domain/given.js'
import type { Table } from 'dexie'
import { validatorsOf } from '../domain/conditions.js'
import type { Decision } from '../decide/decide.js'
import { is } from '../domain/is.js'
import { addRows } from './append.js'
import { addAll, getAll, putAll } from './batch.js'
import { holdBack, markToStep, readLanes, release, rowToTicket, type Marked } from './claim.js'
import type { Database } from './database.js'
import type { PreparedDecision } from './prepare.js'
import { EntryRow, type BodyRow, type TallyRow, type ValidatorsRow } from './rows.js'
import { isUnresolved, recount, tally } from './tally.js'

export interface Change {
  prepared: PreparedDecision
  before: EntryRow
  after: EntryRow
  /** Whether the row was as it should be. */
  isSound: boolean
  body: BodyRow | undefined
}

/** The tables that recording those decisions may write. */
export function recordedTables(
  database: Database,
  decided: readonly PreparedDecision[] | 'any' = 'any',
): Table[] {
  const { entries, bodies, receipts, history, validators, tallies, numbers, counters } = database
  const isAmended = decided === 'any' || decided.some(({ successor }) => successor)
  const ofSuccessors = isAmended ? [receipts, numbers, counters] : []
  return [entries, bodies, history, validators, tallies, ...ofSuccessors] as Table[]
}

/** Writes down what was decided. Runs inside the caller's transaction, so that it happens whole or not at all. */
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

/** The bodies that the decisions change, by id; what is known already is not asked for. */
export async function findBodies(
  { bodies }: Database,
  decided: readonly PreparedDecision[],
  known: readonly BodyRow[] = [],
): Promise<ReadonlyMap<string, BodyRow>> {
  const byId = new Map(known.map((body) => [body.id, body]))
  const touched = decided.filter(isBodyTouched).map(({ decision }) => decision.ticket.id)
  const missing = touched.filter((id) => !byId.has(id))
  for (const body of await getAll(bodies, missing)) if (body) byId.set(body.id, body)
  return byId
}

/** Secrets leave when an entry ends or expires; a reply stays beside what is left. */
function isBodyTouched({ decision: { become }, reply }: PreparedDecision): boolean {
  return reply !== undefined || become.state === 'settled' || become.state === 'voided' || isExpiry(become)
}

function isExpiry(become: Decision['become']): boolean {
  return become.state === 'parked' && become.reason === 'expired'
}

/** Judges the decisions by what stands there now; the rows come in the decisions' order. */
export function createChanges(
  decided: readonly PreparedDecision[],
  rows: readonly (EntryRow | undefined)[],
  bodies: ReadonlyMap<string, BodyRow>,
  now: number,
  isSound: (row: EntryRow) => boolean = (row) => is(row, EntryRow),
): Change[] {
  return decided.flatMap((prepared, index) => {
    const { decision } = prepared
    const row = rows[index]
    const body = bodies.get(decision.ticket.id)
    return isPassedBy(decision, row) ? [] : [createChange(prepared, row, body, now, isSound)]
  })
}

/** What is written beside the changes, in the same breath. */
interface Beside {
  marked?: readonly Marked[]
  counted?: TallyRow | undefined
}

/** Writes them, and counts them. */
export async function writeChanges(
  database: Database,
  changes: readonly Change[],
  now: number,
  { marked = [], counted }: Beside = {},
): Promise<void> {
  const successors = changes.flatMap(({ prepared }) => prepared.successor ?? [])
  const steps = [...changes, ...successors.map(({ entry }) => ({ after: entry })), ...marked.map(markToStep)]
  putAll(database.entries, [...changes.map(({ after }) => after), ...marked.map(({ row }) => row)])
  addAll(
    database.history,
    changes.map(({ prepared }) => prepared.line),
  )
  putAll(database.bodies, changes.flatMap(changeBody))
  putAll(database.validators, findValidators(changes, now))
  await Promise.all([
    tally(database, steps, counted),
    ...changes.filter(({ prepared }) => prepared.successor).map((change) => succeed(database, change)),
  ])
}

/** The lanes that nobody of those holds any more. */
export function findReleased(changes: readonly Change[]): string[] {
  return changes.flatMap(({ before, after }) => (after.lanes ? [] : readLanes(before.lanes)))
}

/** A damaged row was counted as what it was before the damage. */
export async function recountIfDamaged(
  database: Database,
  changes: readonly { isSound: boolean }[],
): Promise<void> {
  if (changes.some(({ isSound }) => !isSound)) await recount(database)
}

/** A person has acted on it since it was found to have waited too long: then it is theirs. */
function isPassedBy({ ticket, line }: Decision, before: EntryRow | undefined): boolean {
  if (line.outcome !== 'expired') return false
  const isStill = before?.state === 'queued' || before?.state === 'sending'
  return !isStill || before.head !== ticket.head
}

function createChange(
  prepared: PreparedDecision,
  before: EntryRow | undefined,
  body: BodyRow | undefined,
  now: number,
  isSound: (row: EntryRow) => boolean,
): Change {
  const { ticket, become, line } = prepared.decision
  const isUnreadable = become.state === 'parked' && become.reason === 'unreadable'
  if (!before || !(isExpected(prepared.decision, before) || isUnreadable)) {
    throw new Error(`${become.state} refused for ${ticket.id}: it is ${before?.state ?? 'gone'}`)
  }
  if (rowToTicket(before).head !== ticket.head) {
    throw new Error(`${line.what} refused for ${ticket.id}: its history has grown since`)
  }
  const after = changeRow(prepared, before, now)
  const isBared = isExpiry(become) && body?.secret !== undefined
  return {
    prepared,
    before,
    after: isBared ? { ...after, isBare: true } : after,
    isSound: isSound(before),
    body,
  }
}

/** What a run decides is about an entry under way, or one that waits in vain; a person decides about the others. */
function isExpected({ become, line }: Decision, { state }: EntryRow): boolean {
  if (line.by !== undefined) return state !== 'sending'
  return (
    state === 'sending' || (state === 'queued' && become.state === 'parked' && line.outcome === 'expired')
  )
}

function changeRow({ decision, line }: PreparedDecision, before: EntryRow, now: number): EntryRow {
  const { become, facts } = decision
  const { reason: _, movedFrom: __, waitingSince, lanes, ...kept } = holdBack(before)
  const row = {
    ...kept,
    ...pickGiven(facts, ['attempts', 'unknowns', 'renewals', 'conditions', 'refusedAt']),
    head: line.hash,
    lines: (Number.isInteger(before.lines) ? before.lines : 0) + 1,
  }
  const since = facts.renewedAt ?? waitingSince
  const held = { ...(lanes && { lanes }), ...(since !== undefined && { waitingSince: since }) }
  const ended = { endedAt: now, personalSince: now }
  switch (become.state) {
    case 'settled':
      return { ...row, ...ended, state: 'settled' }
    case 'queued':
      return {
        ...row,
        ...held,
        state: 'queued',
        dueAt: become.dueAt,
        ...(become.isFirm && { isFirm: true, firmSince: now }),
      }
    case 'parked':
      return {
        ...row,
        ...held,
        state: 'parked',
        reason: become.reason,
        ...(become.file !== undefined && {
          movedFrom: { ...(pickGiven(before, ['state', 'reason']) as Moved), file: become.file },
        }),
      }
    case 'voided':
      return {
        ...row,
        ...ended,
        state: 'voided',
        ...(become.successor && { replacedBy: become.successor.id }),
      }
  }
}

type Moved = NonNullable<EntryRow['movedFrom']>

function changeBody({ prepared, after, body }: Change): BodyRow[] {
  if (!body || prepared.decision.ticket.kind === 'unknown') return []
  const { secret, ...rest } = body
  const { reply } = prepared
  const isBare = !isUnresolved(after) || after.isBare === true
  return [{ ...rest, ...(secret && !isBare && { secret }), ...(reply && { reply }) }]
}

/** What a reply says of the card's version: when it settles, and when a failed condition is renewed from it. */
function findValidators(changes: readonly Change[], now: number): ValidatorsRow[] {
  return changes.flatMap(({ prepared: { decision }, before, after }) => {
    const [card] = Array.isArray(before.codes) ? before.codes : []
    const isAmended = decision.become.state === 'voided' && decision.become.successor !== undefined
    const isTelling = after.state === 'settled' || after.renewals > before.renewals || isAmended
    const given = isTelling && decision.reply ? validatorsOf(decision.reply.headers) : undefined
    return card !== undefined && given ? [{ card, ...given, at: now }] : []
  })
}

/** The smallest step in line: a million corrections fit between two neighbours. */
const step = 2 ** -20

/** The correction stands in line where what it corrects stood, and what waited for that one waits for it. */
async function succeed(database: Database, { prepared: { successor }, before }: Change): Promise<void> {
  if (!successor) return
  const waited = readLanes(before.lanes).filter((lane) => lane.startsWith('after:'))
  const lanes = [...new Set([...(successor.entry.lanes ?? []), ...waited])]
  await addRows(database, { ...successor, entry: { ...successor.entry, lanes } }, before.place + step)
}
