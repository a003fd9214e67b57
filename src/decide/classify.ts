import { isShallow } from '../domain/fields.js'
import type { OperationKind } from '../domain/models.js'
import {
  placements,
  type Answer,
  type AnsweredTag,
  type Outcome,
  type Placement,
  type Problem,
  type Reply,
} from '../domain/outcome.js'
import { isStoredReply } from '../domain/stored-reply.js'
import { hasOwnWords, isMissingStatus } from './existence.js'
import { retryAfterMs } from './retry-after.js'

/** What is known of the endpoint that an answer comes from. */
export interface Seen {
  kind?: OperationKind
  /** It has given a sound answer before. */
  isProven?: boolean
}

/** Says what an answer means; every status has its place here and nowhere else. */
export function classify(answer: Answer, hasConflicts: boolean, seen: Seen = {}): Outcome {
  switch (answer.tag) {
    case 'reply':
      return classifyReply(answer, hasConflicts, seen)
    case 'redirect':
      return { tag: 'not-the-service', detail: 'the answer was a redirect' }
    case 'stand-in':
      return {
        tag: 'not-the-service',
        detail: 'a service worker of this site answered instead of the service',
      }
    case 'silence':
      return { tag: 'silent', detail: answer.why, ...(answer.isAbrupt && { isAbrupt: true }) }
    case 'unsent':
      return { tag: 'unsent', detail: answer.why }
  }
}

type ReplyAnswer = Extract<Answer, { tag: 'reply' }>

/** Whether a host may say what an answer means: only of one that was read whole. */
export function isPlaceable(answer: Answer): answer is ReplyAnswer {
  return answer.tag === 'reply' && !answer.isCut && (answer.status < 300 || answer.status >= 400)
}

const placed: Record<Placement, AnsweredTag> = {
  settled: 'acknowledged',
  rejected: 'rejected',
  conflict: 'conflict',
  unknown: 'failed',
  busy: 'busy',
  misconfigured: 'misconfigured',
}

/** The outcome by the host's word; unchanged where the host gives no known word. */
export function placeByHost(answer: Answer, outcome: Outcome, word: unknown): Outcome {
  const placement = placements.find((known) => known === word)
  if (placement === undefined || !isPlaceable(answer) || !outcome.reply) return outcome
  const detail = `service.classify says ${placement}`
  return { ...createAnswered(placed[placement], answer, outcome.reply), isPlaced: true, detail }
}

function classifyReply(answer: ReplyAnswer, hasConflicts: boolean, seen: Seen): Outcome {
  const json = readJson(answer)
  const reply = answerToReply(answer, json)
  const isOwnWord = isMissingStatus(reply.status) && isOwn(reply, seen)
  const now = isOwnWord ? 'rejected' : statusToTag(reply, json !== undefined, hasConflicts)
  const tag = isStoredReply(reply) ? statusToStoredTag(reply.status, now) : now
  return tag === 'not-the-service'
    ? { tag, detail: 'the answer did not come from the service', reply }
    : createAnswered(tag, answer, reply)
}

/** A stored answer says nothing of how the service is now: it is never busy, and its endpoint exists. */
function statusToStoredTag<Tag>(status: number, now: Tag): Tag | 'failed' | 'rejected' {
  if (now === 'not-the-service' || now === 'failed') return now
  if (status >= 500) return 'failed'
  return now === 'busy' || now === 'unauthorized' || now === 'misconfigured' ? 'rejected' : now
}

/** `Retry-After` is read here, by the time at which the answer came. */
function createAnswered(
  tag: AnsweredTag,
  { headers, at, credentialsAt, isVeiled }: ReplyAnswer,
  reply: Reply,
) {
  const delayMs = retryAfterMs(headers, at)
  return {
    tag,
    reply,
    credentialsAt,
    ...(isVeiled && { isVeiled }),
    ...(isStoredReply(reply) && { isStored: true as const }),
    ...(delayMs !== undefined && { retryAfterMs: delayMs }),
  }
}

/** Whether the endpoint exists: then it is the operation that the service does not take. */
function isOwn(reply: Reply, { kind, isProven = false }: Seen): boolean {
  return isProven || (kind !== undefined && hasOwnWords(reply, kind))
}

function statusToTag(
  { status, headers, at }: Reply,
  hasJson: boolean,
  hasConflicts: boolean,
): AnsweredTag | 'not-the-service' {
  switch (status) {
    case 200:
      return hasJson ? 'acknowledged' : 'not-the-service'
    case 401:
    case 403:
    case 407:
      return 'unauthorized'
    case 404:
    case 405:
    case 501:
      return 'misconfigured'
    case 408:
      return 'failed'
    case 409:
      return hasConflicts ? 'conflict' : 'rejected'
    case 412:
    case 428:
      return hasConflicts ? 'precondition' : 'rejected'
    case 413:
      // Of a time that cannot be read nothing comes of waiting.
      return retryAfterMs(headers, at) === undefined ? 'rejected' : 'busy'
    case 425:
    case 429:
    case 503:
      return 'busy'
    case 511:
      return 'not-the-service'
    default:
      return classToTag(status)
  }
}

function classToTag(status: number): AnsweredTag | 'not-the-service' {
  if (status >= 200 && status < 300) return 'unacknowledged'
  if (status >= 400 && status < 500) return 'rejected'
  if (status >= 500 && status < 600) return 'failed'
  return 'not-the-service'
}

/** Of a page that is no reply, the beginning tells support what answered. */
const keptTextMax = 65_536

function answerToReply(
  { status, headers, text, at }: ReplyAnswer,
  json: { body: unknown } | undefined,
): Reply {
  const body = json ? json.body : text.slice(0, keptTextMax)
  const problem = bodyToProblem(body)
  return { status, headers, body, at, ...(problem && { problem }) }
}

/** An answer that was cut off is no JSON, even if its beginning reads as JSON. */
function readJson({ text, isCut }: ReplyAnswer): { body: unknown } | undefined {
  try {
    const body: unknown = isCut ? undefined : JSON.parse(text)
    return body !== undefined && isShallow(body) ? { body } : undefined
  } catch {
    // A reply that is no JSON is an outcome of its own.
    return undefined
  }
}

/** RFC 9457 asks readers to ignore members of the wrong type. */
function bodyToProblem(body: unknown): Problem | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const members = ['type', 'title', 'detail'].flatMap((name) => {
    const value = (body as Record<string, unknown>)[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return members.length > 0 ? Object.fromEntries(members) : undefined
}
