import { describe, expect, it } from 'vitest'
import { judge } from './budgets.js'
import { createTable } from './figures.js'
import { quantile } from './stats.js'

function judgeRingingUp(ours: readonly number[], raw: readonly number[]) {
  const table = createTable()
  for (const [round, ms] of ours.entries()) table.note('ring up, median', 'ms', 'counterfoil', round, ms)
  for (const [round, ms] of raw.entries()) table.note('ring up, median', 'ms', 'raw', round, ms)
  return judge(table)
}

describe('a budget', () => {
  it('is held or missed by the ratios within a round, however the rounds differ', () => {
    const [held] = judgeRingingUp([2, 20, 4], [1, 10, 2])
    expect(held).toMatchObject({ isHeld: true, words: '2.00 times (2.00 to 2.00), at most 2.5' })
    const [missed] = judgeRingingUp([3, 30, 6], [1, 10, 2])
    expect(missed).toMatchObject({ isHeld: false })
  })

  it('is missed where not even the best round holds it', () => {
    expect(judgeRingingUp([2.4, 2.6, 2.7], [1, 1, 1])).toMatchObject([{ isHeld: true }])
    expect(judgeRingingUp([2.6, 2.6, 2.7], [1, 1, 1])).toMatchObject([{ isHeld: false }])
  })

  it('of a contender that was cut off is not judged', () => {
    expect(judgeRingingUp([2, 2], [])).toEqual([])
  })
})

describe('a quantile', () => {
  it('lies between its neighbours', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8)
    expect(quantile([], 0.5)).toBeNaN()
  })
})
