import type { EntryState } from '../domain/entry.js'

/** What stands in the way of leaving a till, and how much of it. */
export interface SafetyReason {
  code: 'sending' | 'queued' | 'parked'
  count: number
}

/** May this till be updated, signed out, wiped? An update minds only what is `sending`; wiping minds all. */
export interface Safety {
  safe: boolean
  reasons: SafetyReason[]
}

const codes = ['sending', 'queued', 'parked'] as const

/** Whatever is neither settled nor voided would be lost with the till. */
export function judgeSafety(counts: Record<EntryState, number>): Safety {
  const reasons = codes.filter((code) => counts[code] > 0).map((code) => ({ code, count: counts[code] }))
  return { safe: reasons.length === 0, reasons }
}
