import type { EntryState } from '../domain/entry.js'

/** Unsettled operations of one state, and their number. */
export interface SafetyReason {
  code: 'sending' | 'queued' | 'parked'
  count: number
}

/** Whether the till may be updated, signed out or wiped. An update concerns only `sending`; wiping concerns all. */
export interface Safety {
  safe: boolean
  reasons: SafetyReason[]
}

const codes = ['sending', 'queued', 'parked'] as const

/** Operations that are neither settled nor voided would be lost with the till. */
export function countsToSafety(counts: Record<EntryState, number>): Safety {
  const reasons = codes.filter((code) => counts[code] > 0).map((code) => ({ code, count: counts[code] }))
  return { safe: reasons.length === 0, reasons }
}
