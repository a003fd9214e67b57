import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeReceipt, type ReceiptFacts } from '../../src/domain/complete.js'
import { InvalidReceipt } from '../../src/domain/errors.js'
import type { Receipt } from '../../src/domain/models.js'
import { receiptMisfits, senderKey } from '../../src/domain/receipt.js'
import { createRules } from '../../src/domain/rules.js'
import { fullModels } from '../support/models.js'

const facts: ReceiptFacts = { shop: 'S01', terminal: 'T3', number: 42, now: Date.UTC(2026, 10, 21, 10) }
const house = createRules()
const complete = (draft: Receipt) => completeReceipt(draft, facts)
const lines = (...lines: [number, number][]) => lines.map(([Price, Quantity]) => ({ Price, Quantity }))
const payments = (...amounts: number[]) => amounts.map((Amount) => ({ Amount }))

function catchFailures(draft: unknown, own = facts) {
  try {
    completeReceipt(draft as Receipt, own)
  } catch (error) {
    if (error instanceof InvalidReceipt) return error.failures
    throw error
  }
  return []
}

describe('completing a receipt', () => {
  it('fills in sender, date and nothing that cannot be known', () => {
    expect(complete({})).toEqual({
      IssueDate: '2026-11-21T10:00:00.000Z',
      SenderData: { Shop: 'S01', Terminal: 'T3', Number: 42 },
    })
  })

  it('never overwrites what the draft gives, nor the draft', () => {
    const full = fullModels.refund.StoredValueCardReceipt ?? {}
    const before = structuredClone(full)
    expect(complete(full)).toEqual(before)
    const draft: Receipt = Object.freeze({
      SenderData: Object.freeze({ Terminal: 'T9', CashDrawer: 2 }),
      Total: 0,
    })
    expect(complete(draft)).toMatchObject({
      Total: 0,
      SenderData: { Shop: 'S01', Terminal: 'T9', CashDrawer: 2, Number: 42 },
    })
  })

  it('takes what is given as undefined for not given', () => {
    const open = {
      IssueDate: undefined,
      Total: undefined,
      SenderData: { Shop: undefined, Number: undefined },
    }
    const draft = { ...open, Payments: payments(1) } as unknown as Receipt
    expect(complete(draft)).toEqual(complete({ Payments: payments(1) }))
  })

  it('leaves the number open while none is taken', () => {
    const { number: _, ...open } = facts
    expect(completeReceipt({}, open).SenderData).toEqual({ Shop: 'S01', Terminal: 'T3' })
    expect(completeReceipt({ SenderData: { Number: 7 } }, open).SenderData).toHaveProperty('Number', 7)
  })

  it.each<[string, Receipt, number | undefined]>([
    ['sums that binary addition would miss', { Products: lines([0.1, 1], [0.2, 1]) }, 0.3],
    ['products by quantity', { Products: lines([10.1, 2], [0.1, 3]) }, 20.5],
    ['half a cent, up', { Products: lines([0.335, 3]) }, 1.01],
    ['half a cent owed, away from zero', { Products: lines([-0.335, 3]) }, -1.01],
    ['less than half a cent owed', { Products: lines([-0.001, 1]) }, 0],
    ['weighed goods', { Products: lines([12.99, 0.345]) }, 4.48],
    ['payments without products', { Payments: payments(0.1, 0.2) }, 0.3],
    ['payments beside products without prices', { Products: [{ Price: 1 }], Payments: payments(5) }, 5],
    ['no products and no payments', { Products: [], Payments: [] }, undefined],
    ['a payment without an amount', { Payments: [{ Amount: 5 }, {}] }, undefined],
    [
      'lines each rounded before they were paid',
      { Products: lines([0.335, 1], [0.335, 1], [0.335, 1]), Payments: payments(1.02) },
      1.02,
    ],
    [
      'a total that is given within the tolerance',
      { Total: 1, Products: lines([0.335, 1], [0.335, 1], [0.335, 1]) },
      1,
    ],
  ])('totals %s', (_, draft, total) => {
    expect(complete(draft).Total).toBe(total)
  })

  it.each<[string, unknown, string, string]>([
    [
      'products that were not paid',
      { Products: lines([5, 2]), Payments: payments(9) },
      'Total',
      'payments that come to 9 where Total is 10',
    ],
    [
      'a total of its own',
      { Total: 9, Products: lines([5, 2]) },
      'Total',
      'products that come to 10 where Total is 9',
    ],
    [
      'a price that is text',
      { Products: [{ Price: '1', Quantity: 1 }] },
      'Products[0].Price',
      'the text "1"',
    ],
    ['a shop that is a number', { SenderData: { Shop: 1 } }, 'SenderData.Shop', 'a number'],
    ['a field nobody knows', { Tip: 1 }, 'Tip', 'a number'],
    [
      'more digits than a number holds',
      { Payments: payments(999_999_999_999_999, 0.01) },
      'Total',
      '999999999999999',
    ],
    ['no receipt at all', null, '', 'null'],
  ])('refuses %s', (_, draft, path, found) => {
    expect(catchFailures(draft)).toMatchObject([{ path, found: expect.stringContaining(found) as string }])
  })

  it('refuses a number that is not whole, and says so in words', () => {
    expect(catchFailures({}, { ...facts, number: 1.5 })).toMatchObject([
      { path: 'SenderData.Number', found: '1.5' },
    ])
    const error = new InvalidReceipt(catchFailures({ Total: 9, Payments: payments(10) }))
    expect(error).toMatchObject({
      code: 'invalid-receipt',
      message:
        'The receipt was not completed. Correct these fields. Total: expected a receipt that adds up, found payments that come to 10 where Total is 9.',
    })
  })

  it('goes by the host’s own rule for what adds up', () => {
    const draft = { Products: lines([5, 2]), Payments: payments(9) }
    expect(completeReceipt(draft, facts, { ...house, receipt: () => [] }).Total).toBe(10)
    const paidOnly = ({ Total }: Receipt) => (Total === 9 ? [] : ['something else'])
    expect(completeReceipt(draft, facts, { ...house, receipt: paidOnly }).Total).toBe(9)
    expect(() => completeReceipt({ Total: 8 }, facts, { ...house, receipt: paidOnly })).toThrow(
      'found something else',
    )
  })

  it.each([
    ['three decimals of a dinar', 3, lines([1.2345, 1]), 1.235],
    ['no decimals of a yen', 0, lines([99.5, 1], [100, 2]), 300],
    ['two decimals of a euro', 2, lines([1.2345, 1]), 1.23],
  ])('rounds a sum to the %s', (_, decimals, Products, total) => {
    const rules = createRules({}, decimals)
    const receipt = completeReceipt({ Products }, facts, rules)
    expect(receipt.Total).toBe(total)
    const off = total + 10 ** -decimals
    expect(() => completeReceipt({ Products, Total: off }, facts, rules)).toThrow('adds up')
    expect(() => completeReceipt({ Payments: payments(total), Total: off }, facts, rules)).toThrow('adds up')
    expect(completeReceipt({ Payments: payments(total), Total: total }, facts, rules).Total).toBe(total)
  })

  it('makes a whole that adds up from whatever was sold or paid, and is then complete', () => {
    const price = fc.integer({ min: -99_999, max: 99_999 }).map((cents) => cents / 1_000)
    const quantity = fc.integer({ min: -99, max: 99 }).map((tenths) => tenths / 10)
    const sold = fc.record({ Products: fc.array(fc.record({ Price: price, Quantity: quantity })) })
    const paid = fc.record({ Payments: fc.array(fc.record({ Amount: price })) })
    fc.assert(
      fc.property(fc.oneof(sold, paid), (draft: Receipt) => {
        const receipt = complete(draft)
        const isEmpty = [...(draft.Products ?? []), ...(draft.Payments ?? [])].length === 0
        expect(receipt.Total === undefined).toBe(isEmpty)
        expect(receiptMisfits(receipt)).toEqual([])
        expect(receipt).toMatchObject(draft)
        expect(complete(receipt)).toEqual(receipt)
      }),
    )
  })
})

describe('the counter of a receipt', () => {
  const keyOf = (SenderData: Receipt['SenderData'] & object) => senderKey(complete({ SenderData }))

  it('is its shop’s, terminal’s and drawer’s, and nobody else’s', () => {
    const keys = [
      keyOf({}),
      keyOf({ CashDrawer: 0 }),
      keyOf({ CashDrawer: 1 }),
      keyOf({ Terminal: 'T4' }),
      keyOf({ Shop: 'S02' }),
      keyOf({ Shop: 'S01","T3', Terminal: '' }),
      keyOf({ Shop: '', Terminal: 'S01T3' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is the same whoever stands there and whatever the number', () => {
    const key = keyOf({ Operator: 'Ada', Number: 1, Type: 1, Shop: 'S01' })
    expect(key).toBe(keyOf({ Operator: 'Ugo' }))
    expect(senderKey({})).not.toBe(key)
  })
})
