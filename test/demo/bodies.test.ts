import { describe, expect, it } from 'vitest'
import { bodies, linesToTotal, type Stamp } from '../../src/demo/bodies.js'
import type { Draft, Line } from '../../src/demo/drafts.js'
import { examples } from '../../src/demo/examples.js'
import { formKinds } from '../../src/demo/forms.js'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import type { Models, OperationKind } from '../../src/index.js'

const stamp: Stamp = { shop: 'S01', terminal: 'T1', now: new Date('2026-11-21T10:00:00Z'), number: 42 }
const sender = { Shop: 'S01', Terminal: 'T1', Type: 1, CashDrawer: 1 }

function draftToBody<Kind extends OperationKind>(kind: Kind, draft: Draft<Kind>): Models[Kind] {
  return bodies[kind](draft, stamp)
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

describe('every example', () => {
  it.each(formKinds)('%s may be rung up as it stands, with nothing empty in it', (kind) => {
    const random = countUp()
    for (let round = 0; round < 50; round += 1) {
      const body = bodies[kind](examples[kind](random) as Draft<OperationKind>, stamp)
      expect(findFailures(kind, body, createRules())).toEqual([])
      expect(findEmpty(body)).toEqual([])
    }
  })
})

describe('an empty form', () => {
  const lines = [{ name: '', price: '', quantity: '1' }]

  it.each([
    [
      'refund',
      ['StoredValueCardReceipt.Products[0].Price', 'StoredValueCardCodeCollection[].StoredValueCardCode'],
    ],
    ['associate', ['Card']],
    ['migrate', ['StoredValueCardCode', 'OldCardCode']],
    ['updateReceipt', ['CardCode', 'TransactionID']],
    ['confirmOrder', ['OrderID or ExternalOrderID']],
  ] as const)('of %s is refused for what is needed and for nothing else', (kind, paths) => {
    const { fields } = examples[kind](countUp())
    const blank = Object.fromEntries(Object.keys(fields).map((name) => [name, '']))
    const body = bodies[kind]({ fields: blank, lines } as unknown as Draft<OperationKind>, stamp)
    expect(findFailures(kind, body, createRules()).map(({ path }) => path)).toEqual(paths)
  })
})

it('a refund carries the interface’s own names', () => {
  const body = draftToBody('refund', {
    fields: { card: ' 9001 ', authorization: '7', method: 'stored-value', number: '42', notes: '' },
    lines: [scarf, { name: '', price: '0,2', quantity: '1' }],
  })
  expect(body).toEqual({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001', AuthorizationCode: '7' }],
    StoredValueCardReceipt: {
      IssueDate: '2026-11-21T10:00:00.000Z',
      SenderData: { ...sender, Number: 42 },
      Products: [
        { Name: 'Scarf', Price: 0.1, Quantity: 3 },
        { Price: 0.2, Quantity: 1 },
      ],
      Payments: [{ Method: { Code: 'stored-value' }, CardCode: '9001', Amount: 0.5 }],
      Total: 0.5,
    },
  })
})

it('a refund in cash names no card in its payment', () => {
  const body = draftToBody('refund', {
    fields: { card: '9001', authorization: '', method: 'cash', number: '', notes: 'torn' },
    lines: [scarf],
  })
  expect(body.StoredValueCardReceipt?.Payments).toEqual([{ Method: { Code: 'cash' }, Amount: 0.3 }])
  expect(body.StoredValueCardReceipt?.SenderData).toEqual(sender)
  expect(body.Notes).toBe('torn')
})

it('a migration takes the next receipt number', () => {
  const body = draftToBody('migrate', { fields: { oldCard: 'A', newCard: 'B', total: '5,00' }, lines: [] })
  expect(body).toEqual({
    StoredValueCardCode: 'B',
    OldCardCode: 'A',
    StoredValueCardReceipt: {
      IssueDate: '2026-11-21T10:00:00.000Z',
      SenderData: { ...sender, Number: 42 },
      Total: 5,
    },
  })
})

it('an update names the receipt that it corrects, or none', () => {
  const fields = { card: 'A', transaction: '1001', total: '', number: '' }
  const unnamed = draftToBody('updateReceipt', { fields, lines: [] })
  const named = draftToBody('updateReceipt', { fields: { ...fields, number: '7' }, lines: [] })
  expect(unnamed.StoredValueCardReceipt?.SenderData).toEqual(sender)
  expect(named.StoredValueCardReceipt?.SenderData).toEqual({ ...sender, Number: 7 })
  expect(named.TransactionID).toBe(1001)
})

it('an association without holder or PIN has no card data', () => {
  const fields = { card: 'A', firstName: '', lastName: ' ', email: '', pin: '' }
  expect(draftToBody('associate', { fields, lines: [] })).toEqual({ Card: 'A', Shop: 'S01', Terminal: 'T1' })
})

it('what cannot be read as a number is refused, never left out', () => {
  const fields = { order: '12x', externalOrder: 'E', value: 'ten', buyerName: '', buyerEmail: '' }
  const body = draftToBody('confirmOrder', { fields, lines: [] })
  const failures = findFailures('confirmOrder', body, createRules())
  expect(failures.map(({ path }) => path)).toEqual(['OrderID', 'Payments[0].Value'])
})

it('linesToTotal adds up exactly, and knows no sum while a line cannot be read', () => {
  const dime = { name: '', price: '0.1', quantity: '1' }
  expect(linesToTotal([dime, dime, dime])).toBe(0.3)
  expect(linesToTotal(Array.from({ length: 1_000 }, () => dime))).toBe(100)
  expect(linesToTotal([dime, { ...dime, price: '?' }])).toBeUndefined()
})
