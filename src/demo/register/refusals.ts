import {
  DuplicateOperation,
  InvalidOperation,
  InvalidReceipt,
  LimitReached,
  StorageRefused,
  TillClosed,
  TillOutdated,
  type FieldFailure,
} from '../../index.js'
import type { LimitName, TroubleName } from './texts.js'

/** The reasons why an operation was not saved that the cashier can tell apart. */
export type Refusal =
  | { tag: 'invalid'; failures: readonly FieldFailure[] }
  | { tag: 'duplicate'; id: string }
  | { tag: 'reused'; id: string }
  | { tag: 'limit'; limit: LimitName; found: number; max: number }
  | { tag: 'trouble'; name: TroubleName; message: string }

const receiptPlace = 'StoredValueCardReceipt.'

/** Turns an error of the till into a refusal; after an unknown error it is not known whether the operation was saved. */
export function errorToRefusal(error: unknown): Refusal {
  if (error instanceof InvalidOperation) return { tag: 'invalid', failures: error.failures }
  if (error instanceof InvalidReceipt) {
    return {
      tag: 'invalid',
      failures: error.failures.map((failure) => ({ ...failure, path: `${receiptPlace}${failure.path}` })),
    }
  }
  if (error instanceof DuplicateOperation)
    return { tag: error.code === 'id-reused' ? 'reused' : 'duplicate', id: error.id }
  if (error instanceof LimitReached)
    return { tag: 'limit', limit: error.limit, found: error.found, max: error.max }
  return { tag: 'trouble', name: errorToTrouble(error), message: errorToText(error) }
}

function errorToTrouble(error: unknown): TroubleName {
  if (error instanceof StorageRefused) return 'storage'
  if (error instanceof TillOutdated) return 'outdated'
  return error instanceof TillClosed ? 'closed' : 'unclear'
}

function errorToText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
