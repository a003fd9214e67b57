import type { Conditions } from '../domain/conditions.js'
import type { HistoryEvent, ParkReason } from '../domain/entry.js'
import type { Outcome, OutcomeTag, Reply } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import { isRecognised, ruleOf, type Policy } from './policy.js'
import { retryAfterMs } from './retry-after.js'
import { backoffMs, retryDelayMs } from './schedule.js'

/** What becomes of an entry. */
export type Become =
  | { state: 'settled' }
  | { state: 'queued'; dueAt: number; isFirm?: boolean }
  | { state: 'parked'; reason: ParkReason; file?: string }
  | { state: 'voided'; successor?: Successor }

/** The operation that takes the place in line of the one it corrects. */
export interface Successor {
  id: string
  key?: string
  request: object
  createdAt: number
  operator?: string
  /** How often what it corrects was tried anew, if nobody looked on. */
  renewals?: number
}

/** A line of an entry's history, as it is kept. */
export interface HistoryLine {
  at: number
  what: HistoryEvent
  by?: string
  reason?: string
  outcome?: OutcomeTag
  status?: number
  detail?: string
}

/** The one way an entry's state changes; the journal commits it whole or not at all. */
export interface Decision {
  ticket: Ticket
  become: Become
  /** Facts of the entry that change with it. */
  facts: Partial<Pick<Ticket, 'attempts' | 'unknowns' | 'renewals' | 'conditions'>> & {
    /** Its age is counted anew from here. */
    renewedAt?: number
    refusedAt?: number | undefined
  }
  line: HistoryLine
  reply?: Reply
}

/** What is known beside the entry itself. */
export interface View {
  policy: Policy
  /** When the service last took anything from us. */
  acknowledgedAt?: number | undefined
  now: number
  random: number
}

/** With a key that the service honours, 409 may mean that the first try is still under way: so often we ask again. */
const inFlightAttemptsMax = 8

/** Decides what an outcome makes of an entry. Pure: time and chance come in as arguments. */
export function decide(ticket: Ticket, outcome: Outcome, view: View): Decision {
  const isUnknown = isOutcomeUnknown(outcome, view.now)
  return {
    ticket,
    become: outcomeToState(ticket, outcome, view),
    facts: outcomeToFacts(ticket, outcome, isUnknown, view.now),
    line: outcomeToLine(ticket, outcome, view),
    ...(outcome.reply && { reply: outcome.reply }),
  }
}

function outcomeToState(ticket: Ticket, outcome: Outcome, view: View): Become {
  const { now, random } = view
  switch (outcome.tag) {
    case 'acknowledged':
    case 'found-applied':
      return { state: 'settled' }
    case 'found-absent':
      return { state: 'queued', dueAt: now + backoffMs(ticket.unknowns + 1, random) }
    case 'unsent':
    case 'misconfigured':
      return { state: 'queued', dueAt: 0 }
    case 'unauthorized':
      return isRefusedAlone(ticket, outcome.credentialsAt, view)
        ? { state: 'parked', reason: 'refused' }
        : { state: 'queued', dueAt: 0 }
    case 'busy':
      return isBusyUnknown(outcome.reply, now)
        ? unknownToState(ticket, view)
        : busyToState(ticket, outcome.reply, view)
    case 'not-the-service':
    case 'failed':
    case 'silent':
    case 'interrupted':
      return unknownToState(ticket, view)
    case 'unacknowledged':
      return { state: 'parked', reason: 'unknown' }
    case 'conflict':
      return conflictToState(ticket, view, 'conflict')
    case 'precondition':
      return conflictToState(ticket, view, 'precondition')
    case 'rejected':
      return { state: 'parked', reason: 'rejected' }
    case 'unreferenced':
      return { state: 'parked', reason: 'reference' }
    case 'expired':
      // An attempt that nobody answered may have been applied, however old it is.
      return { state: 'parked', reason: ticket.unknowns > 0 ? 'unknown' : 'expired' }
    case 'unreadable':
      return { state: 'parked', reason: 'unreadable' }
  }
}

function unknownToState(ticket: Ticket, view: View): Become {
  const again: Become = { state: 'queued', dueAt: view.now + backoffMs(ticket.unknowns + 1, view.random) }
  switch (ruleOf(ticket, view.policy, view.now)) {
    case 'idempotent':
      return again
    case 'once':
      return ticket.unknowns === 0 ? again : { state: 'parked', reason: 'unknown' }
    case 'verify':
      return { state: 'parked', reason: 'unknown' }
  }
}

/** After an attempt nobody answered, a conflict is evidence that it arrived, and no conflict. */
function conflictToState(ticket: Ticket, view: View, reason: 'conflict' | 'precondition'): Become {
  if (ticket.unknowns === 0) return { state: 'parked', reason }
  if (!isRecognised(ticket, view.policy, view.now)) return { state: 'parked', reason: 'unknown' }
  return reason === 'conflict' && ticket.attempts < inFlightAttemptsMax
    ? { state: 'queued', dueAt: view.now + backoffMs(ticket.attempts + 1, view.random) }
    : { state: 'parked', reason }
}

function busyToState(ticket: Ticket, { headers }: Reply, { now, random }: View): Become {
  const named = retryAfterMs(headers, now)
  return named === undefined
    ? { state: 'queued', dueAt: now + backoffMs(ticket.attempts + 1, random) }
    : { state: 'queued', dueAt: now + retryDelayMs(named, random), isFirm: true }
}

/** A 503 without Retry-After may come from a proxy that gave up on a service that did not. */
function isBusyUnknown({ status, headers }: Reply, now: number): boolean {
  return status === 503 && retryAfterMs(headers, now) === undefined
}

/** Others were taken since, or the credentials are new since: then it is this operation that is refused. */
function isRefusedAlone(
  { refusedAt }: Ticket,
  credentialsAt: number,
  { acknowledgedAt = -Infinity }: View,
): boolean {
  return refusedAt !== undefined && Math.max(credentialsAt, acknowledgedAt) > refusedAt
}

/** Whether the service may have applied the operation without our knowing. */
export function isOutcomeUnknown(outcome: Outcome, now: number): boolean {
  switch (outcome.tag) {
    case 'not-the-service':
    case 'failed':
    case 'silent':
    case 'interrupted':
    case 'unacknowledged':
      return true
    case 'busy':
      return isBusyUnknown(outcome.reply, now)
    case 'acknowledged':
    case 'rejected':
    case 'unauthorized':
    case 'misconfigured':
    case 'conflict':
    case 'precondition':
    case 'unsent':
    case 'unreadable':
    case 'unreferenced':
    case 'expired':
    case 'found-applied':
    case 'found-absent':
      return false
  }
}

/** What never left, and what was turned away at the door, is no attempt. */
const uncounted: readonly OutcomeTag[] = [
  'unsent',
  'unauthorized',
  'misconfigured',
  'unreadable',
  'unreferenced',
  'expired',
]

function outcomeToFacts(
  ticket: Ticket,
  outcome: Outcome,
  isUnknown: boolean,
  now: number,
): Decision['facts'] {
  const isCounted = !uncounted.includes(outcome.tag)
  return {
    attempts: ticket.attempts + (isCounted ? 1 : 0),
    unknowns: outcome.tag === 'found-absent' ? 0 : ticket.unknowns + (isUnknown ? 1 : 0),
    ...(outcome.tag === 'unauthorized' && { refusedAt: ticket.refusedAt ?? now }),
  }
}

function outcomeToLine(ticket: Ticket, outcome: Outcome, { now }: View): HistoryLine {
  const isEvidence = ticket.unknowns > 0 && (outcome.tag === 'conflict' || outcome.tag === 'precondition')
  const detail = isEvidence
    ? 'an earlier try was probably applied'
    : 'detail' in outcome
      ? outcome.detail
      : undefined
  return {
    at: now,
    what: outcomeToEvent(outcome.tag),
    outcome: outcome.tag,
    ...(detail !== undefined && { detail }),
    ...(outcome.reply && { status: outcome.reply.status }),
  }
}

function outcomeToEvent(tag: OutcomeTag): HistoryEvent {
  if (tag === 'interrupted') return 'recovery'
  return tag === 'expired' ? 'expired' : 'attempt'
}

/** Sends again under the conditions that hold now. */
export function decideRenewal(
  ticket: Ticket,
  outcome: Outcome,
  conditions: Conditions,
  view: View,
): Decision {
  const decision = decide(ticket, outcome, view)
  return {
    ...decision,
    become: { state: 'queued', dueAt: view.now },
    // Whoever asked for the latest goes on asking: the journal has just learnt it from this reply.
    facts: {
      ...decision.facts,
      renewals: ticket.renewals + 1,
      ...(ticket.conditions !== 'latest' && { conditions }),
    },
    line: { ...decision.line, detail: 'sent again under the condition that holds now' },
  }
}

/** Asks once more under the same key, for the answer that the first try will have had by then. */
export function decideRepeat(ticket: Ticket, outcome: Outcome, view: View): Decision {
  const decision = decide(ticket, outcome, view)
  return {
    ...decision,
    become: { state: 'queued', dueAt: view.now + backoffMs(ticket.attempts + 1, view.random) },
    line: { ...decision.line, detail: 'asked again: a repeat of it may still be under way' },
  }
}
