import type { EntryState, ParkReason } from '../domain/entry.js'
import type { Ticket } from '../domain/ticket.js'
import { isRecognised, type Policy } from './policy.js'

/** How an entry stands. */
export interface Standpoint {
  state: EntryState
  reason?: ParkReason | undefined
}

/** An entry as it comes in a file. */
export interface Arrival {
  ticket: Ticket
  standing: Standpoint
  /** How it stood before it was handed over. */
  former?: Standpoint | undefined
}

/** What a till handed over it will not send again: here it goes on as it stood there. */
export function placeHandedOver({ standing, former }: Arrival): Standpoint | undefined {
  if (standing.reason !== 'moved' || !former) return undefined
  if (former.state === 'queued') return { state: 'queued' }
  // Nothing is handed over in any other state; should a file say so all the same, a person looks at it.
  const { reason = 'unknown' } = former.state === 'parked' ? former : {}
  return { state: 'parked', reason: reason === 'moved' ? 'unknown' : reason }
}

/**
 * A copy is older than the death of its till, so whatever it shows as waiting may have been sent since. What needed
 * a person there needs one here. What that till had handed over is with another one.
 */
export function placeTakenOver(
  { ticket, standing }: Arrival,
  policy: Policy,
  now: number,
): Standpoint | undefined {
  if (standing.reason === 'moved') return undefined
  // When it was first sent is not known, but not before it was rung up.
  const wasSent = { ...ticket, sentAt: ticket.sentAt ?? ticket.createdAt }
  const isWaiting = standing.state === 'queued' || standing.state === 'sending'
  return isWaiting && isRecognised(wasSent, policy, now)
    ? { state: 'queued' }
    : { state: 'parked', reason: 'unknown' }
}
