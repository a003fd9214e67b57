import type { IncomingHttpHeaders } from 'node:http'

/** Tells whether a host name or address stays on this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** Tells whether an `Origin` header names a page served from this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/(\[[^\]]+\]|[^/:]+)(?::\d+)?$/i.exec(origin)?.[1]
  return host !== undefined && isLoopbackHost(host)
}

/**
 * Tells whether a request may drive the sandbox. A page from elsewhere shows itself by its origin, or, if a name
 * of its own was made to point here, by the host it believes it is speaking to.
 */
export function mayControl({ origin, host }: IncomingHttpHeaders): boolean {
  return (
    (origin === undefined || isLoopbackOrigin(origin)) &&
    (host === undefined || isLoopbackHost(host.replace(/:\d+$/, '')))
  )
}

/** The headers that let a page of this machine read the replies and send what the till sends. */
export function allowOrigin(origin: string | undefined): Record<string, string> {
  return origin === undefined || !isLoopbackOrigin(origin)
    ? { vary: 'Origin' }
    : {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'ETag, Last-Modified, Retry-After, Date',
      }
}

/** What a preflight is told on top. */
export const allowPreflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers':
    'Content-Type, Authorization, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since',
  'access-control-max-age': '600',
} as const
