import type { LitElement } from 'lit'
import { CounterfoilAttention } from './elements/attention/attention.js'
import { CounterfoilDay } from './elements/day/day.js'
import { CounterfoilJournal } from './elements/journal/journal.js'
import { CounterfoilOutcome } from './elements/outcome/outcome.js'
import { CounterfoilReceipt } from './elements/receipt/receipt.js'
import { CounterfoilStatus } from './elements/status/status.js'
import type { ActName } from './elements/texts/desk.js'
import type { SignedCheckpoint } from './journal/checkpoints.js'

export {
  CounterfoilAttention,
  CounterfoilDay,
  CounterfoilJournal,
  CounterfoilOutcome,
  CounterfoilReceipt,
  CounterfoilStatus,
}
export { describeError } from './elements/error-words.js'
export { addLanguage } from './elements/texts/languages.js'
export { createPlural } from './elements/texts/plural.js'
export type { ActToApprove, Approve } from './elements/approve.js'
export type { ActName } from './elements/texts/desk.js'
export type { FieldName, Texts, TextsChange } from './elements/texts/texts.js'

declare global {
  interface HTMLElementTagNameMap {
    'counterfoil-attention': CounterfoilAttention
    'counterfoil-day': CounterfoilDay
    'counterfoil-journal': CounterfoilJournal
    'counterfoil-outcome': CounterfoilOutcome
    'counterfoil-receipt': CounterfoilReceipt
    'counterfoil-status': CounterfoilStatus
  }
  /** Dispatched on an element; the document and the window receive it too. */
  interface GlobalEventHandlersEventMap {
    /** A person's action is recorded. */
    'counterfoil-acted': CustomEvent<{ act: ActName; ids: string[] }>
    /** A person wants to see what needs attention; from the journal, the entry with this id. */
    'counterfoil-attention': CustomEvent<{ id: string } | null>
    /** The figures of a day were downloaded or printed: a checkpoint to keep apart from the till. */
    'counterfoil-checkpoint': CustomEvent<SignedCheckpoint>
    /** A person has dismissed the outcome that was shown. */
    'counterfoil-dismiss': CustomEvent<null>
    /** The page must be loaded again; the element does it, unless the event is prevented. */
    'counterfoil-reload': CustomEvent<null>
    /** An operation was opened in the journal, or closed. */
    'counterfoil-selected': CustomEvent<{ id: string | undefined }>
  }
}

/** The elements by name and their properties, for frameworks that type their templates. */
export type CounterfoilElements = {
  [Name in keyof HTMLElementTagNameMap & `counterfoil-${string}`]: Partial<
    Omit<HTMLElementTagNameMap[Name], keyof LitElement>
  >
}

/** The elements' events by name. */
export type CounterfoilEvents = Pick<HTMLElementEventMap, keyof HTMLElementEventMap & `counterfoil-${string}`>

/** If a page loads two copies of the package, the elements of the first are used. */
function register(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}

register('counterfoil-attention', CounterfoilAttention)
register('counterfoil-day', CounterfoilDay)
register('counterfoil-journal', CounterfoilJournal)
register('counterfoil-outcome', CounterfoilOutcome)
register('counterfoil-receipt', CounterfoilReceipt)
register('counterfoil-status', CounterfoilStatus)
