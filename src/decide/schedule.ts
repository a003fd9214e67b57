export const second = 1_000
export const minute = 60 * second

export const backoffMsMax = minute
const backoffMsMin = second
const retryJitterMsMin = 10 * second
export const retryJitterMsMax = minute

/** How long an operation waits before it is sent again: full jitter under a bound that doubles. */
export function backoffMs(failures: number, random: number): number {
  const bound = Math.min(backoffMsMax, backoffMsMin * 2 ** Math.max(1, failures))
  return Math.round(backoffMsMin + random * (bound - backoffMsMin))
}

/** How long the till waits where nothing tells how long it will take; wide, so that many tills do not ask together. */
export function spreadDelayMs(random: number): number {
  return Math.round(backoffMsMin + random * (backoffMsMax - backoffMsMin))
}

/** From the beginning of a probe to that of the next: seconds at first, at most a minute as the outage grows. */
export function probeIntervalMs(outMs: number, random: number): number {
  const most = probeIntervalMsMax(outMs)
  const least = most * shortestShare
  return Math.round(least + random * (most - least))
}

/** With a probe that times out before it, a short outage is noticed to have ended within 20 s. */
const shortOutageIntervalMs = 19 * second
const firstIntervalMs = 10 * second

/** Nearly equal intervals of tills that failed at different moments keep them apart; wide ones tear them apart. */
const shortestShare = 0.4

export function probeIntervalMsMax(outMs: number): number {
  if (outMs < minute) return Math.min(shortOutageIntervalMs, firstIntervalMs + Math.max(0, outMs))
  return Math.min(backoffMsMax, outMs / 2)
}

/** A probe that took long is still followed by a rest. */
export const probeRestMsMin = second

/** Not before the time that the service named, and spread over about as long again. */
export function retryDelayMs(namedMs: number, random: number): number {
  const spreadMs = Math.min(retryJitterMsMax, Math.max(retryJitterMsMin, namedMs))
  return Math.round(namedMs + random * spreadMs)
}
