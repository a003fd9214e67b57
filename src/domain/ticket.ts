import type { ConditionsAsked } from './conditions.js'
import type { OperationKind } from './models.js'

/** The few facts of an entry that claiming and deciding need; its body lies apart. */
export interface Ticket {
  id: string
  kind: OperationKind | 'unknown'
  /** The place in line; an amendment stands where what it replaces stood. */
  place: number
  /** Attempts that may have reached the service. */
  attempts: number
  /** Those of them whose outcome is not known to this day. */
  unknowns: number
  /** How often a failed condition has been renewed. */
  renewals: number
  createdAt: number
  /** Where the chain of its history ends. */
  head: string
  /** When it first left the till. */
  sentAt?: number
  /** When the service first refused it for who we are, and has not taken it since. */
  refusedAt?: number
  /** Stays the same over every resend. */
  key?: string
  conditions?: ConditionsAsked
  /** The entry whose reply will name the transaction. */
  transactionOf?: string
}
