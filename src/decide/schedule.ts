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

/**
 * How long the whole till waits before it asks after the line again. As wide from the first failure on: of a
 * thousand tills that lost one service at the same moment, few may ask again in the same second.
 */
export function probeDelayMs(random: number): number {
  return Math.round(backoffMsMin + random * (backoffMsMax - backoffMsMin))
}

/** Never before the time that was named, and spread over about as long again, so that not all tills end together. */
export function retryDelayMs(namedMs: number, random: number): number {
  const spreadMs = Math.min(retryJitterMsMax, Math.max(retryJitterMsMin, namedMs))
  return Math.round(namedMs + random * spreadMs)
}
