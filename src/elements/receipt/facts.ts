import type { Voice } from '../element.js'
import type { Slip } from './slip.js'

/** What a slip says of its operation beside lines and amounts: each fact with its name. */
export function slipToFacts(slip: Slip, { texts, formats }: Voice): [name: string, value: string][] {
  const date = new Intl.DateTimeFormat(formats.language, { dateStyle: 'medium', timeStyle: 'short' })
  const { slip: words, fields } = texts
  const { issuedAt } = slip
  const facts: [string, string | undefined][] = [
    [words.number, slip.number?.toString()],
    [words.date, issuedAt instanceof Date ? date.format(issuedAt) : issuedAt],
    [words.place, slip.place.join(' / ')],
    [words.operator, slip.operator],
    [words.oldCard, slip.oldCard],
    [words.newCard, slip.newCard],
    [words.card, slip.oldCard === undefined ? slip.cards.join(', ') : undefined],
    [fields.OrderID, slip.order],
  ]
  return facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))
}

/** What a payment is called: its method and its card. */
export function nameOfPayment({ method, card }: Slip['payments'][number], paid: string): string {
  return [method ?? paid, card].filter((text) => text !== undefined).join(' ')
}
