import type { ReadyClaim } from '../../src/ports.js'
import { freshTicket } from './tickets.js'

/** The claim of a refund that was never sent. */
export const freshClaim: ReadyClaim = {
  run: 1,
  ticket: { ...freshTicket, id: 'a', createdAt: 0 },
  body: '{}',
}
