/**
 * Waits, and returns false if the signal aborts first. One millisecond is added because a timer may fire slightly
 * before the wall clock reaches the time.
 */
export function wait(delayMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  if (delayMs <= 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (isOver: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(isOver)
    }
    const onAbort = () => {
      end(false)
    }
    const timer = setTimeout(end, Math.ceil(delayMs) + 1, true)
    signal.addEventListener('abort', onAbort)
  })
}
