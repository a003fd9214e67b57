import { expect, it } from 'vitest'
import { roundMoney } from '../../src/domain/money.js'

it.each<[number, number | undefined, number]>([
  [0.1 + 0.2, undefined, 0.3],
  [1.005, undefined, 1.01],
  [-1.005, undefined, -1.01],
  [-0.001, undefined, 0],
  [1.2345, 3, 1.235],
  [1499.5, 0, 1500],
])('roundMoney(%d, %s) is %d', (value, digits, rounded) => {
  expect(Object.is(roundMoney(value, digits), rounded)).toBe(true)
})

it.each([NaN, Infinity])('roundMoney refuses %d, which is no amount', (value) => {
  expect(() => roundMoney(value)).toThrow(RangeError)
})
