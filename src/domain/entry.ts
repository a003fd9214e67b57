import type { ConditionsAsked } from './conditions.js'
import type { Models, OperationKind } from './models.js'
import type { OutcomeTag, Problem, Reply } from './outcome.js'

//   queued ──claim──▶ sending ──answer──▶ settled
//     ▲ ▲               │ │ └──refusal, doubt, conflict──▶ parked
//     │ └──── retry ────┘ └──the host amends──▶ voided, with a successor
//     │
//   parked ──person: send again, take back──▶ queued
//   parked ──person: it went through──▶ settled      queued, parked ──person: void, amend──▶ voided
//   queued ──hand-over, age, a reference that will not settle──▶ parked      queued ──look-up: applied──▶ settled
export const entryStates = ['queued', 'sending', 'settled', 'parked', 'voided'] as const
/** The state of an operation: waiting, being sent, done, parked for a person, or ended by one. */
export type EntryState = (typeof entryStates)[number]

/** The states of entries that still need the service or a person. */
export const unresolved = ['queued', 'sending', 'parked'] as const satisfies readonly EntryState[]

/** Whether an entry still needs the service or a person. */
export function isUnresolved({ state }: { state: EntryState }): boolean {
  return unresolved.some((one) => one === state)
}

export const parkReasons = [
  'unknown',
  'conflict',
  'precondition',
  'rejected',
  'refused',
  'reference',
  'expired',
  'moved',
  'invalid',
  'unreadable',
] as const
/** Why an operation needs attention; docs/states.md explains each reason. */
export type ParkReason = (typeof parkReasons)[number]

/** One attempt or one action of a person. Lines are appended, never edited. */
export interface HistoryItem {
  at: Date
  what: HistoryEvent
  by?: string
  reason?: string
  status?: number
  outcome?: OutcomeTag
  detail?: string
}
export const historyEvents = [
  'rung-up',
  'limit-overridden',
  'duplicate-allowed',
  'imported',
  'attempt',
  'recovery',
  'resolved',
  'expired',
  'not-repeated',
  'handed-over',
  'take-back',
  'send-again',
  'mark-applied',
  'amend',
  'void',
  'show-cards',
  'look-up',
] as const
/** The events in the history of an operation. */
export type HistoryEvent = (typeof historyEvents)[number]

/** Events that a person adds to the record; they change nothing. */
export const noteEvents: readonly HistoryEvent[] = ['show-cards', 'look-up']

/** The service's reply; `problem` is its explanation of a failure (RFC 9457). */
export interface EntryReply {
  status: number
  headers: Record<string, string>
  body: unknown
  at: Date
  problem?: Problem
}

/** A stored reply in the form for a page. */
export function replyToEntryReply({ status, headers, body, at, problem }: Reply): EntryReply {
  return { status, headers, body, at: new Date(at), ...(problem && { problem }) }
}

/** The facts of every operation, whatever its state. */
interface EntryFacts<Kind extends OperationKind> {
  id: string
  kind: Kind
  shop: string
  terminal: string
  operator?: string
  /** Masked. */
  cards: string[]
  /** The amount that counts against limits. */
  amount?: number
  createdAt: Date
  /** Grows with the history, so that a person notices whether the entry has changed. */
  revision: number
  conditions?: ConditionsAsked
  /** The entry whose reply will give the transaction. */
  transactionOf?: string
  /** The entry whose place in line this one took. */
  replaces?: string
  /** The body as it was saved. Its secrets are erased once the entry is settled or voided. */
  request: Models[Kind]
  reply?: EntryReply
  history: HistoryItem[]
}

/** An operation that waits to be sent. */
export interface QueuedEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'queued'
  /** The earliest time of sending; without it, as soon as its turn comes. */
  dueAt?: Date
}
/** An operation under way; if the till stops now, its outcome is unknown. */
export interface SendingEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'sending'
}
/** An operation that the service has accepted. */
export interface SettledEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'settled'
  settledAt: Date
  /** The transaction id that a person or the host gave, if no answer of the service did. */
  transactionId?: number
}
/** An operation that needs attention; `reason` says why. */
export interface ParkedEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'parked'
  reason: Exclude<ParkReason, 'unreadable'>
  /** Its secrets were erased: it cannot be sent as it is. */
  isBare?: boolean
}
/** An operation that a person ended, or that a correction has replaced. */
export interface VoidedEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'voided'
  /** The entry that replaces it. */
  replacedBy?: string
}

/** A row that cannot be read, or that a newer release wrote: it is set aside and shown, never dropped. */
export interface UnreadableEntry {
  id: string
  kind: OperationKind | 'unknown'
  /** Settled or voided if it had ended, or if a person has said so. */
  state: 'parked' | 'settled' | 'voided'
  reason: 'unreadable'
  cards: string[]
  request: Record<string, never>
  createdAt?: Date
  /** When it was settled, if that can be read. */
  settledAt?: Date
  history: HistoryItem[]
}

/** An operation with its state and its history. */
export type Entry<Kind extends OperationKind = OperationKind> = Kind extends OperationKind
  ? QueuedEntry<Kind> | SendingEntry<Kind> | SettledEntry<Kind> | ParkedEntry<Kind> | VoidedEntry<Kind>
  : never

/** An entry of a list. */
export type ListedEntry = Entry | UnreadableEntry
