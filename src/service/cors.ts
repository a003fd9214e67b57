import { readOrigin } from '../domain/origin.js'

const exposed = 'ETag, Last-Modified, Retry-After, Date, Idempotent-Replayed, Idempotency-Key-Lifetime'
const usualHeaders =
  'Content-Type, Authorization, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since'
const preflightSeconds = 600

/** Which pages may ask. */
export interface AllowedOrigins {
  origins: readonly string[]
  /** Headers of the tills' own, beside the usual ones. */
  ownHeaders: readonly string[]
}

/** The origins as browsers send them; throws if a text is none, since no page would match it. */
export function readOrigins(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const origin = readOrigin(text)
    if (origin === undefined)
      throw new Error(
        `"${text}" is no origin: name scheme, host and port alone, such as https://till.example`,
      )
    return origin
  })
}

/** The headers that let the till's page read an answer. */
export function originHeaders({ origins }: AllowedOrigins, request: Request): Record<string, string> {
  if (origins.length === 0) return {}
  const origin = request.headers.get('origin')
  if (origin === null || !origins.includes(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  }
}

/** The headers that answer a preflight. */
export function preflightHeaders({ ownHeaders }: AllowedOrigins): Record<string, string> {
  return {
    allow: 'PUT, POST, OPTIONS',
    'access-control-allow-methods': 'PUT, POST',
    'access-control-allow-headers': [usualHeaders, ...ownHeaders].join(', '),
    'access-control-max-age': String(preflightSeconds),
  }
}
