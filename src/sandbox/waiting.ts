import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits, and says whether the time was waited out; false once the signal aborts. A timer may fire a moment before
 * the wall clock says so, hence the millisecond on top.
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
