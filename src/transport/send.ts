import { conditionsToHeaders } from '../domain/conditions.js'
import { endpointOf } from '../domain/endpoints.js'
import type { Answer } from '../domain/outcome.js'
import type { Gate, HeadersRecord, ReadyClaim, ServiceAccess } from '../ports.js'
import { client } from './client.js'
import { isElsewhere, joinUrl } from './url.js'

const replyCharactersMax = 1_048_576

/** As long as a probe may take; a preflight that is refused takes one round trip. */
const abruptMsMax = 5_000

/** The headers to send with, and since when they have been these. */
export type Credentials = () => Promise<{ headers: HeadersRecord; at: number }>

/** Sends one frozen body and tells what came back; it never rejects. */
export async function send(
  access: ServiceAccess,
  credentials: Credentials,
  claim: ReadyClaim,
  gate: Gate,
): Promise<Answer> {
  const signal = AbortSignal.timeout(access.timeoutMs)
  let request: Request
  let credentialsAt: number
  try {
    // The host's own function may never answer; whoever waits behind this operation is not to wait for good.
    const { headers, at } = await Promise.race([credentials(), untilOver(signal)])
    credentialsAt = at
    request = createRequest(access, headers, claim, signal)
    // Last of all: whatever else were awaited after it, a tab could freeze over, and send when it thaws.
    if (!(await gate())) return { tag: 'unsent', why: 'another run may be on', at: Date.now() }
    signal.throwIfAborted()
  } catch (error) {
    return { tag: 'unsent', why: errorToText(error), at: Date.now() }
  }
  return exchange(request, credentialsAt, signal)
}

async function exchange(request: Request, credentialsAt: number, signal: AbortSignal): Promise<Answer> {
  const sentAt = performance.now()
  let response: Response | undefined
  try {
    response = await client(request)
    return await responseToAnswer(response, credentialsAt, signal)
  } catch {
    const isAbrupt =
      !response && !signal.aborted && isElsewhere(request.url) && performance.now() - sentAt < abruptMsMax
    const why = signal.aborted ? 'timeout' : 'network'
    return { tag: 'silence', why, at: Date.now(), ...(isAbrupt && { isAbrupt }) }
  }
}

/** Whatever fails here failed before anything left the till. */
function createRequest(
  { baseUrl, credentials, keyHeader }: ServiceAccess,
  headers: HeadersRecord,
  { ticket: { kind, key }, body, conditions }: ReadyClaim,
  signal: AbortSignal,
): Request {
  const { method, path } = endpointOf(kind)
  signal.throwIfAborted()
  return new Request(joinUrl(baseUrl, path), {
    method,
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(conditions && conditionsToHeaders(conditions)),
      // A structured field (RFC 9651): a string stands in double quotes.
      ...(key !== undefined && keyHeader !== undefined && { [keyHeader]: `"${key}"` }),
    },
    body,
    credentials,
    signal,
  })
}

async function responseToAnswer(
  response: Response,
  credentialsAt: number,
  signal: AbortSignal,
): Promise<Answer> {
  const at = Date.now()
  const { status, headers } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) return { tag: 'redirect', at }
  const read = await readText(response, signal)
  const isVeiled = response.type === 'cors' && !headers.has('date')
  return {
    tag: 'reply',
    status,
    headers: Object.fromEntries(headers),
    ...read,
    at,
    credentialsAt,
    ...(isVeiled && { isVeiled }),
  }
}

/** A reply longer than any acknowledgement is cut, so that it cannot fill the till's memory. */
async function readText(response: Response, signal: AbortSignal): Promise<{ text: string; isCut?: true }> {
  if (!response.body) return { text: '' }
  const reader = response.body.getReader()
  const over = untilOver(signal, () => {
    reader.cancel().catch(() => undefined)
  })
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await Promise.race([over, reader.read()])
    if (done) return { text: text + decoder.decode() }
    text += decoder.decode(value, { stream: true })
    if (text.length > replyCharactersMax) {
      // What was read is the answer, however the rest of it takes being turned away.
      reader.cancel().catch(() => undefined)
      return { text: text.slice(0, replyCharactersMax), isCut: true }
    }
  }
}

/** Not in every engine does a signal end a body that has begun: a reply that stalls would hold up the line for good. */
function untilOver(signal: AbortSignal, onOver?: () => void): Promise<never> {
  const over = new Promise<never>((_, reject) => {
    const end = () => {
      reject(new Error('time is up'))
      onOver?.()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  // Whoever was faster does not listen any more.
  over.catch(() => undefined)
  return over
}

function errorToText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
