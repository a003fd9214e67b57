import { expect, it } from 'vitest'
import { completeReceipt } from '../../src/domain/complete.js'
import { currencyToDigits, currencyToFinestDigits } from '../../src/domain/currency.js'
import type { Receipt } from '../../src/domain/models.js'
import { createRules } from '../../src/domain/rules.js'

it.each([
  ['EUR', 2, 2],
  ['huf', 0, 2],
  ['IDR', 0, 2],
  ['PKR', 0, 2],
  ['COP', 0, 2],
  ['IQD', 0, 3],
  ['KWD', 3, 3],
  ['JPY', 0, 0],
  ['CLF', 4, 4],
])('%s usually has %i decimals, and %i by ISO 4217', (code, usual, finest) => {
  expect([currencyToDigits(code), currencyToFinestDigits(code)]).toEqual([usual, finest])
})

const rules = createRules({}, currencyToDigits('HUF'), currencyToFinestDigits('HUF'))
const totalOf = (draft: Receipt) => completeReceipt(draft, { shop: 'S', terminal: 'T', now: 0 }, rules).Total
const cheese = [{ Name: 'Cheese', Price: 199, Quantity: 1.234 }]
const screw = [{ Name: 'Screw', Price: 12.5, Quantity: 1 }]

it('a total is whole in a currency of whole amounts', () => {
  expect(totalOf({ Products: cheese })).toBe(246)
  expect(totalOf({ Products: cheese, Payments: [{ Amount: 246 }] })).toBe(246)
  expect(totalOf({ Products: screw, Payments: [{ Amount: 13 }] })).toBe(13)
})

it('a total is not rounded where what is paid, or else a price, has cents', () => {
  expect(totalOf({ Products: screw, Payments: [{ Amount: 12.5 }] })).toBe(12.5)
  expect(totalOf({ Products: screw })).toBe(12.5)
})

it('a total that was rounded by an earlier release still fits', () => {
  expect(totalOf({ Products: cheese, Payments: [{ Amount: 246 }], Total: 246 })).toBe(246)
  expect(totalOf({ Products: screw, Payments: [{ Amount: 12.5 }], Total: 13 })).toBe(13)
})
