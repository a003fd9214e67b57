/** The reply of the service, before faults are applied to it. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** The name of a refusal, for tests and tills to compare instead of its text. */
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

/** A refusal from which a reply is made. */
export interface Problem {
  name: ProblemName
  status: number
  title: string
  detail?: string
  headers?: Record<string, string>
  extensions?: Record<string, unknown>
}

/** Writes a refusal as problem details (RFC 9457). Its type is only a name: there is no page at that address. */
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
