import { expect, it } from 'vitest'
import {
  centsToNumber,
  centsToText,
  isMoney,
  multiply,
  readDecimal,
  readInteger,
  sumToCents,
} from '../../../src/demo/register/decimals.js'

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
  ['12.50 €', 12.5],
  ['-€3', -3],
  ['€-3', -3],
  ['1 250', 1250],
  ['-1\u202f234\u00a0567,5', -1_234_567.5],
  ['2€50', NaN],
  ['€€2', NaN],
  ['€2€', NaN],
  ['1 50', NaN],
  ['12 50', NaN],
  ['1234 567', NaN],
  ['1 2345', NaN],
  ['1 234 56', NaN],
  ['1. 50', NaN],
  ['- 3', NaN],
])('readDecimal reads "%s" as %s', (text, number) => {
  expect(readDecimal(text)).toBe(number)
})

it.each([
  ['', undefined],
  ['1001', 1001],
  ['1.5', NaN],
  ['№ 1', NaN],
  ['1 001', 1001],
  ['10 01', NaN],
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
])('sumToCents takes %s by %s to %s cents', (price, quantity, cents) => {
  expect(sumToCents([[price, quantity]])).toBe(cents)
})

it('sumToCents rounds once, and knows no result while a part cannot be read', () => {
  const half = ['0.33', '0.5'] as const
  expect(sumToCents([half, half, half])).toBe(50n)
  expect(sumToCents([])).toBe(0n)
  expect(sumToCents([half, ['', '1']])).toBeUndefined()
  expect(sumToCents([['1', 'x']])).toBeUndefined()
})

it('multiply keeps every digit', () => {
  expect(Number(multiply('0,33', '0.5'))).toBe(0.165)
  expect(multiply('x', '1')).toBeUndefined()
})

it.each([
  ['12.50', true],
  ['12,5', true],
  ['12', true],
  ['-3.00', true],
  ['1.250', false],
  ['1,250', false],
  ['2€50', false],
  ['1 50', false],
  ['1 250', true],
  ['', false],
  ['ten', false],
])('isMoney holds of "%s": %s', (text, isIt) => {
  expect(isMoney(text)).toBe(isIt)
})

it('cents are told as they would be written', () => {
  expect(centsToNumber(30n)).toBe(0.3)
  expect(centsToNumber(-5n)).toBe(-0.05)
  expect(centsToNumber(0n)).toBe(0)
  expect(Number(centsToText(1250n))).toBe(12.5)
})
