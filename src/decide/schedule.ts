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

/** How long the till waits before it probes again; wide from the start, so that many tills do not ask together. */
export function probeDelayMs(random: number): number {
  return Math.round(backoffMsMin + random * (backoffMsMax - backoffMsMin))
}

/** Not before the time that the service named, and spread over about as long again. */
export function retryDelayMs(namedMs: number, random: number): number {
  const spreadMs = Math.min(retryJitterMsMax, Math.max(retryJitterMsMin, namedMs))
  return Math.round(namedMs + random * spreadMs)
}
