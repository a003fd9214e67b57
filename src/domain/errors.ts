import { errorToName, OwnError } from './error-name.js'
import {
  actionsDone,
  duplicateTexts,
  storageTexts,
  tellArriving,
  tellExcess,
  tellFailures,
  type CheckedAction,
  type FileEntry,
  type LimitName,
  type StorageReason,
} from './error-texts.js'
import { CounterfoilError } from './error-base.js'
import type { OperationKind } from './models.js'
import type { FieldFailure } from './validate.js'

export { ActRefused, OperationVoided, TransferRefused, UnknownEntry } from './desk-errors.js'
export { CounterfoilError, type ErrorCode, type ErrorParam, type ErrorParams } from './error-base.js'

/** The fields that stood in the way, in three lists of the same order. */
export type FailureParams = Readonly<Record<'paths' | 'expected' | 'found', readonly string[]>>

/** The operation was not saved and nothing was stored; `failures` names every field that stood in the way. */
export class InvalidOperation extends CounterfoilError {
  override readonly name = 'InvalidOperation'
  declare readonly params: FailureParams & { readonly kind: OperationKind; readonly action: CheckedAction }
  readonly kind: OperationKind
  readonly failures: readonly FieldFailure[]
  constructor(kind: OperationKind, failures: readonly FieldFailure[], action: CheckedAction = 'save') {
    const params = { kind, action, ...failuresToParams(failures) }
    super(
      'invalid-operation',
      `${kind} was not ${actionsDone[action]}. ${tellFailures(failures, 'fields')}`,
      params,
    )
    this.kind = kind
    this.failures = failures
  }
}

/** The receipt was not completed; `failures` names every field that stood in the way. */
export class InvalidReceipt extends CounterfoilError {
  override readonly name = 'InvalidReceipt'
  declare readonly params: FailureParams
  readonly failures: readonly FieldFailure[]
  constructor(failures: readonly FieldFailure[]) {
    const message = `The receipt was not completed. ${tellFailures(failures, 'fields')}`
    super('invalid-receipt', message, failuresToParams(failures))
    this.failures = failures
  }
}

/** The till was not opened, or not asked as it can be; `failures` names every option that stood in the way. */
export class InvalidOptions extends CounterfoilError {
  override readonly name = 'InvalidOptions'
  declare readonly params: FailureParams & { readonly action: string }
  readonly failures: readonly FieldFailure[]
  constructor(failures: readonly FieldFailure[], action = 'openTill') {
    const params = { action, ...failuresToParams(failures) }
    super('invalid-options', `${action} failed. ${tellFailures(failures, 'options')}`, params)
    this.failures = failures
  }
}

/** There is no page here, as on a server that renders one; the till opens in the browser alone. */
export class BrowserRequired extends CounterfoilError {
  override readonly name = 'BrowserRequired'
  declare readonly params: { readonly missing: string }
  /** The browser's name that is not there. */
  readonly missing: string
  constructor(missing: string) {
    super(
      'browser-required',
      `openTill failed. There is no \`${missing}\` here: call openTill only in code that runs in the page, such as an effect or a mounted hook.`,
      { missing },
    )
    this.missing = missing
  }
}

/** The page has loaded another version of Dexie, and Dexie allows one version in a page. */
export class DexieConflict extends CounterfoilError {
  override readonly name = 'DexieConflict'
  declare readonly params: { readonly found: string; readonly own: string }
  /** The version that the page had loaded before. */
  readonly found: string
  /** The version that was installed for the till. */
  readonly own: string
  constructor(found: string, own: string, cause: unknown) {
    super(
      'dexie-conflict',
      `openTill failed. The page has loaded Dexie ${found}, and Dexie ${own} is installed for the till: use one version, 4.0.1 or newer. Run \`npm dedupe\`, or name the version under \`overrides\` in package.json.`,
      { found, own },
      { cause },
    )
    this.found = found
    this.own = own
  }
}

/** A script of the package did not load, and nothing was done. */
export class LoadFailed extends CounterfoilError {
  override readonly name = 'LoadFailed'
  declare readonly params: { readonly action: string; readonly error: string }
  constructor(action: string, cause: unknown) {
    const error = errorToName(cause)
    super(
      'load-failed',
      `${action} failed. A script of the package did not load (${error}): check the connection, then load the page again.`,
      { action, error },
      { cause },
    )
  }
}

/** The operation was not saved, because another one, which `id` names, stands where it would. */
export class DuplicateOperation extends CounterfoilError {
  override readonly name = 'DuplicateOperation'
  declare readonly params: { readonly id: string; readonly fileEntry: string | null }
  readonly id: string
  constructor(id: string, code: 'id-reused' | 'duplicate', arriving?: FileEntry) {
    const action = arriving ? tellArriving(arriving) : 'The operation was not saved'
    super(code, `${action}. ${duplicateTexts[code](id)}`, { id, fileEntry: arriving?.id ?? null })
    this.id = id
  }
}

export type { LimitName } from './error-texts.js'

/** A limit, and what would have passed it. */
export interface LimitExcess {
  limit: LimitName
  max: number
  found: number
}

/** The operation was not saved: with it, more would stand unresolved than the shop allows. */
export class LimitReached extends CounterfoilError {
  override readonly name = 'LimitReached'
  declare readonly params: {
    readonly kind: OperationKind
    readonly limit: LimitName
    readonly max: number
    readonly found: number
    readonly fileEntry: string | null
  }
  readonly kind: OperationKind
  readonly limit: LimitName
  readonly max: number
  readonly found: number
  constructor(kind: OperationKind, { limit, max, found }: LimitExcess, arriving?: FileEntry) {
    const action = arriving ? tellArriving(arriving) : `${kind} was not saved`
    const params = { kind, limit, max, found, fileEntry: arriving?.id ?? null }
    super('limit-reached', `${action}. ${tellExcess(limit, max, found)}`, params)
    this.kind = kind
    this.limit = limit
    this.max = max
    this.found = found
  }
}

/** The browser would not keep what it was given, so nothing was told to be safe. */
export class StorageRefused extends CounterfoilError {
  override readonly name = 'StorageRefused'
  declare readonly params: {
    readonly action: string
    readonly reason: StorageReason
    readonly error: string | null
  }
  constructor(action: string, cause?: unknown, reason: StorageReason = causeToReason(cause)) {
    const error = reason === 'full' || reason === 'failed' ? causeToText(cause) : null
    const params = { action, reason, error }
    super('storage-refused', `${action} failed. ${storageTexts[reason](error)}.`, params, { cause })
  }
}

/** The browser failed in the midst of it, and did not say whether it was done. */
export class OutcomeUnknown extends CounterfoilError {
  override readonly name = 'OutcomeUnknown'
  declare readonly params: { readonly action: string; readonly error: string }
  constructor(action: string, cause: unknown) {
    const error = causeToText(cause)
    super(
      'outcome-unknown',
      `${action} failed. The browser’s storage failed (${error}), and it is not known whether it was done: look first, then try again.`,
      { action, error },
      { cause },
    )
  }
}

/** The till was not opened: the keys to its data are missing or cannot be used; nothing was changed. */
export class KeysLost extends CounterfoilError {
  override readonly name = 'KeysLost'
  declare readonly params: { readonly found: 'missing' | 'unusable' }
  constructor(found: 'missing' | 'unusable', cause?: unknown) {
    super(
      'keys-lost',
      `openTill failed. The till’s data is there, and its keys are ${found}: keep this browser profile as it is and call support. Nothing was changed.`,
      { found },
      { cause },
    )
  }
}

/** The journal under this name is another card service's; nothing was changed. */
export class ServiceMismatch extends CounterfoilError {
  override readonly name = 'ServiceMismatch'
  declare readonly params: {
    readonly action: string
    readonly known: readonly string[]
    readonly found: string
  }
  /** The addresses of the service that the journal belongs to. */
  readonly known: readonly string[]
  /** The address that was given. */
  readonly found: string
  constructor(action: string, known: readonly string[], found: string) {
    super(
      'service-mismatch',
      `${action} failed. This till’s journal belongs to the card service at ${known.join(', ')}, and ${found} was given: open another service under another name. If the service has moved, list its old address in service.replaces.`,
      { action, known, found },
    )
    this.known = known
    this.found = found
  }
}

/** A newer release has upgraded the till's data, which this one can no longer read; nothing was changed. */
export class TillOutdated extends CounterfoilError {
  override readonly name = 'TillOutdated'
  declare readonly params: { readonly action: string }
  constructor(action: string) {
    super(
      'outdated',
      `${action} failed. A newer release has upgraded this till’s data: load the page again.`,
      { action },
    )
  }
}

/** The till handle was closed before the call. */
export class TillClosed extends CounterfoilError {
  override readonly name = 'TillClosed'
  declare readonly params: { readonly action: string }
  constructor(action: string) {
    super('till-closed', `${action} failed. This till has been closed: open it again with openTill.`, {
      action,
    })
  }
}

function failuresToParams(failures: readonly FieldFailure[]): FailureParams {
  return {
    paths: failures.map(({ path }) => path),
    expected: failures.map(({ expected }) => expected),
    found: failures.map(({ found }) => found),
  }
}

/** Whether a write failed for want of room; the reason may lie within what aborted the transaction. */
export function isQuotaExceeded(error: unknown): boolean {
  return isCausedBy(error, ['QuotaExceededError'])
}

/** Whether an error bears one of those names, or wraps one that does. */
export function isCausedBy(error: unknown, names: readonly unknown[]): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner, cause } = error as { name?: unknown; inner?: unknown; cause?: unknown }
  return names.includes(name) || (inner !== error && isCausedBy(inner, names)) || isCausedBy(cause, names)
}

function causeToReason(cause: unknown): StorageReason {
  return isQuotaExceeded(cause) ? 'full' : 'failed'
}

/** The browser's own words stay with the cause. */
function causeToText(cause: unknown): string {
  if (cause instanceof OwnError) return cause.message
  const { inner } = Object(cause) as { inner?: unknown }
  const names = [cause, ...(inner instanceof Error && inner !== cause ? [inner] : [])].map(errorToName)
  return [...new Set(names)].join(': ')
}

/** An error as it may be kept and shown: our own in its own words, any other by its name alone. */
export function errorToText(error: unknown): string {
  return error instanceof OwnError ? error.message : errorToName(error)
}
