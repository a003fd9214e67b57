import { createId } from '../domain/id.js'
import type { Clock } from '../ports.js'

export const clock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  id: () => createId(Date.now(), crypto.getRandomValues(new Uint8Array(16))),
}

/** Resolves after a while. */
export function delay(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, delayMs))
  })
}
