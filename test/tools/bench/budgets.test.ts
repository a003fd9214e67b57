import { describe, expect, it } from 'vitest'
import { budgets, findBehind, judge } from './budgets.js'
import type { ContenderName } from './contenders.js'
import { createTable, type Row } from './figures.js'
import { beyondTitles, growthTitles, settledTitles } from './sections/growth.js'
import { keepingTitles } from './sections/keeping.js'
import { meanwhileTitles } from './sections/meanwhile.js'
import { sections } from './sections/sections.js'
import { stuckTitles } from './sections/stuck.js'
import { weightTitles } from './sections/weight.js'
import type { SettingName } from './settings.js'
import { quantile, ratioOf } from './stats.js'

type Figures = Partial<Record<ContenderName, readonly number[]>>

/** A table with these rows filled, and the verdicts on it. */
function judgeRows(
  rows: Record<string, Figures>,
  setting: SettingName = 'leveldb',
  unit: Row['unit'] = 'ms',
) {
  const table = createTable(Object.keys(rows).map((title) => ({ title, unit })))
  for (const [title, figures] of Object.entries(rows))
    for (const [name, rounds] of Object.entries(figures))
      for (const [round, figure] of rounds.entries()) table.note(title, name as ContenderName, round, figure)
  return judge(table, setting)
}

const judgeRingingUp = (ours: readonly number[], raw: readonly number[], setting?: SettingName) =>
  judgeRows({ [keepingTitles.median]: { counterfoil: ours, raw } }, setting)

describe('a budget', () => {
  it('goes by the ratios within a round, however the rounds differ', () => {
    const [held] = judgeRingingUp([1.5, 15, 3], [1, 10, 2])
    expect(held).toMatchObject({ judgement: 'holds', words: '1.50' })
    const [missed] = judgeRingingUp([3, 30, 8], [1, 10, 2])
    expect(missed).toMatchObject({ judgement: 'falls short', words: '3.00 (3.00 to 4.00)' })
  })

  it('goes by the median, and tells where a round holds it all the same', () => {
    expect(judgeRingingUp([1.4, 1.5, 1.7], [1, 1, 1])).toMatchObject([{ judgement: 'holds' }])
    expect(judgeRingingUp([1.4, 1.6, 1.7], [1, 1, 1])).toMatchObject([{ judgement: 'within noise' }])
    expect(judgeRingingUp([1.6, 1.6, 1.7], [1, 1, 1])).toMatchObject([{ judgement: 'falls short' }])
  })

  it('is of Chromium alone, and SQLite may have another', () => {
    expect(judgeRingingUp([1.6], [1], 'sqlite')).toMatchObject([{ judgement: 'holds' }])
    expect(judgeRingingUp([1.8], [1], 'sqlite')).toMatchObject([{ judgement: 'falls short' }])
    for (const setting of ['slowed', 'firefox', 'webkit'] as const)
      expect(judgeRingingUp([9], [1], setting)).toMatchObject([{ judgement: 'told', setting }])
  })

  it('of which nothing was measured is not judged', () => {
    expect(judgeRingingUp([2, 2], [])).toEqual([])
    expect(judgeRingingUp([], [2, 2])).toEqual([])
  })

  it('asks for a row that a section fills, and has a title of its own', () => {
    const titles = sections.flatMap(({ rows }) => rows.map(({ title }) => title))
    const asked = budgets.flatMap(({ row, againstRow = row }) => [row, againstRow])
    expect(asked.filter((title) => !titles.includes(title))).toEqual([])
    expect(new Set(titles).size).toBe(titles.length)
    expect(new Set(budgets.map(({ title }) => title)).size).toBe(budgets.length)
  })

  it('without a limit is told', () => {
    const rows = {
      [growthTitles.open(0)]: { counterfoil: [9], raw: [2] },
    }
    expect(judgeRows(rows)).toMatchObject([{ judgement: 'told', words: '4.50' }])
  })

  it('that nothing is behind another is held where the other was cut off, and missed where we were', () => {
    const title = keepingTitles.strict
    const table = createTable([{ title, unit: 'ms' }])
    table.note(title, 'counterfoil', 0, 40)
    table.noteCutOff(title, 'tanstack', 'more than a minute')
    const words = 'cut off: more than a minute'
    expect(judge(table, 'leveldb')).toMatchObject([{ judgement: 'holds', words }])
    table.noteCutOff(title, 'counterfoil', 'only 900 kept')
    expect(judge(table, 'leveldb').map(({ judgement }) => judgement)).toEqual(['falls short', 'falls short'])
  })
})

describe('the budget', () => {
  const most = 100_000
  const { open, keep, claim } = growthTitles
  const { median, strict, burst } = keepingTitles
  const { alone, held: heldBack, delivering } = meanwhileTitles
  const ratio = (row: string, name: ContenderName, figure: number) => ({
    [row]: { counterfoil: [figure], [name]: [1] },
  })
  const toOurs = (row: string, other: string, figure: number) => ({
    [row]: { counterfoil: [figure] },
    [other]: { counterfoil: [1] },
  })
  const plain = (row: string, figure: number) => ({ [row]: { counterfoil: [figure] } })
  it.each<[string, Record<string, Figures>, Record<string, Figures>]>([
    ['of ringing up', ratio(median, 'raw', 1.5), ratio(median, 'raw', 1.6)],
    ['of RxDB', ratio(strict, 'rxdb', 1), ratio(strict, 'rxdb', 1.1)],
    ['of TanStack', ratio(strict, 'tanstack', 1.2), ratio(strict, 'tanstack', 1.3)],
    ['of many at once', ratio(burst, 'raw', 0.8), ratio(burst, 'raw', 0.9)],
    ['of ringing up while it delivers', toOurs(delivering, alone, 2), toOurs(delivering, alone, 2.1)],
    ['of ringing up while held back', toOurs(heldBack, alone, 1), toOurs(heldBack, alone, 1.1)],
    ['of ringing up with much waiting', toOurs(keep(most), keep(0), 1.1), toOurs(keep(most), keep(0), 1.2)],
    ['of opening', plain(open(most), 100), plain(open(most), 101)],
    [
      'of opening what is settled',
      toOurs(settledTitles.open, open(0), 1.3),
      toOurs(settledTitles.open, open(0), 1.4),
    ],
    [
      'of opening what is settled, beyond the browser’s own look',
      toOurs(beyondTitles.settled, beyondTitles.none, 1.3),
      toOurs(beyondTitles.settled, beyondTitles.none, 1.4),
    ],
    [
      'of delivering',
      ratio('deliver 1,000 at 20 ms', 'raw', 0.9),
      ratio('deliver 1,000 at 20 ms', 'raw', 0.8),
    ],
    [
      'of delivering to a quick service',
      ratio('deliver 1,000 at 0 ms', 'raw', 0.6),
      ratio('deliver 1,000 at 0 ms', 'raw', 0.5),
    ],
    [
      'of delivering with keys to a quick service',
      ratio('deliver 1,000 at 0 ms, repeats recognised', 'raw', 0.7),
      ratio('deliver 1,000 at 0 ms, repeats recognised', 'raw', 0.6),
    ],
    ['of claiming', ratio(claim(most), 'raw', 2), ratio(claim(most), 'raw', 2.1)],
    [
      'of claiming with cards stuck',
      ratio(stuckTitles.stuck, 'raw', 2),
      ratio(stuckTitles.stuck, 'raw', 2.1),
    ],
    [
      'of the longest task',
      plain('longest task, deliver 10,000 at 0 ms', 50),
      plain('longest task, deliver 10,000 at 0 ms', 51),
    ],
    ['of the page until it can ring up', plain(weightTitles.first, 30), plain(weightTitles.first, 30.1)],
    ['of the page’s size', plain(weightTitles.page, 55), plain(weightTitles.page, 55.1)],
    ['of the worker’s size', plain(weightTitles.worker, 28), plain(weightTitles.worker, 28.1)],
  ])('%s is held up to its limit and missed beyond it', (_, held, missed) => {
    const limited = (rows: Record<string, Figures>) =>
      judgeRows(rows).flatMap(({ judgement }) => (judgement === 'told' ? [] : [judgement]))
    expect(limited(held)).toEqual(['holds'])
    expect(limited(missed)).toEqual(['falls short'])
  })

  it('of a figure tells it with its unit', () => {
    expect(judgeRows({ [open(most)]: { counterfoil: [80, 90, 140] } })).toMatchObject([
      { title: 'open with 100,000 waiting', words: '90.0 ms (80.0 to 140.0)', judgement: 'holds' },
    ])
  })
})

describe('another engine', () => {
  it('is behind where its ratio is more than twice Chromium’s, whichever way is the better', () => {
    const behind = (row: string, chromium: number, firefox: number) =>
      findBehind([
        ...judgeRows({ [row]: { counterfoil: [chromium], raw: [1] } }),
        ...judgeRows({ [row]: { counterfoil: [firefox], raw: [1] } }, 'firefox'),
      ]).map(({ times }) => times)
    expect(behind(keepingTitles.median, 2, 4)).toEqual([])
    expect(behind(keepingTitles.median, 2, 5)).toEqual([2.5])
    expect(behind('deliver 1,000 at 0 ms', 0.5, 0.25)).toEqual([])
    expect(behind('deliver 1,000 at 0 ms', 0.5, 0.125)).toEqual([4])
    expect(behind('deliver 1,000 at 0 ms', 0.125, 0.5)).toEqual([])
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
