import type { CopyFaultReason } from './copy-fault.js'
import type { EntryState, HistoryEvent, ParkReason } from './entry.js'
import type { OperationKind } from './models.js'
import type { ManualPause, OutcomeTag, PauseReason, PauseScope } from './outcome.js'

/** The facts of an event's entry. They name no card, no person and no product. */
interface AboutEntry {
  id: string
  kind: OperationKind | 'unknown'
  shop: string
  terminal: string
  /** Attempts that may have reached the service, up to the time at which the event was read. */
  attempts: number
}

/** The history event that led to the entry's present state. */
interface Became extends AboutEntry {
  through: HistoryEvent
}

/** An operation was saved. */
export interface RungUpEvent extends AboutEntry {
  type: 'rung-up'
  /** The entry that it replaces. */
  replaces?: string
}

/** An operation was imported from another till; its earlier history is not reported again. */
export interface ImportedEvent extends AboutEntry {
  type: 'imported'
  state?: EntryState
}

/** A named person allowed it past a limit, or although it looks like another operation. */
export interface LetThroughEvent extends AboutEntry {
  type: 'let-through'
  guard: 'limit' | 'duplicate'
}

/** An operation was marked as sending, and is sent. */
export interface SendingEvent extends AboutEntry {
  type: 'sending'
}

/** An attempt has ended, with any outcome. */
export interface AttemptedEvent extends AboutEntry {
  type: 'attempted'
  outcome: OutcomeTag
  status?: number
  /** The time from marking it as sending to the decision about the answer; known for the first attempt. */
  tookMs?: number
}

/** An operation is settled: the service has it, as far as is known. */
export interface SettledEvent extends Became {
  type: 'settled'
  /** The time since it was saved. */
  waitedMs?: number
}

/** An operation waits again, by its replay rule or because a person sent it again. */
export interface RequeuedEvent extends Became {
  type: 'requeued'
}

/** An operation needs attention. */
export interface ParkedEvent extends Became {
  type: 'parked'
  /** Missing if the entry had left the state when the event was read. */
  reason?: ParkReason
}

/** An operation is voided: this till does not send it any more. */
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

/** How a conflict was resolved, and whether by the till's own rules, the host's `onConflict`, or a person. */
export interface ConflictResolvedEvent extends AboutEntry {
  type: 'conflict-resolved'
  resolver: 'till' | 'host' | 'person'
  how: 'renew' | 'ask-again' | 'accept' | 'resend' | 'amend' | 'send-again' | 'mark-applied' | 'void'
}

/** Events of one entry. */
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

/** The first event of a listener: it receives every later one. */
export interface ListeningEvent {
  type: 'listening'
}

/** The last event of a listener: the till's handle was closed. */
export interface ClosedEvent {
  type: 'closed'
}

/** Sending was paused, for all operations or for one kind. */
export interface PausedEvent {
  type: 'paused'
  /** `till`: a person has paused the till. */
  scope: PauseScope | ManualPause['scope']
  reason: PauseReason | 'held'
  since: Date
  /** The expected end when the pause began; missing if only a person ends it. */
  until?: Date
}

/** A pause has ended. */
export interface ResumedEvent {
  type: 'resumed'
  scope: PausedEvent['scope']
  reason: PausedEvent['reason']
  since: Date
}

/** The state of the till's storage has changed. */
export interface StorageChangedEvent {
  type: 'storage'
  state: 'open' | 'low' | 'replaced' | 'lost' | 'deleted' | 'outdated'
  /** Whether the browser has promised to keep the data; missing until it has answered. */
  isPersistent?: boolean
  /** Whether there is a fault; `status.storage.fault` describes it. */
  isFaulty: boolean
}

/** The state of the service worker has changed. */
export interface WorkerChangedEvent {
  type: 'worker'
  state: 'none' | 'starting' | 'active' | 'held-back' | 'missing' | 'failed'
}

/** The oldest waiting operation has waited longer than `stallAfterMinutes`. */
export interface StalledEvent {
  type: 'stalled'
  oldestQueuedAt: Date
  waiting?: number
}

/** The oldest operation waits no longer than `stallAfterMinutes` again, or none waits. */
export interface FlowingEvent {
  type: 'flowing'
  /** When the stall began. */
  since: Date
}

/** A copy of what is unresolved has left the device, or an attempt at one has failed. */
export interface CopyEvent {
  type: 'copy'
  state: 'made' | 'failed'
  /** How many operations are in it. */
  operations?: number
  /** Why the attempt failed. */
  reason?: CopyFaultReason
}

/** Events of the whole till. */
export type WholeTillEvent =
  | ListeningEvent
  | ClosedEvent
  | PausedEvent
  | ResumedEvent
  | StorageChangedEvent
  | WorkerChangedEvent
  | StalledEvent
  | FlowingEvent
  | CopyEvent

/** An event without its time. */
export type UndatedEvent = EntryEvent | WholeTillEvent

interface EventStamp {
  at: Date
  /** The position after this event: a later listener can continue from it. */
  cursor: string
}

/** An event of a till, without secrets or persons, so that it can be sent to the operators of a fleet. */
export type TillEvent = UndatedEvent & EventStamp
