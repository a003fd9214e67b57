import type { OperationKind } from './models.js'

/** The few facts of an entry that claiming and deciding need; its body lies apart. */
export interface Ticket {
  id: string
  kind: OperationKind | 'unknown'
  /** The place in line; an amendment stands where what it replaces stood. */
  place: number
  /** Attempts that may have reached the service. */
  attempts: number
  createdAt: number
}
