import type { OperationKind } from '../../index.js'
import type { SaleItem } from '../customer/sale.js'
import { create, setText } from '../dom.js'
import { isUsedLine, isUsedPayment, lineToAmount, linesToCents, paymentsToCents } from './bodies.js'
import { centsToText, isMoney, multiply, readDecimal } from './decimals.js'
import type { LooseDraft } from './drafts.js'
import { formPlans } from './forms.js'
import type { MethodName } from './texts.js'
import type { Voice } from './voice.js'

/** The receipt with its sum, while it is typed. */
export interface Preview {
  element: HTMLElement
  show(kind: OperationKind, draft: LooseDraft): void
}

/** What is typed, as the receipt will list it. */
export interface TypedSale {
  items: readonly SaleItem[]
  total: string
}

export function createPreview(voice: Voice): Preview {
  const { texts } = voice
  const items = create('ul', { class: 'tape-lines' })
  const note = create('p', { class: 'tape-note' })
  const name = create('span')
  const total = create('strong', { class: 'amount', 'data-testid': 'preview-total' })
  const element = create(
    'section',
    { class: 'tape', 'aria-labelledby': 'preview-title' },
    create('h2', { id: 'preview-title' }, texts.preview.title),
    items,
    create('p', { class: 'tape-total' }, name, ' ', total),
    note,
  )
  return {
    element,
    show(kind, draft) {
      const { list } = formPlans[kind]
      element.hidden = list === undefined
      const sale = describeSale(kind, draft, voice)
      items.replaceChildren(...sale.items.map(createItem))
      items.hidden = sale.items.length === 0
      setText(name, list === 'payments' ? texts.sum : texts.total)
      setText(total, sale.total)
      setText(note, describeNote(kind, sale.items.length, voice))
    },
  }
}

/** The items and the total of what is typed. */
export function describeSale(kind: OperationKind, draft: LooseDraft, voice: Voice): TypedSale {
  const hasPayments = formPlans[kind].list === 'payments'
  const cents = hasPayments ? paymentsToCents(draft.payments) : linesToCents(draft.lines)
  return {
    items: hasPayments ? paymentsToItems(draft, voice) : linesToItems(draft, voice),
    total: voice.formats.money(cents === undefined ? undefined : centsToText(cents)),
  }
}

function linesToItems({ lines }: LooseDraft, { formats, texts }: Voice): SaleItem[] {
  return lines.filter(isUsedLine).map((line) => {
    const { name, price, quantity } = line
    const amount = lineToAmount(line)
    const isSingle = readDecimal(quantity) === 1
    return {
      name: name.trim() === '' ? texts.columns.lines.name : name.trim(),
      detail:
        amount === undefined || isSingle ? '' : `${quantity.trim()} × ${formats.money(readDecimal(price))}`,
      amount: formats.money(amount),
    }
  })
}

function paymentsToItems({ payments }: LooseDraft, { formats, texts }: Voice): SaleItem[] {
  return payments.filter(isUsedPayment).map(({ method, amount }) => ({
    name: texts.methods[method as MethodName],
    detail: '',
    amount: formats.money(isMoney(amount) ? multiply(amount, '1') : undefined),
  }))
}

function createItem({ name, detail, amount }: SaleItem): HTMLElement {
  return create(
    'li',
    {},
    create('span', { class: 'tape-name' }, name, ...(detail === '' ? [] : [create('small', {}, detail)])),
    create('span', { class: 'amount' }, amount),
  )
}

function describeNote(kind: OperationKind, count: number, { texts: { preview } }: Voice): string {
  if (count === 0) return preview.empty
  if (kind === 'confirmOrder') return ''
  return kind === 'updateReceipt' ? preview.corrected : preview.numbered
}
