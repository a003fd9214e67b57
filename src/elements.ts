import type { LitElement } from 'lit'
import { CounterfoilAttention } from './elements/attention/attention.js'
import { CounterfoilDay } from './elements/day/day.js'
import { CounterfoilJournal } from './elements/journal/journal.js'
import { CounterfoilReceipt } from './elements/receipt/receipt.js'
import { CounterfoilStatus } from './elements/status/status.js'
import type { ActName } from './elements/texts/texts.js'

export { CounterfoilAttention, CounterfoilDay, CounterfoilJournal, CounterfoilReceipt, CounterfoilStatus }
export type { ActName, FieldName, Texts, TextsChange } from './elements/texts/texts.js'

declare global {
  interface HTMLElementTagNameMap {
    'counterfoil-attention': CounterfoilAttention
    'counterfoil-day': CounterfoilDay
    'counterfoil-journal': CounterfoilJournal
    'counterfoil-receipt': CounterfoilReceipt
    'counterfoil-status': CounterfoilStatus
  }
  interface HTMLElementEventMap {
    /** A person's act is on record. */
    'counterfoil-acted': CustomEvent<{ act: ActName; ids: string[] }>
    /** Somebody wants to see what needs a person; from the journal, which one. */
    'counterfoil-attention': CustomEvent<{ id: string } | null>
    /** The page must be loaded again; unless prevented, it is. */
    'counterfoil-reload': CustomEvent<null>
    /** An operation was opened in the journal, or closed. */
    'counterfoil-selected': CustomEvent<{ id: string | undefined }>
  }
}

/** The elements by name and what a page may set on each, for frameworks that type their templates. */
export type CounterfoilElements = {
  [Name in keyof HTMLElementTagNameMap & `counterfoil-${string}`]: Partial<
    Omit<HTMLElementTagNameMap[Name], keyof LitElement>
  >
}

/** What the elements tell the page, by the event's name. */
export type CounterfoilEvents = Pick<HTMLElementEventMap, keyof HTMLElementEventMap & `counterfoil-${string}`>

/** Two copies of the package in one page share the elements of the first. */
function register(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}

register('counterfoil-attention', CounterfoilAttention)
register('counterfoil-day', CounterfoilDay)
register('counterfoil-journal', CounterfoilJournal)
register('counterfoil-receipt', CounterfoilReceipt)
register('counterfoil-status', CounterfoilStatus)
