import { expect, it } from 'vitest'
import { addDecimals } from '../../src/sandbox/decimals.js'

it.each([
  [[], 0],
  [[0.1, 0.2], 0.3],
  [[1.1, 2.2, 3.3], 6.6],
  [[12.5, -12.5], 0],
  [[-0.05, -0.05], -0.1],
  [[1e-7, 2e-7], 3e-7],
  [[1e21, 1], 1e21 + 1],
  [[0.005, 1.005], 1.01],
  [[99999999999.99, 0.01], 100000000000],
])('adds %j to %d', (amounts, sum) => {
  expect(addDecimals(...amounts)).toBe(sum)
})

it('adds ten thousand cents to exactly a hundred', () => {
  const cents = Array.from({ length: 10_000 }, () => 0.01)
  expect(cents.reduce((sum, amount) => addDecimals(sum, amount), 0)).toBe(100)
})
