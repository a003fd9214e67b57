import type { OperationKind } from './models.js'
import type { FieldFailure } from './validate.js'

/** What went wrong, for a program to branch on; `docs/errors.md` has a paragraph on each. */
export type ErrorCode =
  | 'invalid-operation'
  | 'invalid-receipt'
  | 'invalid-options'
  | 'id-reused'
  | 'duplicate'
  | 'limit-reached'
  | 'storage-refused'
  | 'outdated'
  | 'till-closed'
  | 'voided'
  | 'unknown-entry'
  | 'act-refused'
  | 'transfer-refused'

const failuresTold = 20

/** Below the package's own folder, so that it is found where no network is. */
const helpPage = 'counterfoil/docs/errors.md'

/** Every error the package throws on purpose carries a code to branch on; the message is for people. */
export class CounterfoilError extends Error {
  // Spelled out in every class: a bundler may shorten the names of classes, and support reads these.
  override readonly name: string = 'CounterfoilError'
  readonly code: ErrorCode
  /** Where the package's documentation tells what to do about it. */
  readonly help: string
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.help = `${helpPage}#${code}`
  }
}

/** The operation was not rung up and nothing was stored; `failures` names every field that stood in the way. */
export class InvalidOperation extends CounterfoilError {
  override readonly name = 'InvalidOperation'
  readonly kind: OperationKind
  readonly failures: readonly FieldFailure[]
  constructor(kind: OperationKind, failures: readonly FieldFailure[]) {
    super('invalid-operation', `${kind} was not rung up: ${tellFailures(failures)}`)
    this.kind = kind
    this.failures = failures
  }
}

/** The receipt was not completed; `failures` names every field that stood in the way. */
export class InvalidReceipt extends CounterfoilError {
  override readonly name = 'InvalidReceipt'
  readonly failures: readonly FieldFailure[]
  constructor(failures: readonly FieldFailure[]) {
    super('invalid-receipt', `the receipt was not completed: ${tellFailures(failures)}`)
    this.failures = failures
  }
}

/** The till was not opened, or not asked as it can be; `failures` names every option that stood in the way. */
export class InvalidOptions extends CounterfoilError {
  override readonly name = 'InvalidOptions'
  readonly failures: readonly FieldFailure[]
  constructor(failures: readonly FieldFailure[], what = 'the till was not opened') {
    super('invalid-options', `${what}: ${tellFailures(failures)}`)
    this.failures = failures
  }
}

const tellDuplicate = {
  'id-reused': (id: string) =>
    `the id ${id} was not used again: it belongs to an operation with another body. Take a new id for what is new`,
  duplicate: (id: string) =>
    `the operation was not rung up: it looks like ${id}, which is under way or was taken just now. Look at that one first; if both are meant, whoever says so may allow the duplicate`,
}

/** The operation was not rung up, because another one, which `id` names, stands where it would. */
export class DuplicateOperation extends CounterfoilError {
  override readonly name = 'DuplicateOperation'
  readonly id: string
  constructor(id: string, code: 'id-reused' | 'duplicate', message = tellDuplicate[code](id)) {
    super(code, message)
    this.id = id
  }
}

/** What may be limited while the service has not taken it: amounts, how many operations, and how long they wait. */
export type LimitName = 'perOperation' | 'perCard' | 'total' | 'count' | 'ageHours'

/** A limit, and what would have passed it. */
export interface LimitExcess {
  limit: LimitName
  max: number
  found: number
}

/** The operation was not rung up: with it, more would stand unresolved than the shop allows. */
export class LimitReached extends CounterfoilError {
  override readonly name = 'LimitReached'
  readonly kind: OperationKind
  readonly limit: LimitName
  readonly max: number
  readonly found: number
  constructor(kind: OperationKind, { limit, max, found }: LimitExcess) {
    super('limit-reached', `${kind} was not rung up: ${tellExcess[limit](max, found)}`)
    this.kind = kind
    this.limit = limit
    this.max = max
    this.found = found
  }
}

/** The browser would not keep what it was given, so nothing was told to be safe. */
export class StorageRefused extends CounterfoilError {
  override readonly name = 'StorageRefused'
  constructor(action: string, cause: unknown) {
    const why = `${action}: the browser’s storage refused (${causeToText(cause)})`
    super('storage-refused', `${why}${causeToAdvice(cause)}`, { cause })
  }
}

/** A newer release has upgraded the till's data, which this one can no longer read; nothing was changed. */
export class TillOutdated extends CounterfoilError {
  override readonly name = 'TillOutdated'
  constructor(action: string) {
    super(
      'outdated',
      `${action} was refused: a newer release has upgraded this till’s data; load the page again to run it`,
    )
  }
}

/** The till handle was closed before the call. */
export class TillClosed extends CounterfoilError {
  override readonly name = 'TillClosed'
  constructor(action: string) {
    super('till-closed', `${action} was refused: this till has been closed; open it again with openTill`)
  }
}

/** The operation ended without the service: a person voided it, or a correction stands in its place. */
export class OperationVoided extends CounterfoilError {
  override readonly name = 'OperationVoided'
  /** The correction that stands in its place. */
  declare readonly replacedBy?: string
  constructor(id: string, replacedBy?: string) {
    const why = replacedBy === undefined ? 'it was voided' : `it was corrected; wait for ${replacedBy}`
    super('voided', `${id} will not settle: ${why}; its history tells by whom and why`)
    if (replacedBy !== undefined) this.replacedBy = replacedBy
  }
}

/** A person asked for something that makes no sense in the state the entry is in. */
export class ActRefused extends CounterfoilError {
  override readonly name = 'ActRefused'
  constructor(act: string, id: string, found: string) {
    super('act-refused', `${act} was refused for ${id}: ${found}`)
  }
}

/** A journal was not written to a file, or not read from one. */
export class TransferRefused extends CounterfoilError {
  override readonly name = 'TransferRefused'
  readonly why: string
  constructor(action: string, why: string) {
    super('transfer-refused', `${action} was refused: ${why}`)
    this.why = why
  }
}

/** No entry has this id. */
export class UnknownEntry extends CounterfoilError {
  override readonly name = 'UnknownEntry'
  constructor(id: string) {
    super(
      'unknown-entry',
      `${id} was not found: no entry has this id; one that ended long ago may have been erased`,
    )
  }
}

const allow = 'a supervisor may let it through'
const deliver = 'Let what waits be delivered, and settle what needs a person'

const tellExcess: Record<LimitName, (max: number, found: number) => string> = {
  perOperation: (max, found) =>
    `its amount is ${found}, and one operation may have at most ${max}. Only ${allow}`,
  perCard: (max, found) =>
    `with it, ${found} would stand unresolved on one of its cards, and at most ${max} may. ${deliver}; or ${allow}`,
  total: (max, found) =>
    `with it, ${found} would stand unresolved on this till, and at most ${max} may. ${deliver}; or ${allow}`,
  count: (max, found) =>
    `it would be number ${found} of the operations that stand unresolved, and at most ${max} may. ${deliver}; or ${allow}`,
  // Rounded up, so that it never reads as if the limit had merely been reached.
  ageHours: (max, found) =>
    `the oldest unresolved operation has stood for ${Math.ceil(found * 10) / 10} hours, and none may for more than ${max}. ${deliver}, the oldest first; or ${allow}`,
}

function tellFailures(failures: readonly FieldFailure[]): string {
  const told = failures
    .slice(0, failuresTold)
    .map(({ path, expected, found }) => `${path || 'the body'}: expected ${expected}, found ${found}`)
  const rest = failures.length - told.length
  return rest > 0 ? `${told.join('; ')}; and ${rest} more` : told.join('; ')
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

/** Where the cause is told in our own words, they say what to do as well. */
function causeToAdvice(cause: unknown): string {
  if (typeof cause === 'string') return ''
  return isQuotaExceeded(cause)
    ? '. Make room on this device, then try again'
    : '. Try again; if it is refused again, load the page anew'
}

function causeToText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message.startsWith(cause.name) ? cause.message : `${cause.name}: ${cause.message}`
}
