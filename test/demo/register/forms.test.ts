import { describe, expect, it } from 'vitest'
import { formKinds, formPlans, placeFailure, type Field } from '../../../src/demo/register/forms.js'
import { languages } from '../../../src/demo/languages.js'
import { demoTexts } from '../../support/demo-texts.js'
import { endpointOf } from '../../../src/domain/endpoints.js'
import { isWithin } from '../../../src/domain/paths.js'
import type { OperationKind } from '../../../src/index.js'

const failureAt = (path: string) => ({ path, expected: 'a whole number', found: 'NaN' })

describe('placeFailure', () => {
  const row = (list: string, index: number, part: string) => ({ tag: 'row', list, index, part })
  it.each<[OperationKind, string, object]>([
    ['refund', 'StoredValueCardCodeCollection[].StoredValueCardCode', { tag: 'field', name: 'card' }],
    ['refund', 'StoredValueCardCodeCollection[0].AuthorizationCode', { tag: 'field', name: 'authorization' }],
    ['updateReceipt', 'StoredValueCardReceipt.SenderData.Number', { tag: 'field', name: 'number' }],
    ['refund', 'StoredValueCardReceipt.Products[2].Price', row('lines', 2, 'price')],
    ['refund', 'StoredValueCardReceipt.Products[0].Quantity', row('lines', 0, 'quantity')],
    ['refund', 'StoredValueCardReceipt.Total', { tag: 'form' }],
    ['confirmOrder', 'OrderID or ExternalOrderID', { tag: 'field', name: 'order' }],
    ['confirmOrder', 'Payments[1].Value', row('payments', 1, 'amount')],
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

it.each(formKinds)('%s marks every secret of its own, so that no scanner fills it in', (kind) => {
  const { secrets } = endpointOf(kind)
  const fields: readonly Field[] = formPlans[kind].fields
  const shown = fields.filter(({ paths }) =>
    paths.some((path) => secrets.some((secret) => isWithin(path, secret))),
  )
  expect(shown.map(({ isSecret }) => isSecret)).toEqual(shown.map(() => true))
  expect(shown.map(({ name }) => name)).toEqual(
    { associate: ['pin'], refund: ['authorization'] }[kind as string] ?? [],
  )
})

it('says something for every field, in each language', () => {
  for (const language of languages) {
    const texts = demoTexts[language].register
    for (const kind of formKinds)
      for (const { name } of formPlans[kind].fields) expect(texts.fields[name]).not.toBe('')
  }
})
