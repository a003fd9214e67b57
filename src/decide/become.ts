import { type EntryState, isUnresolved, type ParkReason } from '../domain/entry.js'
import { pickGiven } from '../domain/given.js'
import type { Decision } from './decision.js'

/** The facts of an entry that change while it lives. */
export interface Standing {
  head: string
  lines: number
  state: EntryState
  reason?: ParkReason | undefined
  lanes?: string[] | undefined
  dueAt?: number | undefined
  isFirm?: boolean | undefined
  firmSince?: number | undefined
  waitingSince?: number | undefined
  movedFrom?: object | undefined
  sentAt?: number | undefined
  keyHeader?: string | undefined
}

/** A person has acted on the entry since it was found waiting: the person's decision holds. */
export function isActedOn({ ticket, isWaiting }: Decision, before: Standing | undefined): boolean {
  if (!isWaiting) return false
  const isStill = before?.state === 'queued' || before?.state === 'sending'
  return !isStill || before.head !== ticket.head
}

/** A run decides about an entry under way or one that waits in vain; a person decides about the others. */
export function isExpected(
  { line, isWaiting, nextState }: Decision,
  { state }: Pick<Standing, 'state'>,
): boolean {
  if (nextState.state === 'parked' && nextState.reason === 'unreadable') return true
  if (line.by !== undefined) return state !== 'sending'
  return state === 'sending' || (state === 'queued' && isWaiting === true)
}

/** A row without its due time. */
export function withoutDueAt<Row extends Pick<Standing, 'dueAt' | 'isFirm' | 'firmSince'>>({
  dueAt: _,
  isFirm: __,
  firmSince: ___,
  ...row
}: Row): Omit<Row, 'dueAt' | 'isFirm' | 'firmSince'> {
  return row
}

/** What an entry becomes by a decision, whose line of history has the hash `head`; what never changes stays. */
export function become<Row extends Standing>(
  before: Row,
  decision: Decision,
  { head, now }: { head: string; now: number },
): Row {
  const { facts } = decision
  const { reason: _, movedFrom: __, waitingSince, lanes, ...kept } = withoutDueAt<Standing>(before)
  const since = facts.renewedAt ?? waitingSince
  const after = {
    ...(facts.isUnsent ? withoutSending(kept) : kept),
    ...pickGiven(facts, [
      'attempts',
      'unknowns',
      'doubts',
      'renewals',
      'conditions',
      'refusedAt',
      'transactionId',
    ]),
    head,
    lines: (Number.isInteger(before.lines) ? before.lines : 0) + 1,
    ...(!isEnd(decision) && { ...(lanes && { lanes }), ...(since !== undefined && { waitingSince: since }) }),
    ...standAs(before, decision, now),
  }
  // All that the caller's row has beyond these facts is still in it.
  return after as Standing as Row
}

function isEnd({ nextState }: Decision): boolean {
  return !isUnresolved(nextState)
}

/** The state, and what belongs to it alone. */
function standAs(before: Standing, { nextState }: Decision, now: number): object {
  const { state } = nextState
  switch (state) {
    case 'settled':
      return { state, endedAt: now, personalSince: now }
    case 'voided': {
      const { successor } = nextState
      return { state, endedAt: now, personalSince: now, ...(successor && { replacedBy: successor.id }) }
    }
    case 'queued':
      return { state, dueAt: nextState.dueAt, ...(nextState.isFirm && { isFirm: true, firmSince: now }) }
    case 'parked': {
      const { reason, file } = nextState
      const movedFrom = { ...pickGiven(before, ['state', 'reason']), file }
      return { state, reason, ...(file !== undefined && { movedFrom }) }
    }
  }
}

/** The row as before its first attempt: no request has left the till. */
function withoutSending<Row extends Pick<Standing, 'sentAt' | 'keyHeader'>>({
  sentAt: _,
  keyHeader: __,
  ...row
}: Row): Omit<Row, 'sentAt' | 'keyHeader'> {
  return row
}
