import { describe, expect, it } from 'vitest'
import { findFaults } from '../../../src/demo/register/check.js'
import type { LooseDraft } from '../../../src/demo/register/drafts.js'
import type { OperationKind } from '../../../src/index.js'

const blankLine = { name: '', price: '', quantity: '1' }
const blank: LooseDraft = { fields: {}, lines: [blankLine], payments: [{ method: 'cash', amount: '' }] }
const line = { name: 'Tea', price: '2.50', quantity: '2' }

function faultsOf(kind: OperationKind, draft: Partial<LooseDraft>): string[] {
  return findFaults(kind, { ...blank, ...draft }).map(({ place, fault }) => {
    const where =
      place.tag === 'field' ? place.name : place.tag === 'row' ? `${place.index}.${place.part}` : 'form'
    return `${where}: ${fault}`
  })
}

describe('an empty form', () => {
  it.each<[OperationKind, string[]]>([
    ['refund', ['card: card', '0.price: lines']],
    ['associate', ['card: card']],
    ['migrate', ['oldCard: oldCard', 'newCard: newCard']],
    ['updateReceipt', ['card: card', 'transaction: transaction', 'number: number', '0.price: lines']],
    ['confirmOrder', ['order: order']],
  ])('of %s lacks what is needed and nothing else', (kind, faults) => {
    expect(faultsOf(kind, {})).toEqual(faults)
  })
})

it('an amount is money to the cent, a quantity any number', () => {
  const fields = { card: 'A' }
  const lines = [line, { name: 'Tea', price: '1.250', quantity: '' }, { ...line, quantity: '0,125' }]
  expect(faultsOf('refund', { fields, lines })).toEqual(['1.price: amount', '1.quantity: quantity'])
})

it('a code that was scanned into a number is no amount and no quantity', () => {
  const fields = { card: 'A', order: '1' }
  const lines = [
    { ...line, price: '9999999.99' },
    { ...line, price: '-12345678' },
    { ...line, quantity: '54006381333931' },
  ]
  expect(faultsOf('refund', { fields, lines })).toEqual(['1.price: amount', '2.quantity: quantity'])
  const payments = ['9999999', '54006381333931'].map((amount) => ({ method: 'cash', amount }))
  expect(faultsOf('confirmOrder', { fields, payments })).toEqual(['1.amount: amount'])
})

it('a refund comes to more than zero', () => {
  const fields = { card: 'A' }
  expect(faultsOf('refund', { fields, lines: [{ ...line, price: '0' }] })).toEqual(['0.price: positive'])
  expect(faultsOf('refund', { fields, lines: [line, { ...line, price: '-2.50' }] })).toEqual([
    '0.price: positive',
  ])
  expect(faultsOf('refund', { fields, lines: [line, { ...line, price: '-1' }] })).toEqual([])
})

it('a card is not migrated to itself', () => {
  expect(faultsOf('migrate', { fields: { oldCard: 'A', newCard: ' A ' } })).toEqual(['newCard: sameCard'])
})

it('a correction goes by the operation chosen, or by numbers that are whole', () => {
  expect(faultsOf('updateReceipt', { fields: { card: 'A', target: 'entry' }, lines: [line] })).toEqual([])
  const fields = { card: 'A', target: '', transaction: '1.5', number: 'x' }
  expect(faultsOf('updateReceipt', { fields, lines: [line] })).toEqual([
    'transaction: whole',
    'number: whole',
  ])
})

it('a correction changes something', () => {
  const draft = { ...blank, fields: { card: 'A', target: 'entry' } }
  const tell = (lines: LooseDraft['lines'], original: LooseDraft['lines']) =>
    findFaults('updateReceipt', { ...draft, lines }, original).map(({ fault }) => fault)
  expect(tell([line], [line])).toEqual(['unchanged'])
  expect(tell([{ ...line, quantity: '1' }], [line])).toEqual([])
  expect(tell([line], [line, line])).toEqual([])
  expect(tell([line], [])).toEqual([])
})

it('an order has a number or an external one, and payments that can be read', () => {
  expect(faultsOf('confirmOrder', { fields: { externalOrder: 'E' } })).toEqual([])
  const fields = { order: '12x', buyerEmail: 'nobody' }
  const payments = [{ method: 'cash', amount: 'ten' }]
  expect(faultsOf('confirmOrder', { fields, payments })).toEqual([
    'order: whole',
    '0.amount: amount',
    'buyerEmail: email',
  ])
})
