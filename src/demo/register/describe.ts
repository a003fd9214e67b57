import type { ListedEntry } from '../../index.js'
import { idToText } from '../words.js'
import { requestToAmount } from './requests.js'
import type { Voice } from './voice.js'

interface OrderNames {
  OrderID?: number
  ExternalOrderID?: string
}

/** The card or order of an entry. */
export function describeSubject({ cards, request }: ListedEntry, { texts }: Voice): string {
  if (cards.length > 0) return cards.join(', ')
  const { OrderID: order, ExternalOrderID: external } = request as OrderNames
  const name = order ?? external
  return name === undefined ? '' : texts.order(String(name))
}

/** Kind, subject and reference of an entry in one line. */
export function describeEntry(entry: ListedEntry, voice: Voice): string {
  const facts = [
    voice.texts.kinds[entry.kind],
    describeSubject(entry, voice),
    describeReference(entry, voice),
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

/** The formatted amount of an entry; empty if it has none. */
export function describeAmount({ request }: ListedEntry, { formats }: Voice): string {
  const amount = requestToAmount(request)
  return amount === undefined ? '' : formats.money(amount)
}

function describeReference({ id }: ListedEntry, { texts }: Voice): string {
  return texts.reference(idToText(id)).replace(' ', '\u00a0')
}
