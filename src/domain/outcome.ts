import {
  boolean,
  enums,
  literal,
  min,
  number,
  object,
  optional,
  record,
  string,
  type Infer,
} from 'superstruct'
import { operationKinds } from './endpoints.js'
import { moment, shallowJson } from './fields.js'
import type { OperationKind } from './models.js'

/** The machine-readable explanation of RFC 9457, as far as the service gives it. */
export const Problem = object({
  type: optional(string()),
  title: optional(string()),
  detail: optional(string()),
})
/** The machine-readable explanation of RFC 9457, as far as the service gives it. */
export interface Problem {
  /** The kind of problem, as a URI. */
  type?: string | undefined
  /** The kind of problem in a few words. */
  title?: string | undefined
  /** What went wrong this time. */
  detail?: string | undefined
}

/** A reply of the service, or of another server in its place. */
export const Reply = object({
  status: number(),
  headers: record(string(), string()),
  body: shallowJson,
  at: moment,
  problem: optional(Problem),
})
export type Reply = Infer<typeof Reply>

/** The result of a request, before it is classified. */
export type Answer =
  | {
      tag: 'reply'
      status: number
      headers: Record<string, string>
      text: string
      /** The reply was longer and was cut. */
      isCut?: true
      at: number
      /** Since when these credentials have been used. */
      credentialsAt: number
      /** The reply comes from another origin without a header that every service sends: the browser has hidden it. */
      isVeiled?: true
    }
  | { tag: 'redirect'; at: number }
  /** A service worker of the site made up the answer, or may have. */
  | { tag: 'stand-in'; at: number }
  | {
      tag: 'silence'
      why: 'network' | 'timeout'
      at: number
      /** The request to another origin failed at once, as when the browser is not allowed to send or to read. */
      isAbrupt?: true
    }
  | { tag: 'unsent'; why: string; at: number }

const answeredTags = [
  'acknowledged',
  'unacknowledged',
  'rejected',
  'unauthorized',
  'misconfigured',
  'conflict',
  'precondition',
  'busy',
  'failed',
] as const
/** The outcomes of an attempt that the service answered. */
export type AnsweredTag = (typeof answeredTags)[number]

const unansweredTags = [
  'not-the-service',
  'silent',
  'unsent',
  'interrupted',
  'unreadable',
  'unreferenced',
  'expired',
  'unrepeatable',
  'found-applied',
  'found-absent',
] as const
/** The outcomes of an attempt without an answer, or without a request. */
export type UnansweredTag = (typeof unansweredTags)[number]

export const outcomeTags = [...answeredTags, ...unansweredTags] as const
/** The outcome of an attempt; each has its row in docs/replies-to-outcomes.md. */
export type OutcomeTag = AnsweredTag | UnansweredTag

/** The meanings that a host may give to an answer of its service. */
export const placements = ['settled', 'rejected', 'conflict', 'unknown', 'busy', 'misconfigured'] as const
/** The meanings that a host may give to an answer of its service. */
export type Placement = (typeof placements)[number]

/** The outcome of an attempt. */
export type Outcome =
  | {
      tag: UnansweredTag
      detail: string
      reply?: Reply
      isAbrupt?: true
      /** Another operation of the same transaction goes first; the line itself works. */
      isBehind?: true
      /** The transaction id that the host gave. */
      transactionId?: number
    }
  | {
      tag: AnsweredTag
      reply: Reply
      credentialsAt: number
      isVeiled?: true
      /** How long the service asks to be left alone. */
      retryAfterMs?: number
      /** The host has decided what the answer means. */
      isPlaced?: true
      /** The service took the request for a repeat and gave its stored answer: another repeat would get the same. */
      isStored?: true
      detail?: string
    }

/**
 * Whether the service is reachable, checked without sending an operation; `blocked` by the policy of the page or
 * worker, `worker-answers` if a service worker of the site answers in the service's place.
 */
export type Reachability = 'reachable' | 'unreachable' | 'blocked' | 'not-the-service' | 'worker-answers'

export const pauseReasons = [
  'offline',
  'not-the-service',
  'worker-answers',
  'unsent',
  'unauthorized',
  'busy',
  'misconfigured',
  'failing',
] as const
/** The reason of a pause that the till made itself. */
export type PauseReason = (typeof pauseReasons)[number]

const outReasons = new Set<PauseReason>(['offline', 'not-the-service', 'worker-answers'])

/** Whether the service cannot be reached, so that a probe ends the pause. */
export function isOut({ reason }: { reason: PauseReason }): boolean {
  return outReasons.has(reason)
}

/** A pause of sending, for all operations or one kind; stored, so that a new run knows it. */
export const Pause = object({
  scope: enums(['service', ...operationKinds]),
  reason: enums(pauseReasons),
  since: moment,
  until: moment,
  failures: min(number(), 0),
  /** The service set the time itself: not even a person's request ends it. */
  isFirm: boolean(),
})
/** A stored pause. */
export type Pause = Infer<typeof Pause>
/** The scope of a pause: all operations, or one kind. */
export type PauseScope = OperationKind | 'service'

/** A person's pause of the whole till, until a person resumes it. It is independent of the line's own pauses. */
export const ManualPause = object({ scope: literal('till'), since: moment, by: optional(string()) })
/** A stored pause by a person. */
export interface ManualPause {
  scope: 'till'
  since: number
  by?: string | undefined
}
