import {
  isOut,
  type Outcome,
  type Pause,
  type PauseReason,
  type PauseScope,
  type Reachability,
} from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { Decision } from './decision.js'
import { isStored, meaningOf } from './outcomes.js'
import { retryAfterMsMax } from './retry-after.js'
import {
  backoffMsMax,
  minute,
  probeIntervalMs,
  probeIntervalMsMax,
  probeRestMsMin,
  retryDelayMs,
  retryJitterMsMax,
  second,
  spreadDelayMs,
} from './schedule.js'

const rests: Record<'unauthorized' | 'misconfigured' | 'failing', { firstMs: number; mostMs: number }> = {
  unauthorized: { firstMs: minute, mostMs: 15 * minute },
  misconfigured: { firstMs: 30 * second, mostMs: 15 * minute },
  failing: { firstMs: minute, mostMs: 30 * minute },
}

/** Whether a pause still holds. One that ends later than any could was written before the clock was set. */
export function isHolding(pause: Pause, now: number): boolean {
  const { until, since } = pause
  return now < until && until - now <= longestMs(pause, now) && now >= since - minute
}

/**
 * Whether a sound answer to a request that left at a time ends a pause of the service: not one that began later, unless
 * for want of a line, nor one whose time the service named.
 */
export function mayEnd(pause: Pause, leftAt: number, now: number): boolean {
  return !isHolding(pause, now) || (!pause.isFirm && (isOut(pause) || leftAt >= pause.since))
}

function longestMs(pause: Pause, now: number): number {
  if (pause.isFirm) return retryAfterMsMax + retryJitterMsMax
  if (isOut(pause)) return probeIntervalMsMax(now - pause.since)
  return pause.reason in rests ? 30 * minute : backoffMsMax
}

/** The pause that follows a probe without success; it is counted from the moment when the probe began. */
export function pauseAfterProbe(
  found: Exclude<Reachability, 'reachable'>,
  earlier: Pause | undefined,
  now: number,
  random: number,
  askedAt = now,
): Pause {
  const reason: PauseReason = found === 'not-the-service' || found === 'worker-answers' ? found : 'offline'
  const outage = earlier && isOut(earlier) ? { ...earlier, reason } : undefined
  const intervalMs = probeIntervalMs(askedAt - (outage?.since ?? now), random)
  return createPause('service', reason, outage, now, Math.max(probeRestMsMin, askedAt + intervalMs - now))
}

export interface PauseView {
  earlier: (scope: PauseScope) => Pause | undefined
  /** The host gives its credentials through a function, so fresh ones can be had at once. */
  canRenew: boolean
  /** Two operations in a row were answered as if there were no such endpoint. */
  isAddressSuspect?: boolean
  now: number
  random: number
}

const ofTheLine: readonly PauseReason[] = ['not-the-service', 'unsent', 'unauthorized']

/** The pause that follows an outcome; none for most. */
export function pauseAfter(
  { kind }: Ticket,
  outcome: Outcome,
  decision: Decision,
  view: PauseView,
): Pause | undefined {
  const { now, random } = view
  const { state } = decision.nextState
  const reason = meaningOf(outcome).pause
  const service = view.earlier('service')
  // A stored answer says nothing of how the service is now.
  if (kind === 'unknown' || reason === undefined || isStored(outcome)) return undefined
  // The service itself named a time: what else is said of the line comes after it.
  if (service?.isFirm && isHolding(service, now) && ofTheLine.includes(reason)) return undefined
  switch (reason) {
    case 'not-the-service':
      return pauseAfterProbe(reason, service, now, random)
    case 'unsent':
      if ('isBehind' in outcome) return undefined
      return createPause('service', 'unsent', service, now, spreadDelayMs(random))
    case 'unauthorized':
      return state === 'queued' ? pauseForCredentials(service, view) : undefined
    case 'misconfigured':
      // Each refusal costs a person's time.
      return outcome.tag === 'misconfigured' || view.isAddressSuspect
        ? createRest(kind, 'misconfigured', view)
        : undefined
    case 'failing':
      return state === 'parked' && (outcome.reply?.status ?? 0) >= 500
        ? createRest(kind, 'failing', view)
        : undefined
    case 'busy':
      return pauseForBusy(outcome, service, view)
  }
}

function pauseForCredentials(earlier: Pause | undefined, view: PauseView): Pause {
  const isFirst = earlier?.reason !== 'unauthorized'
  const delayMs = isFirst && view.canRenew ? 0 : restMs('unauthorized', earlier)
  return createPause('service', 'unauthorized', earlier, view.now, delayMs)
}

/** 429 and 503 speak for the whole service; 413 and 425 for one request. */
function pauseForBusy(
  outcome: Outcome,
  earlier: Pause | undefined,
  { now, random }: PauseView,
): Pause | undefined {
  const { status } = outcome.reply ?? {}
  if (status !== 429 && status !== 503) return undefined
  const delayMs = 'retryAfterMs' in outcome ? outcome.retryAfterMs : undefined
  if (delayMs === undefined) return createPause('service', 'busy', earlier, now, spreadDelayMs(random))
  return { ...createPause('service', 'busy', earlier, now, retryDelayMs(delayMs, random)), isFirm: true }
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
  // Operations sent together report the same failure: it counts once.
  const same = earlier?.reason === reason ? earlier : undefined
  if (same && isHolding(same, now))
    return { ...same, until: Math.max(same.until, reason === 'busy' ? now + delayMs : 0) }
  return {
    scope,
    reason,
    since: same?.since ?? now,
    until: now + delayMs,
    failures: (same?.failures ?? 0) + 1,
    isFirm: false,
  }
}
