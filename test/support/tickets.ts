import type { OperationKind } from '../../src/domain/models.js'
import type { Ticket } from '../../src/domain/ticket.js'

/** The ticket of a refund that was never sent. */
export const freshTicket: Ticket & { kind: OperationKind } = {
  id: 'e1',
  kind: 'refund',
  place: 1,
  attempts: 0,
  unknowns: 0,
  doubts: 0,
  renewals: 0,
  head: '',
  createdAt: 1,
}
