import { describe, expect, it } from 'vitest'
import { budgets, judge } from './budgets.js'
import type { ContenderName } from './contenders.js'
import { createTable, type Row } from './figures.js'
import { growthTitles } from './sections/growth.js'
import { sections } from './sections/sections.js'
import { stuckTitles } from './sections/stuck.js'
import { weightTitles } from './sections/weight.js'
import { quantile, ratioOf } from './stats.js'

type Figures = Partial<Record<ContenderName, readonly number[]>>

/** A table with these rows filled, and the verdicts on it. */
function judgeRows(rows: Record<string, Figures>, unit: Row['unit'] = 'ms') {
  const table = createTable(Object.keys(rows).map((title) => ({ title, unit })))
  for (const [title, figures] of Object.entries(rows))
    for (const [name, rounds] of Object.entries(figures))
      for (const [round, figure] of rounds.entries()) table.note(title, name as ContenderName, round, figure)
  return judge(table)
}

const judgeRingingUp = (ours: readonly number[], raw: readonly number[]) =>
  judgeRows({ 'ring up, median': { counterfoil: ours, raw } })

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

  it('of which nothing was measured is not judged', () => {
    expect(judgeRingingUp([2, 2], [])).toEqual([])
    expect(judgeRingingUp([], [2, 2])).toEqual([])
  })

  it('asks for a row that a section fills', () => {
    const titles = sections.flatMap(({ rows }) => rows.map(({ title }) => title))
    const asked = budgets.flatMap((budget) => [
      budget.row,
      ...('againstRow' in budget ? [budget.againstRow] : []),
    ])
    expect(asked.filter((title) => !titles.includes(title))).toEqual([])
    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe('the budget', () => {
  const most = 100_000
  const { open, keep } = growthTitles
  it.each<[string, Record<string, Figures>, Record<string, Figures>]>([
    [
      'of ringing up beside Workbox',
      { 'ring up, median': { counterfoil: [1], workbox: [1.1] } },
      { 'ring up, median': { counterfoil: [1.2], workbox: [1.1] } },
    ],
    [
      'of ringing up with much waiting',
      { [keep(0)]: { counterfoil: [1] }, [keep(most)]: { counterfoil: [1.2] } },
      { [keep(0)]: { counterfoil: [1] }, [keep(most)]: { counterfoil: [1.3] } },
    ],
    ['of opening', { [open(most)]: { counterfoil: [150] } }, { [open(most)]: { counterfoil: [151] } }],
    [
      'of opening beside an empty one',
      { [open(0)]: { counterfoil: [30] }, [open(most)]: { counterfoil: [90] } },
      { [open(0)]: { counterfoil: [30] }, [open(most)]: { counterfoil: [91] } },
    ],
    [
      'of delivering beside the bare loop',
      { 'deliver 1,000 at 20 ms': { counterfoil: [90], raw: [100] } },
      { 'deliver 1,000 at 20 ms': { counterfoil: [89], raw: [100] } },
    ],
    [
      'of delivering to a quick service',
      { 'deliver 1,000 at 0 ms': { counterfoil: [60], raw: [100], workbox: [30] } },
      { 'deliver 1,000 at 0 ms': { counterfoil: [59], raw: [100], workbox: [30] } },
    ],
    [
      'of claiming with cards stuck',
      { [stuckTitles.free]: { counterfoil: [1] }, [stuckTitles.stuck]: { counterfoil: [2] } },
      { [stuckTitles.free]: { counterfoil: [1] }, [stuckTitles.stuck]: { counterfoil: [2.1] } },
    ],
    [
      'of the longest task',
      { 'longest task, deliver 10,000 at 0 ms': { counterfoil: [0] } },
      { 'longest task, deliver 10,000 at 0 ms': { counterfoil: [51] } },
    ],
    [
      'of the page’s size',
      { [weightTitles.page]: { counterfoil: [14] } },
      { [weightTitles.page]: { counterfoil: [14.1] } },
    ],
    [
      'of the worker’s size',
      { [weightTitles.worker]: { counterfoil: [12] } },
      { [weightTitles.worker]: { counterfoil: [12.1] } },
    ],
    [
      'that no peer is ahead in ringing up strictly',
      { 'ring up, every commit strict, median': { counterfoil: [1], rxdb: [1] } },
      { 'ring up, every commit strict, median': { counterfoil: [1.1], rxdb: [1] } },
    ],
    [
      'that no peer is ahead in delivering',
      { 'deliver 1,000 at 20 ms': { counterfoil: [50], tanstack: [50] } },
      { 'deliver 1,000 at 20 ms': { counterfoil: [49], tanstack: [50] } },
    ],
    [
      'that no peer is ahead in opening',
      { [open(most)]: { counterfoil: [40], workbox: [40] } },
      { [open(most)]: { counterfoil: [41], workbox: [40] } },
    ],
  ])('%s is held up to its limit and missed beyond it', (_, held, missed) => {
    expect(judgeRows(held).map(({ isHeld }) => isHeld)).not.toContain(false)
    expect(judgeRows(held)).not.toEqual([])
    expect(judgeRows(missed).map(({ isHeld }) => isHeld)).toContain(false)
  })

  it('of a figure tells it with its unit', () => {
    expect(judgeRows({ [open(most)]: { counterfoil: [100, 120, 140] } })).toMatchObject([
      { title: 'open with 100,000 waiting', words: '120.0 ms (100.0 to 140.0), at most 150' },
    ])
  })

  it('that a peer is not ahead is held where the peer was cut off', () => {
    const table = createTable([{ title: open(most), unit: 'ms' }])
    table.note(open(most), 'counterfoil', 0, 40)
    table.noteCutOff(open(most), 'tanstack', 'more than a minute')
    expect(judge(table)).toContainEqual({
      title: 'open with 100,000 waiting, against tanstack',
      isHeld: true,
      words: 'cut off: more than a minute',
    })
  })
})

describe('a budget of ours', () => {
  it('is missed where we were cut off', () => {
    const table = createTable([{ title: 'deliver 1,000 at 0 ms', unit: 'per second' }])
    table.noteCutOff('deliver 1,000 at 0 ms', 'counterfoil', 'only 900 kept')
    expect(judge(table).map(({ isHeld }) => isHeld)).toEqual([false, false])
  })
})

describe('a quantile', () => {
  it('lies between its neighbours', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8)
    expect(quantile([], 0.5)).toBeNaN()
  })
})

describe('a ratio', () => {
  it('is of figures of the same round alone', () => {
    expect(ratioOf([1, 4, 9], [1, undefined, 3])).toEqual({ median: 2, least: 1, most: 3 })
    expect(ratioOf([1], [undefined, 1])).toBeUndefined()
  })
})
