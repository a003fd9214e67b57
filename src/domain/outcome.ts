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

/** The machine-readable explanation of RFC 9457, as far as the service gives it. */
export const Problem = object({
  type: optional(string()),
  title: optional(string()),
  detail: optional(string()),
})
/** The machine-readable explanation of RFC 9457, as far as the service gives it. */
export type Problem = Infer<typeof Problem>

/** A reply of the service, or of whatever answered in its place. */
export const Reply = object({
  status: number(),
  headers: record(string(), string()),
  body: shallowJson,
  at: moment,
  problem: optional(Problem),
})
export type Reply = Infer<typeof Reply>

/** What came back from the line, before anyone judges it. */
export type Answer =
  | {
      tag: 'reply'
      status: number
      headers: Record<string, string>
      text: string
      /** There was more, which nobody has read. */
      isCut?: true
      at: number
      /** Since when we have gone by the credentials this was sent with. */
      credentialsAt: number
      /** It comes from another origin, and without a header that every service sends: the browser has hidden it. */
      isVeiled?: true
    }
  | { tag: 'redirect'; at: number }
  | {
      tag: 'silence'
      why: 'network' | 'timeout'
      at: number
      /** It was meant for another origin and ended at once, as when the browser is not allowed to send or to read. */
      isAbrupt?: true
    }
  | { tag: 'unsent'; why: string; at: number }

export const answeredTags = [
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
/** What an attempt came to where the service answered. */
export type AnsweredTag = (typeof answeredTags)[number]

export const unansweredTags = [
  'not-the-service',
  'silent',
  'unsent',
  'interrupted',
  'unreadable',
  'unreferenced',
  'expired',
  'found-applied',
  'found-absent',
] as const
/** What an attempt came to where it did not, or where nobody was asked. */
export type UnansweredTag = (typeof unansweredTags)[number]

export const outcomeTags = [...answeredTags, ...unansweredTags] as const
/** What an attempt came to; each has its row in the README's policy. */
export type OutcomeTag = AnsweredTag | UnansweredTag

/** What an attempt came to. */
export type Outcome =
  | { tag: AnsweredTag; reply: Reply; credentialsAt: number; isVeiled?: true }
  | { tag: UnansweredTag; detail: string; reply?: Reply; isAbrupt?: true }

/** Whether anyone is there, asked without spending an operation on it; `blocked` by the page's or worker's own policy. */
export type Reachability = 'reachable' | 'unreachable' | 'blocked' | 'not-the-service'

export const pauseReasons = [
  'offline',
  'not-the-service',
  'unsent',
  'unauthorized',
  'busy',
  'misconfigured',
  'failing',
] as const
/** Why the till waits by itself. */
export type PauseReason = (typeof pauseReasons)[number]

/** Why the replay waits, as a whole or for one kind of operation; kept so that a new run does not forget it. */
export const Pause = object({
  scope: enums(['service', ...operationKinds]),
  reason: enums(pauseReasons),
  since: moment,
  until: moment,
  failures: min(number(), 0),
  /** The service named the time itself: not even a person's wish ends it. */
  isFirm: boolean(),
})
/** A wait of the line, as it is kept. */
export type Pause = Infer<typeof Pause>
/** What waits: everything, or one kind of operation. */
export type PauseScope = Pause['scope']

/** A person holds the whole till back, until a person lets it go. It stands beside whatever the line itself asks for. */
export const Hold = object({ scope: literal('till'), since: moment, by: optional(string()) })
/** A person's pause, as it is kept. */
export type Hold = Infer<typeof Hold>
