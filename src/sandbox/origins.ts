import type { IncomingHttpHeaders } from 'node:http'

/** Whether a host name or address is this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** Whether an `Origin` header names a page served from this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/(\[[^\]]+\]|[^/:]+)(?::\d+)?$/i.exec(origin)?.[1]
  return host !== undefined && isLoopbackHost(host)
}

/**
 * Whether a request may control the sandbox. The origin shows a page from another site, and the host shows a
 * foreign name that was made to resolve to this machine (DNS rebinding).
 */
export function mayControl({ origin, host }: IncomingHttpHeaders): boolean {
  return (
    (origin === undefined || isLoopbackOrigin(origin)) &&
    (host === undefined || isLoopbackHost(host.replace(/:\d+$/, '')))
  )
}

/** The CORS headers that let a page from this machine read the replies. */
export function allowOrigin(origin: string | undefined): Record<string, string> {
  return origin === undefined || !isLoopbackOrigin(origin)
    ? { vary: 'Origin' }
    : {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers':
          'ETag, Last-Modified, Retry-After, Date, Idempotent-Replayed, Idempotency-Key-Lifetime',
      }
}

/** The CORS headers that only a preflight gets. */
export const allowPreflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-allow-headers':
    'Content-Type, Authorization, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since',
  'access-control-max-age': '600',
} as const
