import type { HistoryEvent, ParkReason } from '../domain/entry.js'
import type { OutcomeTag, Reply } from '../domain/outcome.js'
import type { Signs } from '../domain/signs.js'
import type { Ticket } from '../domain/ticket.js'
import type { Limits } from './limits.js'
import type { Policy } from './policy.js'

/** What becomes of an entry. */
export type NextState =
  | { state: 'settled' }
  | { state: 'queued'; dueAt: number; isFirm?: boolean }
  | { state: 'parked'; reason: ParkReason; file?: string }
  | { state: 'voided'; successor?: Successor }

/** The operation that takes the place in line of the one it corrects. */
export interface Successor {
  id: string
  key?: string
  request: object
  createdAt: number
  operator?: string
  /** How often the till or the host has already corrected or renewed it. */
  renewals?: number
  /** The first lines of its history. */
  notes?: readonly HistoryLine[]
}

/** A line of an entry's history, as it is kept. */
export interface HistoryLine {
  at: number
  what: HistoryEvent
  by?: string
  reason?: string
  outcome?: OutcomeTag
  status?: number
  detail?: string
}

/** The one way an entry's state changes; the journal commits it whole or not at all. */
export interface Decision {
  ticket: Ticket
  nextState: NextState
  /** Facts of the entry that change with it. */
  facts: Partial<Pick<Ticket, 'attempts' | 'unknowns' | 'doubts' | 'renewals' | 'conditions'>> & {
    /** Its age is counted anew from here. */
    renewedAt?: number
    refusedAt?: number | undefined
    /** It has never left the till: no first sending is on record. */
    isUnsent?: true
    /** The transaction that a person or the host named for it. */
    transactionId?: number
  }
  line: HistoryLine
  reply?: Reply
  /** The entry waits in line; it is not being sent. */
  isWaiting?: true
  /** A host's amendment must keep the limits; where it does not, `refuse` decides instead. */
  admission?: { limits: Limits; refuse: (why: string) => Decision }
}

/** What is known beside the entry itself. */
export interface View {
  policy: Policy
  /** When the latest operation left that the service accepted. */
  acknowledgedAt?: number | undefined
  /** Since when each endpoint is known to exist. */
  proven?: Signs['proven']
  now: number
  random: number
}
