import type { ListedEntry } from '../../index.js'
import { idToText } from '../words.js'
import { requestToAmount } from './requests.js'
import type { Voice } from './voice.js'

interface Names {
  OldCardCode?: string
  OrderID?: number
  ExternalOrderID?: string
}

/** The card or order of an entry; of a migration, which card is the old one and which the new. */
export function describeSubject({ cards, request }: ListedEntry, { texts }: Voice): string {
  const { OldCardCode: oldCode, OrderID: order, ExternalOrderID: external } = request as Names
  const [first, second] = cards
  // The till lists the new card of a migration first.
  if (oldCode !== undefined && first !== undefined && second !== undefined)
    return texts.migrated(second, first)
  if (first !== undefined) return cards.join(', ')
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
