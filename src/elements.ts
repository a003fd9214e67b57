import { CounterfoilAttention } from './elements/attention.js'
import { CounterfoilDay } from './elements/day.js'
import { CounterfoilJournal } from './elements/journal.js'
import { CounterfoilReceipt } from './elements/receipt.js'
import { CounterfoilStatus } from './elements/status.js'

export { CounterfoilAttention, CounterfoilDay, CounterfoilJournal, CounterfoilReceipt, CounterfoilStatus }
export type { ActName, FieldName, Texts, TextsChange } from './elements/texts.js'

declare global {
  interface HTMLElementTagNameMap {
    'counterfoil-attention': CounterfoilAttention
    'counterfoil-day': CounterfoilDay
    'counterfoil-journal': CounterfoilJournal
    'counterfoil-receipt': CounterfoilReceipt
    'counterfoil-status': CounterfoilStatus
  }
}

/** Two copies of the package in one page share the elements of the first. */
function register(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}

register('counterfoil-attention', CounterfoilAttention)
register('counterfoil-day', CounterfoilDay)
register('counterfoil-journal', CounterfoilJournal)
register('counterfoil-receipt', CounterfoilReceipt)
register('counterfoil-status', CounterfoilStatus)
