import { expect, it } from 'vitest'
import { centsToNumber, multiplyToCents, readDecimal, readInteger } from '../../src/demo/decimals.js'

it.each([
  ['', undefined],
  ['  ', undefined],
  ['12.50', 12.5],
  ['12,50', 12.5],
  [' € 12.50 ', 12.5],
  ['-3', -3],
  ['0.1', 0.1],
  ['1.234,56', NaN],
  ['12.', NaN],
  ['.5', NaN],
  ['1e3', NaN],
  ['ten', NaN],
])('readDecimal reads "%s" as %s', (text, number) => {
  expect(readDecimal(text)).toBe(number)
})

it.each([
  ['', undefined],
  ['1001', 1001],
  ['1.5', NaN],
  ['№ 1', NaN],
])('readInteger reads "%s" as %s', (text, number) => {
  expect(readInteger(text)).toBe(number)
})

it.each([
  ['0.1', '3', 30n],
  ['1.005', '1', 101n],
  ['-1.005', '1', -101n],
  ['1.004', '1', 100n],
  ['38.00', '0.125', 475n],
  ['0,335', '1', 34n],
  ['9999999999999.99', '3', 2999999999999997n],
])('multiplyToCents takes %s by %s to %s cents', (price, quantity, cents) => {
  expect(multiplyToCents(price, quantity)).toBe(cents)
})

it('multiplyToCents knows no result while a part cannot be read', () => {
  expect(multiplyToCents('', '1')).toBeUndefined()
  expect(multiplyToCents('1', 'x')).toBeUndefined()
})

it('centsToNumber gives the number as it would be written', () => {
  expect(centsToNumber(30n)).toBe(0.3)
  expect(centsToNumber(-5n)).toBe(-0.05)
  expect(centsToNumber(0n)).toBe(0)
})
