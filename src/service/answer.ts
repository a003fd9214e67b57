/** What an operation is answered with; the body is JSON. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** A refusal in words, written as problem details (RFC 9457). */
export interface ProblemDetails {
  title: string
  detail?: string
  /** An address that names the kind of problem; `about:blank` unless given. */
  type?: string
  headers?: Record<string, string>
  /** Further members of the problem. */
  extensions?: Record<string, unknown>
}

/** Thrown in a handler: the transaction is rolled back, and the caller gets this status and these words. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly details: ProblemDetails

  constructor(status: number, details: ProblemDetails) {
    super(details.title)
    this.status = status
    this.details = details
  }
}

/** Writes a refusal as an answer. */
export function problemToAnswer(
  status: number,
  { type, title, detail, headers, extensions }: ProblemDetails,
): Answer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: {
      ...extensions,
      ...(type !== undefined && { type }),
      title,
      status,
      ...(detail !== undefined && { detail }),
    },
  }
}

/** No cache may store an answer: it would be given for another operation, or make a dead service look alive. */
export function toUncached(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
}

/**
 * The headers and the text of an answer as they are sent. Throws if it cannot be sent, and so must not be kept: its
 * repeats could not be sent either. Only 204 is sent without its body.
 */
export function toSent({ status, headers, body }: Answer): { headers: Headers; text: string } {
  if (!Number.isInteger(status) || status < 200 || status > 599 || [205, 304].includes(status))
    throw new Error(`A reply with a body cannot have the status ${status}`)
  const text = JSON.stringify(body) as string | undefined
  if (text === undefined) throw new Error('The body of a reply is not JSON')
  return { headers: toHeaders(headers), text }
}

/** `Headers` takes control characters, and `node:http` refuses them. */
function toHeaders(headers: Record<string, string>): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    try {
      all.append(name, value)
    } catch (error) {
      throw unsendable(name, error)
    }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(all.get(name) ?? '')) throw unsendable(name)
  }
  return all
}

/** Names no value: it may be a secret. */
function unsendable(name: string, cause?: unknown): Error {
  return new Error(`The header "${name}" of a reply cannot be sent`, { cause })
}
