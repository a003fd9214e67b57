/** What the service says to one request, before any fault touches it. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** Every refusal has a name, so that a test or a till can tell them apart without reading prose. */
export type ProblemName =
  | 'invalid-body'
  | 'invalid-key'
  | 'missing-field'
  | 'unknown-card'
  | 'unknown-transaction'
  | 'already-confirmed'
  | 'unknown-path'
  | 'wrong-method'
  | 'associated-elsewhere'
  | 'card-migrated'
  | 'key-in-flight'
  | 'key-reused'
  | 'condition-failed'
  | 'body-too-large'
  | 'origin-refused'
  | 'fault'
  | 'internal-error'

/** A refusal before it becomes a reply. */
export interface Problem {
  name: ProblemName
  status: number
  title: string
  detail?: string
  headers?: Record<string, string>
  extensions?: Record<string, unknown>
}

/** Writes a refusal as problem details (RFC 9457). The type's host is one reserved for examples: it leads nowhere. */
export function problemToReply(problem: Problem): Reply {
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...problem.headers },
    body: {
      type: `https://counterfoil.example/problems/${problem.name}`,
      title: problem.title,
      status: problem.status,
      ...(problem.detail === undefined ? {} : { detail: problem.detail }),
      ...problem.extensions,
    },
  }
}
