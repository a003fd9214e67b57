import type { EntryState, HistoryEvent, ParkReason } from './entry.js'
import type { OperationKind } from './models.js'
import type { Hold, OutcomeTag, PauseReason, PauseScope } from './outcome.js'

/** What an event says of the entry it is about. Nothing here names a card, a person or what was sold. */
interface AboutEntry {
  id: string
  kind: OperationKind | 'unknown'
  shop: string
  terminal: string
  /** Attempts that may have reached the service, counted up to when the event was read. */
  attempts: number
}

/** How an entry came to stand as it does now. */
interface Became extends AboutEntry {
  through: HistoryEvent
}

/** An operation was kept: from here on it is safe. */
export interface RungUpEvent extends AboutEntry {
  type: 'rung-up'
  /** The entry that it corrects. */
  replaces?: string
}

/** It came in a file from another till, with a past of its own that is not told again. */
export interface ImportedEvent extends AboutEntry {
  type: 'imported'
  state?: EntryState
}

/** A named person let it pass a limit, or ring up although one like it stands. */
export interface LetThroughEvent extends AboutEntry {
  type: 'let-through'
  guard: 'limit' | 'duplicate'
}

/** It was marked as sending, and goes out. */
export interface SendingEvent extends AboutEntry {
  type: 'sending'
}

/** An attempt has ended, whatever came of it. */
export interface AttemptedEvent extends AboutEntry {
  type: 'attempted'
  outcome: OutcomeTag
  status?: number
  /** From marking it as sending to judging the answer; known of the first time it went. */
  tookMs?: number
}

/** The service has it, as far as is known. */
export interface SettledEvent extends Became {
  type: 'settled'
  /** Since it was rung up. */
  waitedMs?: number
}

/** It waits once more, by its replay rule or because a person sent it again. */
export interface RequeuedEvent extends Became {
  type: 'requeued'
}

/** It needs a person. */
export interface ParkedEvent extends Became {
  type: 'parked'
  /** Missing where it has moved on before anybody looked. */
  reason?: ParkReason
}

/** It will not be sent any more. */
export interface VoidedEvent extends Became {
  type: 'voided'
  replacedBy?: string
}

/** The service answered 409 or 412. */
export interface ConflictMetEvent extends AboutEntry {
  type: 'conflict-met'
  outcome: 'conflict' | 'precondition'
  status?: number
}

/** What was done about a conflict, and whether by the till's own rules, the host's `onConflict`, or a person. */
export interface ConflictResolvedEvent extends AboutEntry {
  type: 'conflict-resolved'
  resolver: 'till' | 'host' | 'person'
  how: 'renew' | 'ask-again' | 'accept' | 'resend' | 'amend' | 'send-again' | 'mark-applied' | 'void'
}

/** What happens to one entry. */
export type EntryEvent =
  | RungUpEvent
  | ImportedEvent
  | LetThroughEvent
  | SendingEvent
  | AttemptedEvent
  | SettledEvent
  | RequeuedEvent
  | ParkedEvent
  | VoidedEvent
  | ConflictMetEvent
  | ConflictResolvedEvent

/** The first that a listener is told: from here on it hears of everything. */
export interface ListeningEvent {
  type: 'listening'
}

/** The last that a listener is told: the till's handle has been closed. */
export interface ClosedEvent {
  type: 'closed'
}

/** Delivery rests, of everything or of one kind of operation. */
export interface PausedEvent {
  type: 'paused'
  /** `till`: a person holds everything back. */
  scope: PauseScope | Hold['scope']
  reason: PauseReason | 'held'
  since: Date
  /** As it looked when it began; missing where only a person ends it. */
  until?: Date
}

/** A pause is over. */
export interface ResumedEvent {
  type: 'resumed'
  scope: PausedEvent['scope']
  reason: PausedEvent['reason']
  since: Date
}

/** The till’s own data stands otherwise than before. */
export interface StorageChangedEvent {
  type: 'storage'
  state: 'open' | 'low' | 'lost' | 'deleted' | 'outdated'
  /** Whether the browser has promised to keep the data; missing until it has said so either way. */
  isPersistent?: boolean
  /** Something went wrong of late; `status.storage.fault` says what. */
  isFaulty: boolean
}

/** The service worker stands otherwise than before. */
export interface WorkerChangedEvent {
  type: 'worker'
  state: 'none' | 'starting' | 'active' | 'held-back' | 'failed'
}

/** The oldest that waits has waited for longer than `stallAfterMinutes`. */
export interface StalledEvent {
  type: 'stalled'
  oldestQueuedAt: Date
  waiting?: number
}

/** What waits is young again, or nothing waits any more. */
export interface FlowingEvent {
  type: 'flowing'
  /** Since when it had been stalled. */
  since: Date
}

/** What happens to the till as a whole. */
export type WholeTillEvent =
  | ListeningEvent
  | ClosedEvent
  | PausedEvent
  | ResumedEvent
  | StorageChangedEvent
  | WorkerChangedEvent
  | StalledEvent
  | FlowingEvent

/** What has happened, without when. */
export type Happening = EntryEvent | WholeTillEvent

interface Told {
  at: Date
  /** Where to go on from: a later listener that is given it hears of what came after. */
  cursor: string
}

/** Something that happened to a till, free of secrets and of persons: fit to be sent to whoever watches a fleet. */
export type TillEvent = Happening & Told
