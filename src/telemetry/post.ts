import { parseHttpDate } from '../domain/http-date.js'

/** What became of a message. */
export type Posted =
  | { tag: 'taken'; refused: number; fault?: string }
  /** Not now: after so long, if the receiver said so. */
  | { tag: 'later'; afterMs?: number; fault: string }
  /** Never. */
  | { tag: 'refused'; fault: string }

/** Headers as they are, or how to get them at the moment of sending. */
export type TelemetryHeaders =
  Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>)

export interface Letter {
  url: string
  headers: TelemetryHeaders
  message: object
  /** The page is going: the browser sends it all the same. */
  isFarewell?: boolean
}

const timeoutMs = 10_000

/** What OTLP says may be sent again. */
const retryable = [429, 502, 503, 504]

/** Posts a message. Never rejects: whatever happens is an answer. */
export async function post({ url, headers, message, isFarewell = false }: Letter): Promise<Posted> {
  try {
    const given = typeof headers === 'function' ? await headers() : headers
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...given, 'content-type': 'application/json' },
      body: JSON.stringify(message),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      keepalive: isFarewell,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (response.ok) return readReply(text)
    const fault = `status ${response.status}`
    if (!retryable.includes(response.status)) return { tag: 'refused', fault }
    const afterMs = readRetryAfter(response.headers.get('retry-after') ?? '', Date.now())
    return { tag: 'later', fault, ...(afterMs !== undefined && { afterMs }) }
  } catch (error) {
    return { tag: 'later', fault: error instanceof Error ? error.name : 'unknown' }
  }
}

interface PartialSuccess {
  rejectedLogRecords?: unknown
  rejectedDataPoints?: unknown
}

/** Taken, all of it or most: what was refused is not to be sent again. */
function readReply(text: string): Posted {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: PartialSuccess }
    const refused = Number(partialSuccess?.rejectedLogRecords ?? partialSuccess?.rejectedDataPoints ?? 0)
    if (Number.isSafeInteger(refused) && refused > 0)
      return { tag: 'taken', refused, fault: 'refused in part' }
  } catch {
    // Many receivers answer with nothing at all.
  }
  return { tag: 'taken', refused: 0 }
}

/** Telemetry that comes an hour late is late enough; a receiver's slip must not cost a day. */
const retryAfterMsMax = 3_600_000

function readRetryAfter(text: string, now: number): number | undefined {
  const until = parseHttpDate(text, now)
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1000 : until === undefined ? undefined : until - now
  return delayMs === undefined ? undefined : Math.min(Math.max(delayMs, 0), retryAfterMsMax)
}
