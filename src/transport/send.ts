import { conditionsToHeaders } from '../domain/conditions.js'
import { endpointOf } from '../domain/endpoints.js'
import { errorToName } from '../domain/error-name.js'
import { findUnsendable } from '../domain/headers.js'
import type { Answer } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { Gate, HeadersRecord, ReadyClaim, ServiceAccess } from '../ports.js'
import { client } from './client.js'
import { isElsewhere, joinUrl } from './url.js'

const replyCharactersMax = 1_048_576

/** As long as a probe may take: a refused preflight takes one round trip. */
const failedFastMsMax = 5_000

interface Given {
  headers: HeadersRecord
  at: number
}

/** The headers of an operation, and since when they have been the same. */
export type Credentials = (ticket: Ticket) => Promise<Given>

/** Sends one frozen body and resolves with the answer; it never rejects. */
export async function send(
  access: ServiceAccess,
  credentials: Credentials,
  claim: ReadyClaim,
  gate: Gate,
): Promise<Answer> {
  const given = await askHeaders(access, credentials, claim)
  if (typeof given === 'string') return unsent(given)
  // The gate is the last await: after a later one a frozen tab could still send when it thaws.
  if (!(await gate())) return unsent('its run has ended or may have been overtaken, or its key is too old')
  // The time-out begins here, so that the service has all of it.
  const signal = AbortSignal.timeout(access.timeoutMs)
  let request: Request
  try {
    request = createRequest(access, given.headers, claim, signal)
  } catch (error) {
    return unsent(`the request could not be built: ${errorToName(error)}`)
  }
  return exchange(request, given.at, signal)
}

function unsent(why: string): Answer {
  return { tag: 'unsent', why, at: Date.now() }
}

/** The host's headers, or why there are none: its function may fail or never answer. */
async function askHeaders(
  { timeoutMs, headersTimeoutMs = timeoutMs }: ServiceAccess,
  credentials: Credentials,
  { ticket }: ReadyClaim,
): Promise<Given | string> {
  const signal = AbortSignal.timeout(headersTimeoutMs)
  try {
    const given = await Promise.race([credentials(ticket), untilOver(signal)])
    const unsendable = findUnsendable({ ...given.headers })
    return unsendable === undefined ? given : `a header cannot be sent: ${unsendable}`
  } catch (error) {
    return signal.aborted
      ? 'the headers function did not answer in time'
      : `the headers function failed: ${errorToName(error)}`
  }
}

async function exchange(request: Request, credentialsAt: number, signal: AbortSignal): Promise<Answer> {
  const sentAt = performance.now()
  let response: Response | undefined
  try {
    response = await client(request)
    return await responseToAnswer(response, credentialsAt, signal)
  } catch {
    // The answer says whether it was the time-out; of all else a browser says the same.
    const isAbrupt =
      !response && !signal.aborted && isElsewhere(request.url) && performance.now() - sentAt < failedFastMsMax
    const why = signal.aborted ? 'timeout' : 'network'
    return { tag: 'silence', why, at: Date.now(), ...(isAbrupt && { isAbrupt }) }
  }
}

/** A failure here means that nothing has left the till. */
function createRequest(
  { baseUrl, credentials }: ServiceAccess,
  headers: HeadersRecord,
  { ticket: { kind, key }, body, conditions, keyHeader }: ReadyClaim,
  signal: AbortSignal,
): Request {
  const { method, path } = endpointOf(kind)
  const all = new Headers(headers)
  // Set, for a host's own header of the same name in other letters would otherwise stand beside it: "a, b".
  const own = {
    'content-type': 'application/json',
    ...(conditions && conditionsToHeaders(conditions)),
    // A structured field (RFC 9651): a string is in double quotes.
    ...(key !== undefined && keyHeader !== undefined && { [keyHeader]: `"${key}"` }),
  }
  for (const [name, value] of Object.entries(own)) all.set(name, value)
  return new Request(joinUrl(baseUrl, path), { method, headers: all, body, credentials, signal })
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

/** A reply that is longer than any acknowledgement is cut, so that it cannot fill the memory. */
async function readText(response: Response, signal: AbortSignal): Promise<{ text: string; isCut?: true }> {
  if (!response.body) return { text: '' }
  const reader = response.body.getReader()
  const over = untilOver(signal, () => {
    // The attempt has ended as a time-out: nothing more is read of it.
    reader.cancel().catch(() => undefined)
  })
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await Promise.race([over, reader.read()])
    if (done) return { text: text + decoder.decode() }
    text += decoder.decode(value, { stream: true })
    if (text.length > replyCharactersMax) {
      // The text read so far is the answer, even if cancelling the rest fails.
      reader.cancel().catch(() => undefined)
      return { text: text.slice(0, replyCharactersMax), isCut: true }
    }
  }
}

/** In some engines a signal does not end a body that has begun: a stalled reply would block the line for good. */
function untilOver(signal: AbortSignal, onOver?: () => void): Promise<never> {
  const over = new Promise<never>((_, reject) => {
    const end = () => {
      reject(new Error('time is up'))
      onOver?.()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  // A caller that was faster does not handle this rejection.
  over.catch(() => undefined)
  return over
}
