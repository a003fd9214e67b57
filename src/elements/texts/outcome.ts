import type { ParkReason } from '../../domain/entry.js'

/** What the outcome of an operation is called. */
export interface OutcomeTexts {
  label: string
  saved: string
  sending: string
  /** Beside an operation that is being sent. */
  noCancel: string
  confirmed: string
  stop: string
  cancelled: string
  /** Of a cancelled operation that was sent before, without an answer that settles it. */
  cancelledInDoubt: string
  /** Of a cancelled operation that was handed over: another till may have it. */
  cancelledHere: string
  cancelledBy: (name: string) => string
  corrected: string
  correctedBy: (name: string) => string
  reasons: Record<ParkReason, string>
  refusedCard: (words: string) => string
  refusedOrder: (words: string) => string
  said: (words: string) => string
  next: string
  dismiss: string
  more: (shown: string) => string
  missing: string
  fault: (message: string) => string
}

/** English. */
export const englishOutcome: OutcomeTexts = {
  label: 'Last operation',
  saved: 'Saved on this till. Not confirmed yet.',
  sending: 'Sending…',
  noCancel: 'It cannot be cancelled while it is being sent.',
  confirmed: 'Confirmed by the card service.',
  stop: 'Stop. Not confirmed.',
  cancelled: 'Cancelled. It will not be sent.',
  cancelledInDoubt: 'Cancelled. An earlier try may have gone through.',
  cancelledHere: 'Cancelled here. The other till may still send it.',
  cancelledBy: (name) => `Cancelled by ${name}.`,
  corrected: 'This is the correction of what you entered.',
  correctedBy: (name) => `Corrected by ${name}. This is the correction.`,
  reasons: {
    unknown: 'Sent, but we do not know if it worked.',
    conflict: 'The card service has different details.',
    precondition: 'Someone else changed it in the meantime.',
    rejected: 'Refused by the card service.',
    refused: 'The card service does not allow this till to do it.',
    reference: 'The original operation never went through.',
    expired: 'Too old to send automatically.',
    moved: 'Handed over to another till.',
    unreadable: 'This till cannot read its record.',
    invalid: 'It breaks the rules of this till.',
  },
  refusedCard: (words) => `The card service refused this card: ${words}`,
  refusedOrder: (words) => `The card service refused this order: ${words}`,
  said: (words) => `The card service says: ${words}`,
  next: 'Do not hand anything over. Tell your supervisor.',
  dismiss: 'Dismiss',
  more: (shown) => `And ${shown} more.`,
  missing: 'This till does not have this operation.',
  fault: (message) => `This till cannot read how the operation stands now: ${message}`,
}
