import { expect, it } from 'vitest'
import { completeReceipt } from '../../src/domain/complete.js'
import { currencyToDigits } from '../../src/domain/currency.js'
import { createRules } from '../../src/domain/rules.js'
import { createFormats } from '../../src/elements/formats.js'

// The browsers' own figures are those of daily life.
it.each([
  ['EUR', 2],
  ['huf', 2],
  ['IDR', 2],
  ['PKR', 2],
  ['COP', 2],
  ['IQD', 3],
  ['KWD', 3],
  ['JPY', 0],
  ['CLF', 4],
])('%s has the decimals of ISO 4217: %i', (code, digits) => {
  expect(currencyToDigits(code)).toBe(digits)
})

it('a total is not rounded to whole rupees or forints', () => {
  const rules = createRules({}, currencyToDigits('PKR'))
  const draft = { Products: [{ Name: 'a', Price: 12.5, Quantity: 1 }], Payments: [{ Amount: 12.5 }] }
  expect(completeReceipt(draft, { shop: 'S', terminal: 'T', now: 0 }, rules).Total).toBe(12.5)
})

it('an amount is shown as usual, and with its decimals where it has some', () => {
  const { money, typed } = createFormats('en', 'HUF')
  expect([money(1500), money(12.5)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'HUF 1,500',
    'HUF 12.5',
  ])
  expect([typed(1500, true), typed(12.5, true)]).toEqual(['1500', '12.5'])
})
