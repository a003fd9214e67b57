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
