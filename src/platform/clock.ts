import type { Clock } from '../ports.js'

export const clock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
}

/** Random bytes fit for an id. */
export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}
