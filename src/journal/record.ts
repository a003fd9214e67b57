import { pickGiven } from '../domain/given.js'
import type { Table } from 'dexie'
import { validatorsOf } from '../domain/conditions.js'
import type { Decision } from '../decide/decide.js'
import { is } from '../domain/is.js'
import { addEntry } from './append.js'
import { holdBack, readLanes, release, rowToTicket } from './claim.js'
import type { Database } from './database.js'
import type { PreparedDecision } from './prepare.js'
import { EntryRow, type BodyRow } from './rows.js'
import { isUnresolved, recount, tally } from './tally.js'

interface Change {
  prepared: PreparedDecision
  before: EntryRow
  after: EntryRow
}

/** The tables that recording a decision may write. */
export function recordedTables({
  entries,
  bodies,
  receipts,
  history,
  validators,
  tallies,
  numbers,
  counters,
}: Database): Table[] {
  return [entries, bodies, receipts, history, validators, tallies, numbers, counters] as Table[]
}

/** Writes down what was decided. Runs inside the caller's transaction, so that it happens whole or not at all. */
export async function record(
  database: Database,
  decided: readonly PreparedDecision[],
  now: number,
): Promise<void> {
  if (decided.length === 0) return
  const rows = await database.entries.bulkGet(decided.map(({ decision }) => decision.ticket.place))
  const holders = await findSecretHolders(database, decided)
  const changes = decided.flatMap((prepared, index) => {
    const before = rows[index]
    return isPassedBy(prepared.decision, before) ? [] : [createChange(prepared, before, now, holders)]
  })
  await Promise.all([
    database.entries.bulkPut(changes.map(({ after }) => after)),
    database.history.bulkAdd(changes.map(({ prepared }) => prepared.line)),
    keepBodies(database, changes),
    keepValidators(database, changes, now),
    tally(database, changes),
  ])
  // A damaged row was counted as what it was before the damage.
  if (changes.some(({ before }) => !is(before, EntryRow))) await recount(database)
  // Dexie follows no more than a hundred awaits in which nothing is read or written.
  for (const change of changes.filter(({ prepared }) => prepared.successor)) await succeed(database, change)
  await release(
    database,
    changes.flatMap(({ before, after }) => (after.lanes ? [] : readLanes(before.lanes))),
  )
}

/** A person has acted on it since it was found to have waited too long: then it is theirs. */
function isPassedBy({ ticket, line }: Decision, before: EntryRow | undefined): boolean {
  if (line.outcome !== 'expired') return false
  const isStill = before?.state === 'queued' || before?.state === 'sending'
  return !isStill || before.head !== ticket.head
}

/** Which of those that expire hold secrets to be erased. */
async function findSecretHolders(
  { bodies }: Database,
  decided: readonly PreparedDecision[],
): Promise<ReadonlySet<string>> {
  const expiring = decided.flatMap(({ decision: { become, ticket } }) =>
    become.state === 'parked' && become.reason === 'expired' ? ticket.id : [],
  )
  const found = await bodies.bulkGet(expiring)
  return new Set(found.flatMap((body) => (body?.secret ? body.id : [])))
}

function createChange(
  prepared: PreparedDecision,
  before: EntryRow | undefined,
  now: number,
  holders: ReadonlySet<string>,
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
  return { prepared, before, after: holders.has(ticket.id) ? { ...after, isBare: true } : after }
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

/** Secrets leave when an entry ends or expires; the reply stays beside what is left. */
async function keepBodies(database: Database, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ prepared, after }) => prepared.reply ?? isSecretless(after))
  const bodies = await database.bodies.bulkGet(changed.map(({ prepared }) => prepared.decision.ticket.id))
  await database.bodies.bulkPut(changed.flatMap((change, index) => changeBody(change, bodies[index])))
}

function isSecretless(row: EntryRow): boolean {
  return !isUnresolved(row) || row.isBare === true
}

function changeBody({ prepared, after }: Change, body: BodyRow | undefined): BodyRow[] {
  if (!body || prepared.decision.ticket.kind === 'unknown') return []
  const { secret, ...rest } = body
  const { reply } = prepared
  return [{ ...rest, ...(secret && !isSecretless(after) && { secret }), ...(reply && { reply }) }]
}

/** What a reply says of the card's version: when it settles, and when a failed condition is renewed from it. */
async function keepValidators(
  { validators }: Database,
  changes: readonly Change[],
  now: number,
): Promise<void> {
  const known = changes.flatMap(({ prepared: { decision }, before, after }) => {
    const [card] = Array.isArray(before.codes) ? before.codes : []
    const isTelling = after.state === 'settled' || after.renewals > before.renewals
    const given = isTelling && decision.reply ? validatorsOf(decision.reply.headers) : undefined
    return card !== undefined && given ? [{ card, ...given, at: now }] : []
  })
  await validators.bulkPut(known)
}

/** The smallest step in line: a million corrections fit between two neighbours. */
const step = 2 ** -20

/** The correction stands in line where what it corrects stood, and what waited for that one waits for it. */
async function succeed(database: Database, { prepared: { successor }, before }: Change): Promise<void> {
  if (!successor) return
  const waited = readLanes(before.lanes).filter((lane) => lane.startsWith('after:'))
  const lanes = [...new Set([...(successor.entry.lanes ?? []), ...waited])]
  await addEntry(database, { ...successor, entry: { ...successor.entry, lanes } }, before.place + step)
}
