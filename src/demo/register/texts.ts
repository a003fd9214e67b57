import type { EntryState, OperationKind } from '../../index.js'
import type { FieldName, Lists } from './drafts.js'

/** The mistakes in a form. */
export type FaultName =
  | 'card'
  | 'oldCard'
  | 'newCard'
  | 'sameCard'
  | 'transaction'
  | 'number'
  | 'order'
  | 'email'
  | 'whole'
  | 'amount'
  | 'quantity'
  | 'positive'
  | 'lines'
  | 'unchanged'

export type MethodName = 'stored-value' | 'cash' | 'bank-card'
export type LimitName = 'perOperation' | 'perCard' | 'total' | 'count' | 'ageHours'
export type TroubleName = 'storage' | 'outdated' | 'closed' | 'unclear'

/** Why an operation was not accepted, and what to do about it. */
export interface Trouble {
  title: string
  advice: string
}

/** The texts of a list of rows. */
export interface RowTexts {
  legend: string
  add: string
  row: (number: string) => string
  remove: (number: string) => string
}

/** All texts of the register. */
export interface RegisterTexts {
  title: string
  tabs: Record<OperationKind, string>
  actions: Record<OperationKind, string>
  kinds: Record<OperationKind | 'unknown', string>
  states: Record<EntryState, string>
  example: string
  clear: string
  optional: string
  fields: Record<FieldName, string>
  hints: Partial<Record<FieldName, string>>
  methods: Record<MethodName, string>
  lists: { [List in keyof Lists]: RowTexts }
  columns: { lines: Record<keyof Lists['lines'], string>; payments: Record<keyof Lists['payments'], string> }
  total: string
  sum: string
  targets: { first: string; none: string; other: string; number: (number: string) => string }
  faults: Record<FaultName, string>
  /** Why a code is no card number. */
  cardFaults: {
    length: (min: number, max: number, found: number) => string
    pattern: string
    'check-digit': string
  }
  /** A field that the till refuses and the form did not check. */
  refusedField: { missing: string; sum: string; other: string }
  check: string
  again: string
  support: (message: string) => string
  troubles: Record<TroubleName, Trouble>
  duplicate: {
    title: (time: string) => string
    advice: string
    confirm: string
    show: string
    cancel: string
  }
  balance: { amount: (amount: string) => string; waiting: (amount: string) => string; failed: string }
  allowedBy: (name: string) => string
  reused: { title: string; advice: string; confirm: string }
  limit: {
    title: string
    advice: string
    confirm: string
    /** For one operation above the ceiling: waiting does not help, a supervisor does. */
    above: { hint: (max: string) => string; title: string; advice: string }
    reasons: Record<LimitName, (found: string, max: string) => string>
  }
  verdict: { name: string; supervisor: string; reason: string; needed: string }
  scan: {
    read: (field: string, code: string) => string
    homeless: (code: string) => string
    secret: (field: string) => string
    filled: (held: string, scanned: string) => string
    keep: (card: string) => string
    use: (card: string) => string
  }
  /** What was typed before the page was loaded again stands in the form. */
  restored: (time: string) => string
  keypad: { title: string; next: string; erase: string; mark: string }
  reference: (id: string) => string
  order: (name: string) => string
  migrated: (oldCard: string, newCard: string) => string
  preview: { title: string; empty: string; numbered: string; corrected: string }
  slip: { title: string; empty: string }
  recent: { title: string; empty: string; fault: (message: string) => string }
}
