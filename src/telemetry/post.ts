import { errorToName } from '../domain/error-name.js'
import { parseHttpDate } from '../domain/http-date.js'

/** The result of a message. */
export type PostResult =
  | { tag: 'taken'; refused: number; fault?: string }
  /** To be sent again, after `afterMs` if the receiver said so. */
  | { tag: 'later'; afterMs?: number; fault: string }
  /** Not to be sent again, or in smaller parts only. */
  | { tag: 'refused'; isTooLarge: boolean; fault: string }

/** Headers, or a function that returns them at the time of sending. */
export type TelemetryHeaders =
  Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>)

export interface PostRequest {
  url: string
  headers: TelemetryHeaders
  message: object
  /** The page is closing: the browser sends the message afterwards. */
  isLeaving?: boolean
}

const timeoutMs = 10_000

/**
 * The statuses after which OTLP allows another attempt, and those that other headers may mend: what happened while a
 * credential had run out is told once there is a new one.
 */
const retryable = [401, 403, 429, 502, 503, 504]

/** Posts a message. Never rejects: every failure is a result. */
export async function post({ url, headers, message, isLeaving = false }: PostRequest): Promise<PostResult> {
  let all: Headers
  try {
    all = setType(typeof headers === 'function' ? await inTime(headers()) : headers)
  } catch (error) {
    return { tag: 'later', fault: `headers: ${errorToName(error)}` }
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: all,
      body: JSON.stringify(message),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      keepalive: isLeaving,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (response.ok) return readReply(text)
    const { status } = response
    const fault = `status ${status}`
    if (!retryable.includes(status)) return { tag: 'refused', isTooLarge: status === 413, fault }
    const afterMs = readRetryAfter(response.headers.get('retry-after') ?? '', Date.now())
    return { tag: 'later', fault, ...(afterMs !== undefined && { afterMs }) }
  } catch (error) {
    return { tag: 'later', fault: await nameFault(error, url, isLeaving) }
  }
}

/** The host's own, with the message's own type in place of theirs. */
function setType(headers: Record<string, string>): Headers {
  const all = new Headers(headers)
  all.set('content-type', 'application/json')
  return all
}

/** The host's function may leave its promise open. */
async function inTime<Value>(value: Value | Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DOMException('headers() has not answered', 'TimeoutError'))
    }, timeoutMs)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A browser reports the same error for an unreachable receiver and one that does not allow this page: a request
 * without CORS tells them apart.
 */
async function nameFault(error: unknown, url: string, isLeaving: boolean): Promise<string> {
  const name = errorToName(error)
  if (name !== 'TypeError' || isLeaving) return name
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    await fetch(url, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    })
    return 'cors: the receiver answers, and does not allow this page to send to it'
  } catch {
    // Telemetry says that its receiver is away.
    return 'unreachable'
  }
}

interface PartialSuccess {
  rejectedLogRecords?: unknown
  rejectedDataPoints?: unknown
}

/** The result of an accepted message: refused parts are not sent again. */
function readReply(text: string): PostResult {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: PartialSuccess }
    const refused = Number(partialSuccess?.rejectedLogRecords ?? partialSuccess?.rejectedDataPoints ?? 0)
    if (Number.isSafeInteger(refused) && refused > 0)
      return { tag: 'taken', refused, fault: 'refused in part' }
  } catch {
    // Many receivers answer with an empty body.
  }
  return { tag: 'taken', refused: 0 }
}

/** The longest delay, so that a receiver's mistake does not cost a day. */
const retryAfterMsMax = 3_600_000

function readRetryAfter(text: string, now: number): number | undefined {
  const until = parseHttpDate(text, now)
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1000 : until === undefined ? undefined : until - now
  return delayMs === undefined ? undefined : Math.min(Math.max(delayMs, 0), retryAfterMsMax)
}
