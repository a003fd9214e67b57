import { describe, expect, it } from 'vitest'
import { failureToWords, formKinds, formPlans, placeFailure } from '../../src/demo/forms.js'
import { endpointOf } from '../../src/domain/endpoints.js'
import { isWithin } from '../../src/domain/paths.js'
import type { OperationKind } from '../../src/index.js'

const failureAt = (path: string) => ({ path, expected: 'a whole number', found: 'NaN' })

describe('placeFailure', () => {
  it.each<[OperationKind, string, object]>([
    ['refund', 'StoredValueCardCodeCollection[].StoredValueCardCode', { tag: 'field', name: 'card' }],
    ['refund', 'StoredValueCardCodeCollection[0].AuthorizationCode', { tag: 'field', name: 'authorization' }],
    ['refund', 'StoredValueCardReceipt.SenderData.Number', { tag: 'field', name: 'number' }],
    ['refund', 'StoredValueCardReceipt.Products[2].Price', { tag: 'line', index: 2, part: 'price' }],
    ['refund', 'StoredValueCardReceipt.Products[0].Quantity', { tag: 'line', index: 0, part: 'quantity' }],
    ['refund', 'StoredValueCardReceipt.Total', { tag: 'form' }],
    ['confirmOrder', 'OrderID or ExternalOrderID', { tag: 'field', name: 'order' }],
    ['confirmOrder', 'Payments[0].Value', { tag: 'field', name: 'value' }],
    ['associate', 'CardData.AuthorizationPin', { tag: 'field', name: 'pin' }],
    ['migrate', 'extra.id', { tag: 'form' }],
  ])('%s: %s', (kind, path, place) => {
    expect(placeFailure(kind, failureAt(path))).toEqual(place)
  })
})

it.each(formKinds)('%s has a field for whatever the package needs', (kind) => {
  const needed = endpointOf(kind).needs.map(({ oneOf }) => placeFailure(kind, failureAt(oneOf.join(' or '))))
  expect(needed.map(({ tag }) => tag)).toEqual(needed.map(() => 'field'))
})

it.each(formKinds)('%s types every secret of its own under cover, or as a code of the sale', (kind) => {
  const { secrets } = endpointOf(kind)
  const shown = formPlans[kind].fields.filter(({ paths }) =>
    paths.some((path) => secrets.some((secret) => isWithin(path, secret))),
  )
  expect(shown.map(({ name, input }) => [name, input])).toEqual(
    { associate: [['pin', 'secret']], refund: [['authorization', 'text']] }[kind as string] ?? [],
  )
})

it.each([
  [{ path: 'Card', expected: 'the card to associate', found: 'nothing' }, 'Enter the card to associate.'],
  [
    {
      path: 'Total',
      expected: 'a finite decimal number of at most 15 significant digits',
      found: 'NaN',
    },
    'Enter an amount, such as 12.50.',
  ],
  [{ path: 'OrderID', expected: 'a whole number', found: 'NaN' }, 'Enter a whole number.'],
  [
    { path: 'Total', expected: 'a receipt that adds up', found: 'the sum of its products, 3' },
    'Expected a receipt that adds up, found the sum of its products, 3.',
  ],
])('failureToWords tells %o', (failure, words) => {
  expect(failureToWords(failure)).toBe(words)
})
