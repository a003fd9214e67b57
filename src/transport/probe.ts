import { freshDate } from '../decide/clock-offset.js'
import type { Reachability } from '../domain/outcome.js'
import type { ServiceAccess } from '../ports.js'
import { client } from './client.js'
import { watchPolicy } from './policy.js'
import { isElsewhere, joinUrl } from './url.js'

const probeTimeoutMs = 5_000

/** Checks whether the service is reachable without sending an operation; its answer may tell the time. */
export async function probe(
  access: ServiceAccess,
  hear?: (date: string, at: number) => void,
): Promise<Reachability> {
  const url = probeUrl(access)
  const policy = watchPolicy(url)
  try {
    const response = await client(url, {
      method: access.probe === false ? 'HEAD' : 'GET',
      credentials: 'omit',
      signal: AbortSignal.timeout(probeTimeoutMs),
      ...(access.probe === false && isElsewhere(url) && opaque),
    })
    const at = Date.now()
    await response.body?.cancel()
    const found = access.probe === false ? baseToReachability(response) : healthToReachability(response)
    const date = freshDate(Object.fromEntries(response.headers))
    if (found === 'reachable' && date !== undefined) hear?.(date, at)
    return found
  } catch {
    // No answer is what a probe asks about.
    return (await policy.hasBlocked()) ? 'blocked' : 'unreachable'
  } finally {
    policy.stop()
  }
}

/** Fetch does not allow `no-cors` with a manual redirect; on https and loopback no portal can intervene. */
const opaque = { mode: 'no-cors', redirect: 'follow' } as const

function baseToReachability({ type, status }: Response): Reachability {
  if (type === 'opaque') return 'reachable'
  if (type === 'opaqueredirect' || (status >= 300 && status < 400) || status === 511) return 'not-the-service'
  return [502, 503, 504].includes(status) ? 'unreachable' : 'reachable'
}

function healthToReachability({ type, ok, status }: Response): Reachability {
  if (ok) return 'reachable'
  return type === 'opaqueredirect' || status < 400 || status === 511 ? 'not-the-service' : 'unreachable'
}

function probeUrl({ baseUrl, probe: path }: ServiceAccess): string {
  if (path === false) return baseUrl
  return /^https?:/i.test(path) ? path : joinUrl(baseUrl, path)
}
