import { createId } from '../domain/id.js'
import type { Clock } from '../ports.js'

export const clock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  after(delayMs) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, delayMs))
    })
    return {
      over,
      cancel() {
        clearTimeout(timer)
      },
    }
  },
  random: () => Math.random(),
  id: () => createId(Date.now(), crypto.getRandomValues(new Uint8Array(16))),
}

/** Resolves after a delay. */
export function delay(delayMs: number): Promise<void> {
  return clock.after(delayMs).over
}
