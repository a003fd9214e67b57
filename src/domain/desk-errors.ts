import { CounterfoilError } from './error-base.js'
import { actTexts, transferTexts, type ActReason, type TransferReason } from './desk-error-texts.js'

// The errors of calls that are not among the first that a page loads.

/** The operation ended without the service: a person voided it, or a correction stands in its place. */
export class OperationVoided extends CounterfoilError {
  override readonly name = 'OperationVoided'
  declare readonly params: { readonly id: string; readonly replacedBy: string | null }
  /** The correction that stands in its place. */
  declare readonly replacedBy?: string
  constructor(id: string, replacedBy?: string) {
    const why =
      replacedBy === undefined
        ? 'It was voided: its history says by whom and why'
        : `It was corrected: wait for ${replacedBy}`
    super('voided', `${id} was not settled. ${why}.`, { id, replacedBy: replacedBy ?? null })
    if (replacedBy !== undefined) this.replacedBy = replacedBy
  }
}

/** A person asked for something that makes no sense in the state the entry is in. */
export class ActRefused extends CounterfoilError {
  override readonly name = 'ActRefused'
  declare readonly params: { readonly act: string; readonly id: string; readonly reason: ActReason }
  constructor(act: string, id: string, reason: ActReason) {
    super('act-refused', `${act} of ${id} failed. ${actTexts[reason]}.`, { act, id, reason })
  }
}

/** A journal was not written to a file, or not read from one. */
export class TransferRefused extends CounterfoilError {
  override readonly name = 'TransferRefused'
  declare readonly params: {
    readonly action: string
    readonly reason: TransferReason
    readonly detail: string | null
  }
  readonly why: string
  constructor(action: string, reason: TransferReason, detail?: string) {
    const why = `${transferTexts[reason](detail)}.`
    super('transfer-refused', `${action} failed. ${why}`, { action, reason, detail: detail ?? null })
    this.why = why
  }
}

/** No entry has this id. */
export class UnknownEntry extends CounterfoilError {
  override readonly name = 'UnknownEntry'
  declare readonly params: { readonly id: string }
  constructor(id: string) {
    super(
      'unknown-entry',
      `${id} was not found. No entry has this id: look for it with till.entries(). An entry that ended long ago may have been erased.`,
      { id },
    )
  }
}
