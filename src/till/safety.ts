import type { EntryState } from '../domain/entry.js'

/**
 * Unsettled operations of one state, and their number. `kept`: operations of a lost database that can still be brought
 * back; until it is known how many those are, all that are missing.
 */
export interface SafetyReason {
  code: 'sending' | 'queued' | 'parked' | 'kept'
  count: number
}

/** Whether the till may be updated, signed out or wiped. An update concerns only `sending`; wiping concerns all. */
export interface Safety {
  safe: boolean
  reasons: SafetyReason[]
}

const codes = ['sending', 'queued', 'parked'] as const

/** Operations that are neither settled nor voided would be lost with the till, and with the site's data what is kept. */
export function countsToSafety(counts: Record<EntryState, number>, kept: number | undefined): Safety {
  const reasons: SafetyReason[] = codes
    .filter((code) => counts[code] > 0)
    .map((code) => ({ code, count: counts[code] }))
  if (kept !== undefined) reasons.push({ code: 'kept', count: kept })
  return { safe: reasons.length === 0, reasons }
}
