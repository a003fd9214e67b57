import { toAddress } from '../address.js'
import { create, setText } from '../dom.js'
import type { Language } from '../languages.js'
import { createTrainingBadge, createWatermark } from '../training.js'
import { followSale, idleSale, type Sale } from './sale.js'
import { customerTexts } from './texts.js'

interface CustomerDeps {
  till: string
  shop: string
  language: Language
  /** The mark of a till for training; undefined if the till is none. */
  training?: string | undefined
}

/** Shows the sale of a till to the customer; returns a function that stops it. */
export function startCustomerDisplay(
  host: HTMLElement,
  { till, shop, language, training }: CustomerDeps,
): () => void {
  const texts = customerTexts[language]
  const title = create('h1', { id: 'customer-title' }, texts.welcome)
  const card = create('p', { class: 'customer-card' })
  // A long sale scrolls, by keyboard too.
  const items = create('ul', { class: 'customer-items', tabindex: '0', 'aria-labelledby': title.id })
  const total = create('strong', { class: 'amount', 'data-testid': 'customer-total' })
  const sum = create('p', { class: 'customer-total' }, create('span', {}, texts.total), total)
  const state = create('p', { class: 'customer-state', role: 'status', 'data-testid': 'customer-state' })
  const element = create(
    'main',
    { class: 'customer', 'data-testid': 'customer', 'data-state': 'idle' },
    create(
      'div',
      { class: 'customer-shop' },
      create('img', { src: toAddress('icon.svg'), alt: '' }),
      shop,
      ...(training === undefined ? [] : [createTrainingBadge(training)]),
    ),
    create('header', {}, title, card),
    items,
    sum,
    state,
  )
  document.title = texts.label
  host.append(element, ...(training === undefined ? [] : [createWatermark(training)]))

  function show(sale: Sale): void {
    element.dataset.state = sale.state
    const isIdle = sale.state === 'idle'
    setText(title, isIdle ? texts.welcome : sale.title)
    setText(card, sale.card === '' ? '' : texts.card(sale.card))
    items.replaceChildren(...sale.items.map(createItem))
    sum.hidden = isIdle || sale.total === ''
    setText(total, sale.total)
    setText(state, texts.states[sale.state])
    // The newest line stays in view, however much room the others leave it.
    items.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }

  show(idleSale)
  return followSale(till, show)
}

function createItem({ name, detail, amount }: Sale['items'][number]): HTMLElement {
  return create(
    'li',
    {},
    create('span', {}, name, ...(detail === '' ? [] : [create('small', {}, detail)])),
    create('span', { class: 'amount' }, amount),
  )
}
