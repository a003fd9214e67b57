import { createId } from '../domain/id.js'
import type { Clock } from '../ports.js'

export const clock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  id: () => createId(Date.now(), crypto.getRandomValues(new Uint8Array(16))),
}
