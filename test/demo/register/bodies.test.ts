import { describe, expect, it } from 'vitest'
import {
  bodies,
  draftToReceipt,
  linesToTotal,
  receiptToLines,
  type Stamp,
} from '../../../src/demo/register/bodies.js'
import { findFaults } from '../../../src/demo/register/check.js'
import type { Draft, Line } from '../../../src/demo/register/drafts.js'
import { examples } from '../../../src/demo/register/examples.js'
import { formKinds } from '../../../src/demo/register/forms.js'
import { completeReceipt } from '../../../src/domain/complete.js'
import { createRules } from '../../../src/domain/rules.js'
import { findFailures } from '../../../src/domain/validate.js'
import type { Models, OperationKind, Receipt } from '../../../src/index.js'

const methods = { 'stored-value': 'On the card', cash: 'Cash', 'bank-card': 'Bank card' }
const stamp: Stamp = { shop: 'S01', terminal: 'T1', operator: 'Ada', methods }
const now = Date.parse('2026-11-21T10:00:00Z')
const sender = { Shop: 'S01', Terminal: 'T1', Type: 1, Number: 42, CashDrawer: 1, Operator: 'Ada' }

/** The body that is rung up, with a receipt completed as the till completes it. */
function draftToBody<Kind extends OperationKind>(
  kind: Kind,
  draft: Draft<Kind>,
  original?: Receipt,
): Models[Kind] {
  const asked = draftToReceipt(kind, draft, stamp, original)
  const receipt = asked && completeReceipt(asked, { shop: 'S01', terminal: 'T1', number: 42, now })
  return bodies[kind](draft, stamp, receipt)
}

function countUp(): () => number {
  let step = 0
  return () => {
    step += 1
    return (step % 97) / 97
  }
}

function findEmpty(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return value === '' || value === undefined ? [value] : []
  const parts = Object.values(value)
  return parts.length === 0 ? [value] : parts.flatMap(findEmpty)
}

const scarf: Line = { name: 'Scarf', price: '0.10', quantity: '3' }
const lists = { lines: [], payments: [] }

describe('every example', () => {
  it.each(formKinds)('%s may be rung up as it stands, with nothing empty in it', (kind) => {
    const random = countUp()
    for (let round = 0; round < 50; round += 1) {
      const draft = examples[kind](random) as Draft<OperationKind>
      const body = draftToBody(kind, draft)
      expect(findFaults(kind, draft)).toEqual([])
      expect(findFailures(kind, body, createRules())).toEqual([])
      expect(findEmpty(body)).toEqual([])
    }
  })
})

it('a refund carries the interface’s own names', () => {
  const body = draftToBody('refund', {
    fields: { card: ' 9001 ', authorization: '7', method: 'stored-value', notes: '' },
    lines: [scarf, { name: '', price: '0,2', quantity: '1' }, { name: ' ', price: '', quantity: '1' }],
    payments: [],
  })
  expect(body).toEqual({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001', AuthorizationCode: '7' }],
    StoredValueCardReceipt: {
      IssueDate: '2026-11-21T10:00:00.000Z',
      SenderData: sender,
      Products: [
        { Name: 'Scarf', Price: 0.1, Quantity: 3 },
        { Price: 0.2, Quantity: 1 },
      ],
      Payments: [{ Method: { Code: 'stored-value', Name: 'On the card' }, CardCode: '9001', Amount: 0.5 }],
      Total: 0.5,
    },
  })
})

it('a refund in cash names no card in its payment', () => {
  const body = draftToBody('refund', {
    fields: { card: '9001', authorization: '', method: 'cash', notes: 'torn' },
    lines: [scarf],
    payments: [],
  })
  expect(body.StoredValueCardReceipt?.Payments).toEqual([
    { Method: { Code: 'cash', Name: 'Cash' }, Amount: 0.3 },
  ])
  expect(body.Notes).toBe('torn')
})

it('a migration may say what was carried over, or nothing', () => {
  const fields = { oldCard: 'A', newCard: 'B', notes: '' }
  const receipt = { IssueDate: '2026-11-21T10:00:00.000Z', SenderData: sender }
  const named = { StoredValueCardCode: 'B', OldCardCode: 'A' }
  expect(draftToBody('migrate', { ...lists, fields })).toEqual({ ...named, StoredValueCardReceipt: receipt })
  expect(draftToBody('migrate', { ...lists, fields, lines: [scarf] })).toEqual({
    ...named,
    StoredValueCardReceipt: {
      ...receipt,
      Products: [{ Name: 'Scarf', Price: 0.1, Quantity: 3 }],
      Total: 0.3,
    },
  })
})

describe('a correction', () => {
  const original: Receipt = {
    IssueDate: '2026-11-20T09:00:00.000Z',
    IssuerData: { Name: 'Bottega' },
    SenderData: { Shop: 'S01', Terminal: 'T2', Number: 7, CashDrawer: 1 },
    Products: [{ Name: 'Scarf', Price: 5, Quantity: 1 }],
    Payments: [{ Method: { Code: 'cash' }, Amount: 5 }],
    Total: 5,
  }
  const chosen = { card: 'A', target: 'entry-1', transaction: '', number: '' }

  it('keeps number, date and whatever else stands on the receipt it corrects', () => {
    const body = draftToBody('updateReceipt', { fields: chosen, lines: [scarf], payments: [] }, original)
    expect(body).toEqual({
      CardCode: 'A',
      StoredValueCardReceipt: {
        ...original,
        Products: [{ Name: 'Scarf', Price: 0.1, Quantity: 3 }],
        Payments: [{ Method: { Code: 'cash' }, Amount: 0.3 }],
        Total: 0.3,
      },
    })
  })

  it('drops several payments, since nobody knows which of them changes', () => {
    const payments = [{ Amount: 2 }, { Amount: 3 }]
    const draft = { fields: chosen, lines: [scarf], payments: [] }
    const body = draftToBody('updateReceipt', draft, { ...original, Payments: payments })
    expect(body.StoredValueCardReceipt).not.toHaveProperty('Payments')
    expect(body.StoredValueCardReceipt?.Total).toBe(0.3)
  })

  it('names transaction and number as they were typed', () => {
    const fields = { card: 'A', target: '', transaction: '1001', number: '9' }
    const body = draftToBody('updateReceipt', { fields, lines: [scarf], payments: [] })
    expect(body.TransactionID).toBe(1001)
    expect(body.StoredValueCardReceipt?.SenderData).toEqual({ ...sender, Number: 9 })
  })
})

it('an association without holder or PIN has no card data', () => {
  const fields = { card: 'A', firstName: '', lastName: ' ', email: '', pin: '' }
  expect(draftToBody('associate', { ...lists, fields })).toEqual({ Card: 'A', Shop: 'S01', Terminal: 'T1' })
})

it('an order carries each of its payments, and none that was left empty', () => {
  const fields = { order: '12', externalOrder: '', buyerName: '', buyerEmail: 'u@example.test' }
  const payments = [
    { method: 'cash', amount: '1,10' },
    { method: 'bank-card', amount: '' },
    { method: 'stored-value', amount: '2.2' },
  ]
  expect(draftToBody('confirmOrder', { fields, lines: [], payments })).toEqual({
    OrderID: 12,
    Payments: [
      { PaymentType: { Code: 'cash', Name: 'Cash' }, Value: 1.1 },
      { PaymentType: { Code: 'stored-value', Name: 'On the card' }, Value: 2.2 },
    ],
    Buyers: [{ Email: 'u@example.test' }],
    Shop: 'S01',
    Terminal: 'T1',
  })
})

it('linesToTotal adds up exactly, and knows no sum while a line cannot be read', () => {
  const dime = { name: '', price: '0.1', quantity: '1' }
  expect(linesToTotal([dime, dime, dime])).toBe(0.3)
  expect(linesToTotal(Array.from({ length: 1_000 }, () => dime))).toBe(100)
  expect(linesToTotal([dime, { ...dime, price: '?' }])).toBeUndefined()
})

it('the sum shown is the total that the till finds, however the lines would round', () => {
  const lines = [1, 2, 3].map(() => ({ name: '', price: '0.33', quantity: '0.5' }))
  const fields = { oldCard: 'A', newCard: 'B', notes: '' }
  const body = draftToBody('migrate', { fields, lines, payments: [] })
  expect(body.StoredValueCardReceipt?.Total).toBe(0.5)
  expect(linesToTotal(lines)).toBe(0.5)
})

it('the lines of a receipt come back as they would have been typed', () => {
  expect(receiptToLines({ Products: [{ Name: 'Tea', Price: 0.5, Quantity: 0.125 }], Total: 0.06 })).toEqual([
    { name: 'Tea', price: '0.50', quantity: '0.125' },
  ])
  expect(receiptToLines({ Total: 5 })).toEqual([{ name: '', price: '5.00', quantity: '1' }])
  expect(receiptToLines({})).toEqual([])
})
