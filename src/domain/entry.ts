import type { ConditionsAsked } from './conditions.js'
import type { Models, OperationKind } from './models.js'
import type { OutcomeTag, Problem, Reply } from './outcome.js'

export const entryStates = ['queued', 'sending', 'settled', 'parked', 'voided'] as const
/** Where an operation stands: waiting, being sent, done, with a person, or ended by one. */
export type EntryState = (typeof entryStates)[number]

export const parkReasons = [
  'unknown',
  'conflict',
  'precondition',
  'rejected',
  'refused',
  'reference',
  'expired',
  'moved',
  'unreadable',
] as const
/** Why an operation needs a person; the README tells each. */
export type ParkReason = (typeof parkReasons)[number]

/** One attempt or one human act. Appended, never edited. */
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
  'handed-over',
  'take-back',
  'send-again',
  'mark-applied',
  'amend',
  'void',
] as const
/** What may happen to an operation. */
export type HistoryEvent = (typeof historyEvents)[number]

/** What the service replied, as it was read; `problem` is what it says of a failure (RFC 9457). */
export interface EntryReply {
  status: number
  headers: Record<string, string>
  body: unknown
  at: Date
  problem?: Problem
}

/** A kept reply as a page sees it. */
export function replyToEntryReply({ status, headers, body, at, problem }: Reply): EntryReply {
  return { status, headers, body, at: new Date(at), ...(problem && { problem }) }
}

/** What is known of every operation, wherever it stands. */
interface EntryFacts<Kind extends OperationKind> {
  id: string
  kind: Kind
  shop: string
  terminal: string
  operator?: string
  /** Masked. */
  cards: string[]
  /** What counts against limits. */
  amount?: number
  createdAt: Date
  /** Grows with its history: tells whether an entry has changed since somebody looked at it. */
  revision: number
  conditions?: ConditionsAsked
  /** The entry whose reply will name the transaction. */
  transactionOf?: string
  /** The entry whose place in line this one took. */
  replaces?: string
  /** What was rung up. Its secrets are gone once the entry is settled or voided. */
  request: Models[Kind]
  reply?: EntryReply
  history: HistoryItem[]
}

/** It waits for its turn. */
export interface QueuedEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'queued'
  /** Not before then; without it, as soon as its turn comes. */
  dueAt?: Date
}
/** It is under way; should the till die now, its outcome is unknown. */
export interface SendingEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'sending'
}
/** The service has it. */
export interface SettledEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'settled'
  settledAt: Date
}
/** It needs a person, and `reason` says why. */
export interface ParkedEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'parked'
  reason: Exclude<ParkReason, 'unreadable'>
}
/** A person ended it, or a correction stands in its place. */
export interface VoidedEntry<Kind extends OperationKind> extends EntryFacts<Kind> {
  state: 'voided'
  /** The entry that corrects it. */
  replacedBy?: string
}

/** A row that cannot be read, or that a newer release wrote: kept aside and shown, never dropped. */
export interface UnreadableEntry {
  id: string
  kind: OperationKind | 'unknown'
  /** Voided once a person has said so. */
  state: 'parked' | 'voided'
  reason: 'unreadable'
  cards: string[]
  request: Record<string, never>
  createdAt?: Date
  history: HistoryItem[]
}

/** An operation on its way: rung up, waiting, sent, and ended in one of the ways its state tells. */
export type Entry<Kind extends OperationKind = OperationKind> = Kind extends OperationKind
  ? QueuedEntry<Kind> | SendingEntry<Kind> | SettledEntry<Kind> | ParkedEntry<Kind> | VoidedEntry<Kind>
  : never

/** What a list may hold. */
export type ListedEntry = Entry | UnreadableEntry
