import type { Entry, ListedEntry, OperationKind, Till } from '../../index.js'
import { shopCurrency } from '../currency.js'
import { createSalePublisher, idleSale, type SaleState } from '../customer/sale.js'
import { customerTexts } from '../customer/texts.js'
import { create } from '../dom.js'
import type { Language } from '../languages.js'
import { coalesce } from '../timing.js'
import { maskCard } from '../words.js'
import type { LooseDraft } from './drafts.js'
import { describeSale } from './preview.js'
import type { Voice } from './voice.js'

const restMs = 50

/** Keeps the customer display in step: with what is typed, and then with what becomes of it. */
export function createCustomerSale(till: Till, language: Language, voice: Voice) {
  const publisher = createSalePublisher(till.name)
  let sale = idleSale
  let followed: string | undefined
  const publish = (next: typeof sale) => {
    sale = next
    publisher.publish(next)
  }
  const follow = coalesce(async () => {
    const id = followed
    if (id === undefined) return
    // What cannot be read now is read at the next change.
    const entry = await till.entry(id).catch(() => undefined)
    if (entry && id === followed) publish({ ...sale, state: entryToState(entry) })
  }, restMs)
  const leave = till.status.subscribe(follow)
  return {
    link: createLink(till.name, customerTexts[language].label),
    /** Shows what is typed; a blank form leaves the last sale in view until the next begins. */
    show(kind: OperationKind, draft: LooseDraft, isBlank: boolean) {
      if (isBlank) {
        if (followed === undefined) publish(idleSale)
        return
      }
      followed = undefined
      const { items, total } = describeSale(kind, draft, voice)
      publish({
        state: 'open',
        title: voice.texts.kinds[kind],
        card: describeCard(draft),
        items,
        total: items.length === 0 ? '' : total,
      })
    },
    ring(entry: Entry) {
      followed = entry.id
      // A page that ended right after it was saved shows nothing that is typed.
      publish({ ...sale, title: voice.texts.kinds[entry.kind], state: entryToState(entry) })
      follow()
    },
    /** The sale was given up. */
    clear() {
      followed = undefined
      publish(idleSale)
    },
    stop() {
      leave()
      publisher.stop()
    },
  }
}

/** The last digits of the card that a sale ends on. */
function describeCard({ fields: { card = '', newCard = '', oldCard = '' } }: LooseDraft): string {
  const code = [card, newCard, oldCard].map((one) => one.trim()).find((one) => one !== '')
  return code === undefined ? '' : maskCard(code)
}

function createLink(name: string, label: string): HTMLElement {
  const href = `?${new URLSearchParams({ view: 'customer', till: name, currency: shopCurrency.code }).toString()}`
  return create('a', { class: 'customer-link', href, target: 'counterfoil-customer' }, label)
}

const stateOfEntry: Record<ListedEntry['state'], SaleState> = {
  queued: 'saved',
  sending: 'saved',
  settled: 'confirmed',
  parked: 'stop',
  voided: 'cancelled',
}

function entryToState({ state }: ListedEntry): SaleState {
  return stateOfEntry[state]
}
