import type { Outcome, Pause, PauseReason, PauseScope, Reachability } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { Decision } from './decide.js'
import { retryAfterMs, retryAfterMsMax } from './retry-after.js'
import { backoffMsMax, minute, probeDelayMs, retryDelayMs, retryJitterMsMax, second } from './schedule.js'

const rests: Record<'unauthorized' | 'misconfigured' | 'failing', { firstMs: number; mostMs: number }> = {
  unauthorized: { firstMs: minute, mostMs: 15 * minute },
  misconfigured: { firstMs: 30 * second, mostMs: 15 * minute },
  failing: { firstMs: minute, mostMs: 30 * minute },
}

/** Whether a pause still holds; one that ends later than any could is the work of a clock that was set. */
export function isHolding({ until, since, isFirm, reason }: Pause, now: number): boolean {
  const longestMs = isFirm ? retryAfterMsMax + retryJitterMsMax : reason in rests ? 30 * minute : backoffMsMax
  return now < until && until - now <= longestMs && now >= since - minute
}

/** The pause that follows a probe without success. */
export function pauseAfterProbe(
  found: Exclude<Reachability, 'reachable'>,
  earlier: Pause | undefined,
  now: number,
  random: number,
): Pause {
  const reason = found === 'not-the-service' ? found : 'offline'
  return createPause('service', reason, earlier, now, probeDelayMs(random))
}

export interface PauseView {
  earlier: (scope: PauseScope) => Pause | undefined
  /** The host gives its credentials through a function, so fresh ones can be had at once. */
  canRenew: boolean
  now: number
  random: number
}

/** The pause that an outcome brings on; none for most. */
export function pauseAfter(
  { kind }: Ticket,
  outcome: Outcome,
  decision: Decision,
  view: PauseView,
): Pause | undefined {
  const { now, random } = view
  if (kind === 'unknown') return undefined
  const service = view.earlier('service')
  switch (outcome.tag) {
    case 'not-the-service':
      return pauseAfterProbe(outcome.tag, service, now, random)
    case 'unsent':
      return createPause('service', 'unsent', service, now, probeDelayMs(random))
    case 'unauthorized':
      return decision.become.state === 'queued' ? pauseForCredentials(service, view) : undefined
    case 'misconfigured':
      return createRest(kind, 'misconfigured', view)
    case 'failed':
      return decision.become.state === 'parked' && outcome.reply.status >= 500
        ? createRest(kind, 'failing', view)
        : undefined
    case 'busy':
      return pauseForBusy(outcome.reply, service, view)
    case 'acknowledged':
    case 'unacknowledged':
    case 'rejected':
    case 'conflict':
    case 'precondition':
    case 'silent':
    case 'interrupted':
    case 'unreadable':
    case 'unreferenced':
    case 'expired':
    case 'found-applied':
    case 'found-absent':
      return undefined
  }
}

function pauseForCredentials(earlier: Pause | undefined, view: PauseView): Pause {
  const isFirst = earlier?.reason !== 'unauthorized'
  const delayMs = isFirst && view.canRenew ? 0 : restMs('unauthorized', earlier)
  return createPause('service', 'unauthorized', earlier, view.now, delayMs)
}

/** 429 and 503 speak for the whole service; 413 and 425 for one request. */
function pauseForBusy(
  { status, headers }: { status: number; headers: Record<string, string> },
  earlier: Pause | undefined,
  { now, random }: PauseView,
): Pause | undefined {
  if (status !== 429 && status !== 503) return undefined
  const named = retryAfterMs(headers, now)
  if (named === undefined) {
    return createPause('service', 'busy', earlier, now, probeDelayMs(random))
  }
  return { ...createPause('service', 'busy', earlier, now, retryDelayMs(named, random)), isFirm: true }
}

function createRest(
  scope: PauseScope,
  reason: 'misconfigured' | 'failing',
  { earlier, now }: PauseView,
): Pause {
  const before = earlier(scope)
  return createPause(scope, reason, before, now, restMs(reason, before))
}

function restMs(reason: keyof typeof rests, earlier: Pause | undefined): number {
  const { firstMs, mostMs } = rests[reason]
  const failures = earlier?.reason === reason ? earlier.failures : 0
  return Math.min(mostMs, firstMs * 2 ** failures)
}

function createPause(
  scope: PauseScope,
  reason: PauseReason,
  earlier: Pause | undefined,
  now: number,
  delayMs: number,
): Pause {
  // Operations under way together bring the same news: one failure, not one each.
  const isSameNews = earlier?.reason === reason && isHolding(earlier, now)
  if (isSameNews) return { ...earlier, until: Math.max(earlier.until, reason === 'busy' ? now + delayMs : 0) }
  return {
    scope,
    reason,
    since: earlier?.since ?? now,
    until: now + delayMs,
    failures: failuresOf(earlier) + 1,
    isFirm: false,
  }
}

function failuresOf(pause: Pause | undefined): number {
  return pause?.failures ?? 0
}
