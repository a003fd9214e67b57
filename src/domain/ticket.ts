import type { ConditionsAsked } from './conditions.js'
import type { OperationKind } from './models.js'

/** The facts of an entry that claiming and deciding need, without its body. */
export interface Ticket {
  id: string
  kind: OperationKind | 'unknown'
  /** The place in line; an amendment gets the place of the entry that it replaces. */
  place: number
  /** Attempts that may have reached the service. */
  attempts: number
  /** The attempts whose outcome is still unknown. */
  unknowns: number
  /** Attempts that may have been applied and that no person, host or answer has resolved since. */
  doubts: number
  /** The number of times a failed condition was renewed. */
  renewals: number
  createdAt: number
  /** The last hash of its history's chain. */
  head: string
  /** When it was first sent. */
  sentAt?: number
  /** When the service first refused its credentials, until it accepts it. */
  refusedAt?: number
  /** The idempotency key: the same for every attempt. */
  key?: string
  /** The header that carried the key on every attempt; missing if one went without the key, or under another. */
  keyHeader?: string
  conditions?: ConditionsAsked
  /** The entry whose reply will give the transaction. */
  transactionOf?: string
}
