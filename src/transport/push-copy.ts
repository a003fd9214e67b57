import { type CopyFaultReason, CopyRefused } from '../domain/copy-fault.js'
import type { HeadersRecord } from '../ports.js'
import { client } from './client.js'

/** Where a copy is pushed, and how. */
export interface CopyPush {
  url: string
  method: 'PUT' | 'POST'
  headers: HeadersRecord
  credentials: 'omit' | 'same-origin' | 'include'
  signal: AbortSignal
}

/** Pushes a copy; rejects unless the receiver says that it has it. */
export async function pushCopy(file: Blob, { url, headers, ...how }: CopyPush): Promise<void> {
  const all = new Headers(headers)
  all.set('content-type', 'application/octet-stream')
  const response = await client(url, {
    ...how,
    headers: all,
    body: file,
    referrerPolicy: 'no-referrer',
  }).catch((error: unknown) => {
    if (how.signal.aborted) throw new CopyRefused('timeout', error)
    throw new CopyRefused('unreachable', error)
  })
  await response.body?.cancel()
  const reason = findRefusal(response)
  if (reason) throw new CopyRefused(reason, undefined, response.status)
}

/** A login page of a hotel's network answers with a redirect or a page: neither has taken anything. */
function findRefusal({ type, status, ok, headers }: Response): CopyFaultReason | undefined {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return 'redirect'
  if (!ok) return 'refused'
  return /^text\/html\b/i.test(headers.get('content-type') ?? '') ? 'page' : undefined
}
