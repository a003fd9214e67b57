import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits, and returns false if the signal aborts first. One millisecond is added because a timer may fire slightly
 * before the wall clock reaches the time.
 */
export async function wait(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  if (delayMs <= 0) return true
  try {
    await sleep(Math.ceil(delayMs) + 1, undefined, { signal })
    return true
  } catch {
    return false
  }
}
