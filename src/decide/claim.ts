import { isSameHeader } from '../domain/headers.js'
import type { Standing } from './become.js'
import type { Policy } from './policy.js'

/**
 * Marks an entry as being sent. The first sending notes its key's header, which holds while every later one goes under
 * the same: what went once without it, or under another, is recognised by no later one.
 */
export function decideClaim(
  { sentAt, key, keyHeader }: Pick<Standing, 'sentAt' | 'keyHeader'> & { key?: string | undefined },
  policy: Policy,
  now: number,
) {
  const header = key === undefined ? undefined : policy.key?.header
  const isOne = sentAt === undefined || isSameHeader(keyHeader, header)
  const state = 'sending'
  return {
    state,
    sentAt: sentAt ?? now,
    ...(isOne && header !== undefined && { keyHeader: header }),
  } as const
}
