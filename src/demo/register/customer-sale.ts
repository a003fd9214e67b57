import type { Entry, ListedEntry, OperationKind, Till } from '../../index.js'
import { shopCurrency } from '../currency.js'
import { createSalePublisher, idleSale, type Sale, type SaleState } from '../customer/sale.js'
import { customerTexts } from '../customer/texts.js'
import { create } from '../dom.js'
import type { Language } from '../languages.js'
import { coalesce } from '../timing.js'
import { maskCard } from '../words.js'
import type { LooseDraft } from './drafts.js'
import { describeSale } from './preview.js'
import { entryToReceipt } from './targets.js'
import type { Voice } from './voice.js'

const restMs = 50
const correctionsMax = 10

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
    const entry = await readLast(till, id).catch(() => undefined)
    if (entry && id === followed) publish(followEntry(sale, entry, id, voice))
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

/** Reads an operation, or the correction that took its place. */
async function readLast(till: Till, id: string): Promise<ListedEntry | undefined> {
  let entry = await till.entry(id)
  for (let step = 0; entry && step < correctionsMax; step += 1) {
    const next = 'replacedBy' in entry && entry.replacedBy ? await till.entry(entry.replacedBy) : undefined
    if (!next) break
    entry = next
  }
  return entry
}

/** The sale as it stands now; of a correction, the lines that were typed hold no longer. */
function followEntry(sale: Sale, entry: ListedEntry, id: string, { formats }: Voice): Sale {
  const state = entryToState(entry)
  if (entry.id === id) return { ...sale, state }
  const total = entryToReceipt(entry)?.Total
  const [card = ''] = entry.cards
  return { ...sale, state, card, items: [], total: total === undefined ? '' : formats.money(total) }
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
