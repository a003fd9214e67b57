import { operationKinds } from '../../domain/endpoints.js'
import { is } from '../../domain/is.js'
import type { OperationKind } from '../../domain/models.js'
import { BodyRow, EntryRow, HistoryRow, ReceiptRow } from './rows.js'

// Storage may hold rows that are damaged. Whether a row is sound, and what a damaged one still says, is judged here
// and nowhere else. A damaged row is never written over by a guess: it stays as it was found, and its entry is parked.

export function isSoundEntry(row: unknown): row is EntryRow {
  return is(row, EntryRow)
}

export function isSoundBody(row: unknown): row is BodyRow {
  return is(row, BodyRow)
}

export function isSoundLine(row: unknown): row is HistoryRow {
  return is(row, HistoryRow)
}

export function isSoundReceipt(row: unknown): row is ReceiptRow {
  return is(row, ReceiptRow)
}

/** The kind that a row names, if this release knows it. */
export function kindOf({ kind }: { kind?: unknown }): OperationKind | 'unknown' {
  return operationKinds.find((known) => known === kind) ?? 'unknown'
}

/** The state of an entry that cannot be read: a person decides about it, unless it has ended. */
export function unreadableState({ state }: { state?: unknown }): 'settled' | 'voided' | 'parked' {
  return state === 'settled' || state === 'voided' ? state : 'parked'
}
