import { enums, number, object, optional, record, string, unknown, type Infer } from 'superstruct'

/** The machine-readable explanation of RFC 9457, as far as the service gives it. */
export const Problem = object({
  type: optional(string()),
  title: optional(string()),
  detail: optional(string()),
})
export type Problem = Infer<typeof Problem>

/** A reply of the service, or of whatever answered in its place. */
export const Reply = object({
  status: number(),
  headers: record(string(), string()),
  body: unknown(),
  at: number(),
  problem: optional(Problem),
})
export type Reply = Infer<typeof Reply>

/** What came back from the line, before anyone judges it. */
export type Answer =
  | { tag: 'reply'; status: number; headers: Record<string, string>; text: string; at: number }
  | { tag: 'redirect'; at: number }
  | { tag: 'silence'; why: 'network' | 'timeout'; at: number }
  | { tag: 'unsent'; why: string; at: number }

export const outcomeTags = [
  'acknowledged',
  'unacknowledged',
  'not-the-service',
  'rejected',
  'unauthorized',
  'misconfigured',
  'conflict',
  'precondition',
  'busy',
  'failed',
  'silent',
  'unsent',
  'interrupted',
  'unreadable',
] as const
export type OutcomeTag = (typeof outcomeTags)[number]

/** What an attempt came to. */
export type Outcome =
  | { tag: AnsweredTag; reply: Reply }
  | { tag: 'not-the-service'; detail: string; reply?: Reply }
  | { tag: 'silent' | 'unsent' | 'interrupted' | 'unreadable'; detail: string }

export type AnsweredTag = Exclude<
  OutcomeTag,
  'not-the-service' | 'silent' | 'unsent' | 'interrupted' | 'unreadable'
>

/** Whether anyone is there, asked without spending an operation on it. */
export type Reachability = 'reachable' | 'unreachable' | 'not-the-service'

/** Why the replay waits, for the whole service; kept so that a new run does not forget it. */
export const Pause = object({
  scope: string(),
  reason: enums(['offline', 'not-the-service']),
  since: number(),
  until: number(),
  failures: number(),
})
export type Pause = Infer<typeof Pause>
