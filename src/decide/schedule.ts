import type { Pause, Reachability } from '../domain/outcome.js'

const delayMsMin = 1_000
const delayMsMax = 60_000

/** Full jitter between a second and a bound that doubles, so that a shop's tills do not return in step. */
export function backoffMs(failures: number, random: number): number {
  const bound = Math.min(delayMsMax, delayMsMin * 2 ** Math.max(1, failures))
  return Math.round(delayMsMin + random * (bound - delayMsMin))
}

/** The pause that follows a probe without success; it remembers since when and how often. */
export function pauseAfterProbe(
  found: Exclude<Reachability, 'reachable'>,
  earlier: Pause | undefined,
  now: number,
  random: number,
): Pause {
  const failures = (earlier?.failures ?? 0) + 1
  return {
    scope: 'service',
    reason: found === 'unreachable' ? 'offline' : 'not-the-service',
    since: earlier?.since ?? now,
    until: now + backoffMs(failures, random),
    failures,
  }
}
