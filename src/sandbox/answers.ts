import type { Fault, StatusFault } from './faults.js'
import { problemToReply, type Reply } from './problems.js'

/** The answer to a request: a reply, or a cut connection. The transport waits the times in it. */
export type Answer = ReplyAnswer | DropAnswer

/** A reply to send; its header names are lower case. */
export interface ReplyAnswer {
  kind: 'reply'
  status: number
  headers: Record<string, string>
  body: string
  /** How long to wait before the first byte. */
  delayMs?: number
  /** How long to wait after each byte. */
  dripMs?: number
  /** After how many bytes to cut the connection; the announced length stays whole. */
  truncateAt?: number
}

/** A connection cut without a reply; `afterEffect` says whether the bank was asked. */
export interface DropAnswer {
  kind: 'drop'
  afterEffect: boolean
  delayMs?: number
}

/** Turns a reply of the bank into an answer to send. */
export function replyToAnswer({ status, headers, body }: Reply, now: Date): ReplyAnswer {
  return {
    kind: 'reply',
    status,
    headers: { date: now.toUTCString(), 'cache-control': 'no-store', ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
  }
}

/** The answer of the first fault that keeps the request from the bank, if there is one. */
export function answerInPlaceOfBank(faults: readonly Fault[], now: Date): Answer | undefined {
  for (const fault of faults) {
    const answer = answerInstead(fault, now)
    if (answer) return answer
  }
  return undefined
}

function answerInstead(fault: Fault, now: Date): Answer | undefined {
  switch (fault.kind) {
    case 'outage':
    case 'dropBeforeEffect':
      return { kind: 'drop', afterEffect: false }
    case 'status':
      return fault.afterEffect ? undefined : statusToAnswer(fault, now)
    case 'captivePortal':
      return page(200, { date: now.toUTCString() })
    case 'redirect':
      return page(302, { date: now.toUTCString(), location: fault.location ?? 'http://portal.example/login' })
    case 'delay':
    case 'late':
    case 'dropAfterEffect':
    case 'resent':
    case 'truncatedBody':
    case 'wrongType':
    case 'emptyBody':
    case 'brokenJson':
    case 'slowDrip':
    case 'clockSkew':
      return undefined
  }
}

/** Applies one fault to an answer. A cut connection stays cut. */
export function applyToAnswer(answer: Answer, fault: Fault, now: Date): Answer {
  if (fault.kind === 'delay') return { ...answer, delayMs: (answer.delayMs ?? 0) + fault.delayMs }
  if (answer.kind === 'drop') return answer
  switch (fault.kind) {
    case 'dropAfterEffect':
      return { kind: 'drop', afterEffect: true, delayMs: answer.delayMs ?? 0 }
    case 'status':
      return fault.afterEffect ? { ...statusToAnswer(fault, now), delayMs: answer.delayMs ?? 0 } : answer
    case 'truncatedBody':
      return { ...answer, truncateAt: Math.floor(new TextEncoder().encode(answer.body).length / 2) }
    case 'wrongType':
      return { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' }, body: 'OK' }
    case 'emptyBody':
      return { ...answer, body: '' }
    case 'brokenJson':
      return { ...answer, body: '{"TransactionID": ' }
    case 'slowDrip':
      return { ...answer, dripMs: fault.delayMs }
    case 'clockSkew':
      return { ...answer, headers: { ...answer.headers, date: shift(now, fault.skewSeconds) } }
    case 'late':
    case 'resent':
    case 'dropBeforeEffect':
    case 'captivePortal':
    case 'redirect':
    case 'outage':
      return answer
  }
}

function statusToAnswer(fault: StatusFault, now: Date): ReplyAnswer {
  const bare = replyToAnswer(statusToReply(fault), now)
  const headers = { ...bare.headers, ...retryAfter(fault, now), ...lowerNames(fault.headers ?? {}) }
  return { ...bare, headers, body: typeof fault.body === 'string' ? fault.body : bare.body }
}

function statusToReply({ status, body }: StatusFault): Reply {
  if (status === 204 || status === 205 || status === 304) return { status, headers: {}, body: undefined }
  if (body === undefined && status >= 400) {
    return problemToReply({ name: 'fault', status, title: 'A scripted fault' })
  }
  return { status, headers: { 'content-type': 'application/json' }, body: body === undefined ? {} : body }
}

function retryAfter({ retryAfterSeconds, retryAfterForm }: StatusFault, now: Date): Record<string, string> {
  if (retryAfterSeconds === undefined) return {}
  const text = retryAfterForm === 'date' ? shift(now, retryAfterSeconds) : String(retryAfterSeconds)
  return { 'retry-after': text }
}

function shift(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toUTCString()
}

function lowerNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]))
}

function page(status: number, headers: Record<string, string>): ReplyAnswer {
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: '<!doctype html><title>Welcome to the guest network</title><form><button>Log in</button></form>',
  }
}
