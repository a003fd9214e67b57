import type { Policy } from './policy.js'

/** Marks an entry as being sent. The first sending notes its key's header: a later one is a repeat only under the same. */
export function decideClaim(
  { sentAt, key }: { sentAt?: number | undefined; key?: string | undefined },
  policy: Policy,
  now: number,
) {
  const state = 'sending'
  if (sentAt !== undefined) return { state } as const
  const header = key === undefined ? undefined : policy.key?.header
  return { state, sentAt: now, ...(header !== undefined && { keyHeader: header }) } as const
}
