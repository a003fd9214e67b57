import type { ParkReason } from '../domain/entry.js'
import {
  outcomeTags,
  type AnsweredTag,
  type Outcome,
  type OutcomeTag,
  type PauseReason,
} from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { NextState, View } from './decision.js'
import { isRecognised, ruleOf } from './policy.js'
import { backoffMs, retryDelayMs } from './schedule.js'

/** What an attempt leaves behind; `disproved` says that neither it nor an earlier one was applied. */
type Attempt = 'uncounted' | 'known' | 'unknown' | 'disproved'

/** What an outcome means for its entry and for the line. */
interface Meaning<Of extends Outcome> {
  /** The state that follows. */
  next(ticket: Ticket, outcome: Of, view: View): NextState
  /** Whether the attempt counts, and whether it may have been applied. */
  attempt: Attempt | 'unknown-if-503'
  /** The endpoint itself must have given the reply. */
  isOwn?: true
  /** After an attempt without an answer, it suggests that that attempt was applied. */
  isEcho?: true
  /** The pause that may follow. */
  pause?: Exclude<PauseReason, 'offline' | 'worker-answers'>
}

type Answered = Extract<Outcome, { credentialsAt: number }>
type OutcomeOf<Tag> = Tag extends AnsweredTag ? Answered : Exclude<Outcome, Answered>

/** What each outcome means. `classify` says which status has which outcome. */
const meanings: { readonly [Tag in OutcomeTag]: Meaning<OutcomeOf<Tag>> } = {
  acknowledged: { next: settle, attempt: 'known', isOwn: true }, // 200 with JSON
  unacknowledged: { next: parkUnknown, attempt: 'unknown' }, // any other 2xx
  rejected: { next: parkRejected, attempt: 'known', isOwn: true, isEcho: true, pause: 'misconfigured' }, // 400, 413, 422, any other 4xx
  unauthorized: { next: requeueOrRefuse, attempt: 'uncounted', isEcho: true, pause: 'unauthorized' }, // 401, 403, 407
  misconfigured: { next: requeueLast, attempt: 'uncounted', pause: 'misconfigured' }, // 404, 405, 501
  conflict: { next: parkConflict, attempt: 'known', isOwn: true, isEcho: true }, // 409
  precondition: { next: park('precondition'), attempt: 'known', isOwn: true, isEcho: true }, // 412, 428
  busy: { next: waitOrReplay, attempt: 'unknown-if-503', pause: 'busy' }, // 425, 429, 503; 413 with Retry-After
  failed: { next: applyReplayRule, attempt: 'unknown', pause: 'failing' }, // 408, any other 5xx
  'not-the-service': { next: applyReplayRule, attempt: 'unknown', pause: 'not-the-service' }, // a redirect, 511, 200 without JSON
  silent: { next: applyReplayRule, attempt: 'unknown' }, // no answer
  unsent: { next: requeue, attempt: 'uncounted', pause: 'unsent' },
  interrupted: { next: applyReplayRule, attempt: 'unknown' },
  unreadable: { next: parkUnreadable, attempt: 'uncounted' },
  unreferenced: { next: park('reference'), attempt: 'uncounted' },
  expired: { next: parkExpired, attempt: 'uncounted' },
  unrepeatable: { next: parkUnknown, attempt: 'uncounted' },
  'found-applied': { next: settle, attempt: 'known' },
  'found-absent': { next: requeueLater, attempt: 'disproved' },
}

/** What an outcome means. */
export function meaningOf({ tag }: Outcome): Meaning<Outcome> {
  return meanings[tag]
}

/** Outcomes that are no attempt: nothing left, or the service refused it before it looked at it. */
export const uncounted: readonly OutcomeTag[] = outcomeTags.filter(
  (tag) => meanings[tag].attempt === 'uncounted',
)

/** What an attempt leaves behind. A 503 without Retry-After may come from a proxy that did not wait for the service. */
export function attemptOf(outcome: Outcome): Attempt {
  const { attempt } = meaningOf(outcome)
  if (attempt !== 'unknown-if-503') return attempt
  const { reply, isPlaced, retryAfterMs } = outcome as Answered
  return reply.status === 503 && !isPlaced && retryAfterMs === undefined ? 'unknown' : 'known'
}

/** Whether the service may have applied the operation without our knowing. */
export function isOutcomeUnknown(outcome: Outcome): boolean {
  return attemptOf(outcome) === 'unknown'
}

/** Whether an earlier attempt may have been applied. */
export function isInDoubt({ unknowns, doubts }: Ticket): boolean {
  return unknowns > 0 || doubts > 0
}

/** Whether the service gave its stored answer to a repeat. */
export function isStored(outcome: Outcome): boolean {
  return 'isStored' in outcome
}

/** A stored answer to what was never applied: sent again under its key, it would never be. */
export function refuseForGood(
  ticket: Ticket,
  outcome: Outcome,
): { ticket: Ticket; outcome: Outcome } | undefined {
  if (!('isStored' in outcome)) return undefined
  const detail = `asked after ${outcome.tag}`
  return { ticket: { ...ticket, unknowns: 0, doubts: 0 }, outcome: { ...outcome, tag: 'rejected', detail } }
}

function settle(): NextState {
  return { state: 'settled' }
}

function requeue(): NextState {
  return { state: 'queued', dueAt: 0 }
}

/** Behind those of its kind that have not been tried: the fault may be its own. */
function requeueLast(_: Ticket, __: Outcome, { now }: View): NextState {
  return { state: 'queued', dueAt: now }
}

function requeueLater({ unknowns }: Ticket, _: Outcome, view: View): NextState {
  return requeueAfter(unknowns, view)
}

/** Sends it again after a while that grows with the failures so far. */
export function requeueAfter(failures: number, { now, random }: View): NextState {
  return { state: 'queued', dueAt: now + backoffMs(failures + 1, random) }
}

/**
 * If the service has taken others since, or has new credentials, it refuses this operation alone: until that is known
 * the others go first. A time that is still to come was written by a wrong clock, and tells nothing.
 */
function requeueOrRefuse(ticket: Ticket, outcome: Answered, view: View): NextState {
  const { refusedAt = Infinity } = ticket
  const { acknowledgedAt = -Infinity, now } = view
  const isSince = (at: number) => at > refusedAt && at <= now
  const isRefusedAlone = isSince(outcome.credentialsAt) || isSince(acknowledgedAt)
  return isRefusedAlone ? park('refused')(ticket, outcome, view) : requeueLast(ticket, outcome, view)
}

function waitOrReplay(ticket: Ticket, outcome: Answered, view: View): NextState {
  const { now, random } = view
  const { retryAfterMs } = outcome
  if (isOutcomeUnknown(outcome)) return applyReplayRule(ticket, outcome, view)
  return retryAfterMs === undefined
    ? requeueAfter(ticket.attempts, view)
    : { state: 'queued', dueAt: now + retryDelayMs(retryAfterMs, random), isFirm: true }
}

function applyReplayRule(ticket: Ticket, outcome: Outcome, view: View): NextState {
  if (isStored(outcome)) return parkUnknown()
  const again = requeueLater(ticket, outcome, view)
  switch (ruleOf(ticket, view.policy, view.now)) {
    case 'idempotent':
      return again
    case 'once':
      return ticket.unknowns === 0 ? again : parkUnknown()
    case 'verify':
      return parkUnknown()
  }
}

function parkUnknown(): NextState {
  return { state: 'parked', reason: 'unknown' }
}

function parkUnreadable(): NextState {
  return { state: 'parked', reason: 'unreadable' }
}

/** An attempt without an answer may have been applied, however old it is. */
function parkExpired(ticket: Ticket): NextState {
  return { state: 'parked', reason: isInDoubt(ticket) ? 'unknown' : 'expired' }
}

/** A refusal says nothing of an earlier attempt without an answer, unless the service recognised the repeat. */
function park(reason: ParkReason) {
  return (ticket: Ticket, outcome: Outcome, { policy, now }: View): NextState => {
    const mayBeApplied = isInDoubt(ticket) && !(isRecognised(ticket, policy, now) && mayKnowRepeats(outcome))
    return { state: 'parked', reason: mayBeApplied ? 'unknown' : reason }
  }
}

/** Whether the service itself gave an answer: a gateway's page in place of JSON knows of no key. */
function mayKnowRepeats(outcome: Outcome): boolean {
  if (!('credentialsAt' in outcome)) return true
  const { reply, isPlaced, isStored } = outcome
  return isPlaced ?? isStored ?? (typeof reply.body !== 'string' || reply.body.trim() === '')
}

/** Asked so often, a first try is no longer under way. */
const inFlightAttemptsMax = 8

function parkConflict(ticket: Ticket, outcome: Outcome, view: View): NextState {
  return mayBeInFlight(ticket, outcome, view)
    ? requeueAfter(ticket.attempts, view)
    : park('conflict')(ticket, outcome, view)
}

/** A 409 means no conflict to an operation that has none: the service may still be at the first try. */
function parkRejected(ticket: Ticket, outcome: Answered, view: View): NextState {
  if (outcome.reply.status !== 409 || !isInDoubt(ticket)) return park('rejected')(ticket, outcome, view)
  if (mayBeInFlight(ticket, outcome, view)) return requeueAfter(ticket.attempts, view)
  return isStored(outcome) ? park('rejected')(ticket, outcome, view) : parkUnknown()
}

/** After an attempt without an answer, a recognised conflict may mean that the first try is still under way. */
function mayBeInFlight(ticket: Ticket, outcome: Outcome, view: View): boolean {
  const { attempts, unknowns } = ticket
  const isAsked = !isStored(outcome) && unknowns > 0 && attempts < inFlightAttemptsMax
  return isAsked && isRecognised(ticket, view.policy, view.now)
}
