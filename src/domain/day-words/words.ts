import type { DayMissing } from '../day.js'
import type { OperationKind } from '../models.js'

/** The words for the parts of a day report. */
export interface DayWords {
  head: readonly string[]
  shop: string
  terminal: string
  operator: string
  from: string
  to: string
  at: string
  isComplete: string
  yes: string
  no: string
  whole: string
  kind: string
  hour: string
  missing: string
  corrections: string
  erased: string
  unsummed: string
  unused: string
  kinds: Record<OperationKind | 'unknown', string>
  missings: Record<DayMissing['what'], string>
}
