import type { OperationKind } from '../../index.js'
import { create, setText } from '../dom.js'
import { isUsedLine, isUsedPayment, linesToCents, paymentsToCents } from './bodies.js'
import { centsToText, multiply, readDecimal } from './decimals.js'
import type { LooseDraft } from './drafts.js'
import { formPlans } from './forms.js'
import type { MethodName } from './texts.js'
import type { Voice } from './voice.js'

/** The receipt with its sum, while it is typed. */
export interface Preview {
  element: HTMLElement
  show(kind: OperationKind, draft: LooseDraft): void
}

interface Item {
  name: string
  detail: string
  amount: string
}

export function createPreview(voice: Voice): Preview {
  const { texts, formats } = voice
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
      const found = list === 'payments' ? paymentsToItems(draft, voice) : linesToItems(draft, voice)
      items.replaceChildren(...found.map(createItem))
      items.hidden = found.length === 0
      const cents = list === 'payments' ? paymentsToCents(draft.payments) : linesToCents(draft.lines)
      setText(name, list === 'payments' ? texts.sum : texts.total)
      setText(total, formats.money(cents === undefined ? undefined : centsToText(cents)))
      setText(note, describeNote(kind, found.length, voice))
    },
  }
}

function linesToItems({ lines }: LooseDraft, { formats, texts }: Voice): Item[] {
  return lines.filter(isUsedLine).map(({ name, price, quantity }) => {
    const amount = multiply(price, quantity)
    const isSingle = readDecimal(quantity) === 1
    return {
      name: name.trim() === '' ? texts.columns.lines.name : name.trim(),
      detail:
        amount === undefined || isSingle ? '' : `${quantity.trim()} × ${formats.money(readDecimal(price))}`,
      amount: formats.money(amount),
    }
  })
}

function paymentsToItems({ payments }: LooseDraft, { formats, texts }: Voice): Item[] {
  return payments.filter(isUsedPayment).map(({ method, amount }) => ({
    name: texts.methods[method as MethodName],
    detail: '',
    amount: formats.money(multiply(amount, '1')),
  }))
}

function createItem({ name, detail, amount }: Item): HTMLElement {
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
