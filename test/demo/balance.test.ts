import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSandboxBalance } from '../../src/demo/balance.js'
import { codeToCurrency } from '../../src/demo/currency.js'
import { chooseDatabase } from '../../src/demo/database.js'
import type { LedgerEffect } from '../../src/demo/lab/control.js'

const [one, two] = ['9001000000000042', '9001000000000059'] as const

type Given = Pick<LedgerEffect, 'operation' | 'cards' | 'body'> & Partial<LedgerEffect>

const effects = (...given: Given[]): LedgerEffect[] =>
  given.map((effect, index) => ({ sequence: index + 1, at: '', transactionId: index + 1, ...effect }))

function receiptOf(amount: number, card?: string) {
  const payment = { Amount: amount, ...(card !== undefined && { CardCode: card }) }
  return { StoredValueCardReceipt: { Total: amount, Payments: [payment] } }
}

const refund = (amount: number, card: string, paidTo?: string): Given => ({
  operation: 'refund',
  cards: [card],
  body: receiptOf(amount, paidTo),
})
const correction = (of: number, card: string, body: object): Given => ({
  operation: 'updateReceipt',
  cards: [card],
  transactionId: of,
  body,
})
const move: Given = { operation: 'migrate', cards: [one, two], body: {} }

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'https://shop.example/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What the demo says is on a card of a card service with these books. */
async function balanceOf(card: string, ...given: Given[]): Promise<number> {
  const answer = () => Promise.resolve(Response.json({ effects: effects(...given), arrivals: [] }))
  vi.stubGlobal('fetch', answer)
  return (await readSandboxBalance(card)).amount
}

describe('the balance of a card in the demo', () => {
  it('is the sum of what was put on it', async () => {
    expect(await balanceOf(one, refund(0.1, one, one), refund(-0.2, one, one), refund(5, two, two))).toBe(0.3)
    expect(await balanceOf(one)).toBe(0)
  })

  it('has nothing of what was paid in cash', async () => {
    expect(await balanceOf(one, refund(10, one), refund(20, one, one))).toBe(20)
  })

  it('has the total of a receipt without payments, and what the card was opened with', async () => {
    const body = { StoredValueCardReceipt: { Total: 3 } }
    expect(await balanceOf(one, { operation: 'refund', cards: [one], body, opened: { [one]: 50 } })).toBe(53)
  })

  it.each([
    [5, [correction(1, one, receiptOf(5, one))]],
    [7, [correction(1, one, receiptOf(5, one)), correction(1, one, receiptOf(7, one))]],
    [4, [correction(1, one, { StoredValueCardReceipt: { Total: 4 } })]],
    [20, [correction(2, one, { StoredValueCardReceipt: { Total: 4 } })]],
    [20, [correction(2, one, receiptOf(4))]],
  ])('is %s after these corrections: %j', async (amount, corrections) => {
    expect(await balanceOf(one, refund(20, one, one), refund(10, one), ...corrections)).toBe(amount)
  })

  it.each([
    [30, []],
    [5, [correction(1, two, receiptOf(5, one))]],
    [30, [correction(2, two, receiptOf(9, two))]],
  ])('moves with the card, and is %s on the new one after %j', async (amount, corrections) => {
    const given = [refund(30, one, one), move, ...corrections]
    expect(await balanceOf(one, ...given)).toBe(0)
    expect(await balanceOf(two, ...given)).toBe(amount)
  })

  it('is not shown in another currency, nor in training', () => {
    const balances = [
      chooseDatabase({ isTraining: false }, codeToCurrency('EUR')),
      chooseDatabase({ isTraining: false }, codeToCurrency('JPY')),
      chooseDatabase({ isTraining: true }, codeToCurrency('EUR')),
    ].map((database) => 'balance' in database)
    expect(balances).toEqual([true, false, false])
  })
})
