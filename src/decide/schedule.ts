export const second = 1_000
export const minute = 60 * second

export const backoffMsMax = minute
const backoffMsMin = second
/** Wide from the first failure on: of a thousand tills that lost one service, few ask again in the same second. */
const jitterMsMin = 30 * second
export const retryJitterMsMax = 10 * second

/** How long an operation waits before it is sent again: full jitter under a bound that doubles. */
export function backoffMs(failures: number, random: number): number {
  const bound = Math.min(backoffMsMax, backoffMsMin * 2 ** Math.max(1, failures))
  return Math.round(backoffMsMin + random * (bound - backoffMsMin))
}

/** How long the whole till waits before it asks after the line again. */
export function probeDelayMs(failures: number, random: number): number {
  const bound = Math.min(backoffMsMax, jitterMsMin * 2 ** Math.max(0, failures - 1))
  return Math.round(backoffMsMin + random * (bound - backoffMsMin))
}

/** Never before the time that was named, and not all tills at that very moment. */
export function retryDelayMs(namedMs: number, random: number): number {
  return Math.round(namedMs + random * retryJitterMsMax)
}
