import { validatorsOf } from '../domain/conditions.js'
import type { Decision } from '../decide/decide.js'
import { addDraft } from './append.js'
import { release } from './claim.js'
import type { Database } from './database.js'
import { pickGiven, rowFormat, type BodyRow, type EntryRow } from './rows.js'
import { eraseSecrets } from './secrets.js'

interface Change {
  decision: Decision
  before: EntryRow
  after: EntryRow
}

/** Writes down what was decided. Runs inside the caller's transaction, so that it happens whole or not at all. */
export async function record(database: Database, decisions: readonly Decision[], now: number): Promise<void> {
  if (decisions.length === 0) return
  const rows = await database.entries.bulkGet(decisions.map(({ ticket }) => ticket.place))
  const changes = decisions.map((decision, index) => createChange(decision, rows[index], now))
  await Promise.all([
    database.entries.bulkPut(changes.map(({ after }) => after)),
    database.history.bulkAdd(decisions.map(({ ticket, line }) => ({ v: rowFormat, id: ticket.id, ...line }))),
    keepBodies(database, changes),
    keepValidators(database, changes, now),
  ])
  for (const change of changes) await succeed(database, change)
  await release(
    database,
    changes.flatMap(({ before, after }) => (after.lanes ? [] : (before.lanes ?? []))),
  )
}

function createChange(decision: Decision, before: EntryRow | undefined, now: number): Change {
  const { ticket, become, line } = decision
  const isUnreadable = become.state === 'parked' && become.reason === 'unreadable'
  // What a run decides is about an entry under way; what a person decides is about one that is not.
  const isExpected = line.by === undefined ? before?.state === 'sending' : before?.state !== 'sending'
  if (!before || !(isExpected || isUnreadable)) {
    throw new Error(`${become.state} refused for ${ticket.id}: it is ${before?.state ?? 'gone'}`)
  }
  return { decision, before, after: changeRow(decision, before, now) }
}

function changeRow({ become, facts }: Decision, before: EntryRow, now: number): EntryRow {
  const { dueAt: _, isFirm: __, reason: ___, lanes, ...kept } = before
  const row = {
    ...kept,
    ...pickGiven(facts, ['attempts', 'unknowns', 'renewals', 'conditions', 'refusedAt']),
  }
  const held = lanes && { lanes }
  switch (become.state) {
    case 'settled':
      return { ...row, state: 'settled', settledAt: now }
    case 'queued':
      return { ...row, ...held, state: 'queued', dueAt: become.dueAt, ...(become.isFirm && { isFirm: true }) }
    case 'parked':
      return { ...row, ...held, state: 'parked', reason: become.reason }
    case 'voided':
      return { ...row, state: 'voided', ...(become.successor && { replacedBy: become.successor.id }) }
  }
}

/** Secrets leave when an entry ends; the reply stays beside what is left. */
async function keepBodies(database: Database, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ decision, after }) => decision.reply ?? !after.lanes)
  const bodies = await database.bodies.bulkGet(changed.map(({ before }) => before.id))
  await database.bodies.bulkPut(changed.flatMap((change, index) => changeBody(change, bodies[index])))
}

function changeBody({ decision, before, after }: Change, body: BodyRow | undefined): BodyRow[] {
  if (!body || decision.ticket.kind === 'unknown' || typeof body.body !== 'string') return []
  const isOver = after.state === 'settled' || after.state === 'voided'
  const text = isOver ? eraseOrKeep(before, body.body) : body.body
  return [{ ...body, body: text, ...(decision.reply && { reply: decision.reply }) }]
}

/** A body that cannot be read has no secrets that could be found in it. */
function eraseOrKeep({ kind }: EntryRow, body: string): string {
  try {
    return eraseSecrets(kind, body)
  } catch {
    return body
  }
}

/** What a reply says of the card's version: when it settles, and when a failed condition is renewed from it. */
async function keepValidators(
  { validators }: Database,
  changes: readonly Change[],
  now: number,
): Promise<void> {
  const known = changes.flatMap(({ decision, before, after }) => {
    const [card] = before.codes
    const isTelling = after.state === 'settled' || after.renewals > before.renewals
    const given = isTelling && decision.reply ? validatorsOf(decision.reply.headers) : undefined
    return card !== undefined && given ? [{ card, ...given, at: now }] : []
  })
  await validators.bulkPut(known)
}

/** The smallest step in line: a million corrections fit between two neighbours. */
const step = 2 ** -20

/** The correction stands in line where what it corrects stood, and what waited for that one waits for it. */
async function succeed(database: Database, { decision: { become }, before }: Change): Promise<void> {
  if (become.state !== 'voided' || !become.successor) return
  const { request, ...successor } = become.successor
  const draft = {
    ...pickGiven(before, ['operator', 'conditions']),
    ...successor,
    request,
    kind: before.kind,
    shop: before.shop,
    terminal: before.terminal,
    replaces: before.id,
  }
  const place = before.place + step
  await addDraft(database, draft, place)
  const waited = before.lanes?.filter((lane) => lane.startsWith('after:')) ?? []
  if (waited.length === 0) return
  await database.entries.update(place, (row) => {
    row.lanes = [...new Set([...(row.lanes ?? []), ...waited])]
  })
}
