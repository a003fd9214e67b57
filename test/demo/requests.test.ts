import { expect, it } from 'vitest'
import { entryToTransaction, requestToAmount, requestToText } from '../../src/demo/requests.js'
import type { ListedEntry } from '../../src/index.js'
import { fullModels, kinds, secretsPlanted } from '../support/models.js'

it.each(kinds)('the text of %s shows none of its secrets', (kind) => {
  const text = requestToText(fullModels[kind])
  for (const secret of secretsPlanted) expect(text).not.toContain(secret)
})

it('the text of a request shows the rest', () => {
  expect(requestToText(fullModels.refund)).toContain('"StoredValueCardCode": "9001000000000025"')
})

it('the amount is the receipt’s total, or the one payment of an order', () => {
  expect(requestToAmount(fullModels.refund)).toBe(20.5)
  expect(requestToAmount(fullModels.confirmOrder)).toBe(33.3)
  expect(requestToAmount(fullModels.associate)).toBeUndefined()
  expect(requestToAmount({ Payments: [{ Value: 1 }, { Value: 2 }] })).toBeUndefined()
})

it.each([
  [{ TransactionID: 1001 }, 1001],
  [{ TransactionID: '1001' }, undefined],
  [{}, undefined],
  ['TransactionID', undefined],
  [null, undefined],
])('the reply %j names the transaction %s', (body, transaction) => {
  const entry = { reply: { status: 200, headers: {}, body, at: new Date() } } as unknown as ListedEntry
  expect(entryToTransaction(entry)).toBe(transaction)
})
