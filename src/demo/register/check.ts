import type { OperationKind } from '../../index.js'
import { isUsedLine, isUsedPayment, linesToCents } from './bodies.js'
import { isMoney, isQuantity, readInteger } from './decimals.js'
import type { FieldName, Line, LooseDraft, Payment } from './drafts.js'
import type { Place } from './forms.js'
import type { FaultName } from './texts.js'

/** A mistake in a form, and its place. */
export interface Fault {
  place: Place
  fault: FaultName
}

type Check = (draft: LooseDraft, original: readonly Line[]) => Fault[]

const checks: Record<OperationKind, Check> = {
  refund: (draft) => [...needField(draft, 'card'), ...checkLines(draft), ...checkTotal(draft)],
  associate: (draft) => [...needField(draft, 'card'), ...checkEmail(draft, 'email')],
  migrate: (draft) => [
    ...needField(draft, 'oldCard'),
    ...needField(draft, 'newCard'),
    ...checkDifference(draft),
    ...checkLines(draft),
  ],
  updateReceipt: (draft, original) => [
    ...needField(draft, 'card'),
    ...(read(draft, 'target') === ''
      ? [...needWhole(draft, 'transaction'), ...needWhole(draft, 'number')]
      : []),
    ...checkLines(draft),
    ...checkTotal(draft),
    ...checkChange(draft, original),
  ],
  confirmOrder: (draft) => [
    ...checkOrder(draft),
    ...draft.payments.flatMap(checkPayment),
    ...checkEmail(draft, 'buyerEmail'),
  ],
}

/** Finds the mistakes that the form can find without the till. A correction must differ from the original's lines. */
export function findFaults(kind: OperationKind, draft: LooseDraft, original: readonly Line[] = []): Fault[] {
  return checks[kind](draft, original)
}

function read({ fields }: LooseDraft, name: FieldName): string {
  return (fields[name] ?? '').trim()
}

function atField(name: FieldName, fault: FaultName): Fault[] {
  return [{ place: { tag: 'field', name }, fault }]
}

function needField(draft: LooseDraft, name: 'card' | 'oldCard' | 'newCard'): Fault[] {
  return read(draft, name) === '' ? atField(name, name) : []
}

function needWhole(draft: LooseDraft, name: 'transaction' | 'number'): Fault[] {
  const number = readInteger(read(draft, name))
  if (number === undefined) return atField(name, name)
  return Number.isSafeInteger(number) ? [] : atField(name, 'whole')
}

function checkDifference(draft: LooseDraft): Fault[] {
  const [oldCard, newCard] = [read(draft, 'oldCard'), read(draft, 'newCard')]
  return oldCard !== '' && oldCard === newCard ? atField('newCard', 'sameCard') : []
}

/** This check only finds typing mistakes. */
function checkEmail(draft: LooseDraft, name: 'email' | 'buyerEmail'): Fault[] {
  const address = read(draft, name)
  return address === '' || /^[^\s@]+@[^\s@]+$/.test(address) ? [] : atField(name, 'email')
}

function checkOrder(draft: LooseDraft): Fault[] {
  const order = readInteger(read(draft, 'order'))
  if (order === undefined) return read(draft, 'externalOrder') === '' ? atField('order', 'order') : []
  return Number.isSafeInteger(order) ? [] : atField('order', 'whole')
}

function checkLines({ lines }: LooseDraft): Fault[] {
  return lines.flatMap((line, index) => {
    if (!isUsedLine(line)) return []
    const at = (part: keyof Line, fault: FaultName): Fault[] => [
      { place: { tag: 'row', list: 'lines', index, part }, fault },
    ]
    return [
      ...(isMoney(line.price) ? [] : at('price', 'amount')),
      ...(isQuantity(line.quantity) ? [] : at('quantity', 'quantity')),
    ]
  })
}

/** A refund or correction needs an amount. */
function checkTotal(draft: LooseDraft): Fault[] {
  const place: Place = { tag: 'row', list: 'lines', index: 0, part: 'price' }
  if (!draft.lines.some(isUsedLine)) return [{ place, fault: 'lines' }]
  const cents = linesToCents(draft.lines)
  return cents !== undefined && cents <= 0n && checkLines(draft).length === 0
    ? [{ place, fault: 'positive' }]
    : []
}

function checkChange({ lines }: LooseDraft, original: readonly Line[]): Fault[] {
  const isSame = original.some(isUsedLine) && JSON.stringify(lines) === JSON.stringify(original)
  return isSame ? [{ place: { tag: 'row', list: 'lines', index: 0, part: 'price' }, fault: 'unchanged' }] : []
}

function checkPayment(payment: Payment, index: number): Fault[] {
  if (!isUsedPayment(payment) || isMoney(payment.amount)) return []
  return [{ place: { tag: 'row', list: 'payments', index, part: 'amount' }, fault: 'amount' }]
}
