import { OwnError } from './error-name.js'

/** What went wrong, for a program to branch on; `docs/errors.md` has a paragraph on each. */
export type ErrorCode =
  | 'invalid-operation'
  | 'invalid-receipt'
  | 'invalid-options'
  | 'browser-required'
  | 'dexie-conflict'
  | 'load-failed'
  | 'id-reused'
  | 'duplicate'
  | 'limit-reached'
  | 'storage-refused'
  | 'outcome-unknown'
  | 'keys-lost'
  | 'service-mismatch'
  | 'outdated'
  | 'till-closed'
  | 'voided'
  | 'unknown-entry'
  | 'act-refused'
  | 'transfer-refused'

/** Below the package's own folder, so that it is found where no network is. */
const helpPage = 'counterfoil/docs/errors.md'

/** A plain JSON value that stands in an error's text. */
export type ErrorParam = string | number | boolean | null | readonly (string | number | boolean | null)[]

/** What an error's text is made of, so that a host can say it in its own language. */
export type ErrorParams = Readonly<Record<string, ErrorParam>>

/** Every error the package throws on purpose carries a code to branch on; the message is for people. */
export class CounterfoilError extends OwnError {
  // Spelled out in every class: a bundler may shorten the names of classes, and support reads these.
  override readonly name: string = 'CounterfoilError'
  readonly code: ErrorCode
  /** What the message is made of, as plain values; never a secret, a card or a person. */
  readonly params: ErrorParams
  /** Where the package's documentation tells what to do about it. */
  readonly help: string
  constructor(code: ErrorCode, message: string, params: ErrorParams = {}, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.params = params
    this.help = `${helpPage}#${code}`
  }
}
