import { isShallow } from '../domain/fields.js'
import type { Answer, AnsweredTag, Outcome, Problem, Reply } from '../domain/outcome.js'

/** Says what an answer means; every status has its place here and nowhere else. */
export function classify(answer: Answer, hasConflicts: boolean): Outcome {
  switch (answer.tag) {
    case 'reply':
      return classifyReply(answer, hasConflicts)
    case 'redirect':
      return { tag: 'not-the-service', detail: 'the answer was a redirect' }
    case 'silence':
      return { tag: 'silent', detail: answer.why, ...(answer.isAbrupt && { isAbrupt: true }) }
    case 'unsent':
      return { tag: 'unsent', detail: answer.why }
  }
}

type ReplyAnswer = Extract<Answer, { tag: 'reply' }>

function classifyReply(answer: ReplyAnswer, hasConflicts: boolean): Outcome {
  const json = readJson(answer)
  const reply = answerToReply(answer, json)
  const tag = statusToTag(reply, json !== undefined, hasConflicts)
  return tag === 'not-the-service'
    ? { tag, detail: 'the answer was no reply of the service', reply }
    : { tag, reply, credentialsAt: answer.credentialsAt, ...(answer.isVeiled && { isVeiled: true }) }
}

function statusToTag(
  { status, headers }: Reply,
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
      return 'retry-after' in headers ? 'busy' : 'rejected'
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

/** A page that is no reply is kept for whoever wonders what answered: its beginning tells. */
const keptTextMax = 65_536

function answerToReply(
  { status, headers, text, at }: ReplyAnswer,
  json: { body: unknown } | undefined,
): Reply {
  const body = json ? json.body : text.slice(0, keptTextMax)
  const problem = bodyToProblem(body)
  return { status, headers, body, at, ...(problem && { problem }) }
}

/** What was not read whole says nothing, even where its beginning happens to be JSON. */
function readJson({ text, isCut }: ReplyAnswer): { body: unknown } | undefined {
  try {
    const body: unknown = isCut ? undefined : JSON.parse(text)
    return body !== undefined && isShallow(body) ? { body } : undefined
  } catch {
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
