import { describe, expect, it } from 'vitest'
import { layOver } from '../../src/elements/journal/ids.js'
import {
  findAnchor,
  findSeen,
  findSpan,
  keyToIndex,
  limitCount,
  topOfAnchor,
  topToShow,
} from '../../src/elements/journal/window.js'

const frame = { top: 0, height: 500, rowHeight: 50, count: 1_000 }

describe('the rows in sight', () => {
  it.each([
    [0, { from: 0, to: 10 }],
    [25, { from: 0, to: 11 }],
    [50, { from: 1, to: 11 }],
    [49_500, { from: 990, to: 1_000 }],
    [1e9, { from: 999, to: 1_000 }],
    [-80, { from: 0, to: 9 }],
  ])('scrolled to %i are %o', (top, span) => {
    expect(findSeen({ ...frame, top })).toEqual(span)
  })

  it('are drawn with some on either side, and none beyond the ends', () => {
    expect(findSpan({ ...frame, top: 5_000 })).toEqual({ from: 92, to: 118 })
    expect(findSpan(frame)).toEqual({ from: 0, to: 18 })
    expect(findSpan({ ...frame, count: 3 })).toEqual({ from: 0, to: 3 })
    expect(findSpan({ ...frame, count: 0 })).toEqual({ from: 0, to: 0 })
  })

  it('are no more than a browser can lay out', () => {
    expect(limitCount(100_000, 56)).toBe(100_000)
    expect(limitCount(10_000_000, 56)).toBe(250_000)
  })
})

describe('moving by keyboard', () => {
  it.each<[string, number, number | undefined]>([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 999, 999],
    ['ArrowUp', 0, 0],
    ['PageDown', 3, 12],
    ['PageUp', 12, 3],
    ['PageUp', 4, 0],
    ['Home', 700, 0],
    ['End', 0, 999],
    ['x', 3, undefined],
    ['toString', 3, undefined],
  ])('%s leads from %i to %s', (key, index, to) => {
    expect(keyToIndex(key, index, frame)).toBe(to)
  })

  it('leads nowhere in an empty list', () => {
    expect(keyToIndex('End', 0, { ...frame, count: 0 })).toBeUndefined()
  })

  it('scrolls no further than it takes', () => {
    expect(topToShow(5, frame)).toBe(0)
    expect(topToShow(10, frame)).toBe(50)
    expect(topToShow(1, { ...frame, top: 200 })).toBe(50)
  })
})

describe('what stands still', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `id${index}`)

  it('is the first row in sight, wherever it goes', () => {
    const anchor = findAnchor(ids, { ...frame, top: 520 })
    expect(anchor).toEqual({ ids: ids.slice(10, 21), offset: 20 })
    expect(anchor && topOfAnchor(anchor, ['new1', 'new2', ...ids], 50)).toBe(620)
  })

  it('is the next that is left where the first has gone', () => {
    const anchor = findAnchor(ids, { ...frame, top: 520 })
    const left = ids.filter((id) => id !== 'id10')
    expect(anchor && topOfAnchor(anchor, ['new', ...left], 50)).toBe(520)
    expect(anchor && topOfAnchor(anchor, ['new'], 50)).toBeUndefined()
  })

  it('is nothing at the very top, where what is new is to be seen', () => {
    expect(findAnchor(ids, frame)).toBeUndefined()
  })
})

describe('laying what was read over what was known', () => {
  const known = ['f', 'e', 'd', 'c', 'b', 'a']

  it.each<[string, number, string[], boolean, string[], boolean]>([
    ['what came on top', 0, ['h', 'g', 'f'], false, ['h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'], true],
    ['what came between', 1, ['e', 'x', 'd'], false, ['f', 'e', 'x', 'd', 'c', 'b', 'a'], true],
    ['what has gone', 1, ['d', 'c'], false, ['f', 'd', 'c', 'b', 'a'], true],
    ['what came at the end of the reading', 1, ['e', 'x'], false, ['f', 'e', 'x', 'd', 'c', 'b', 'a'], true],
    ['what moved up', 1, ['b', 'e', 'd'], false, ['f', 'b', 'e', 'd', 'c', 'a'], true],
    ['what moved down', 2, ['f', 'd', 'c'], false, ['e', 'f', 'd', 'c', 'b', 'a'], true],
    ['the end', 3, ['c', 'b'], true, ['f', 'e', 'd', 'c', 'b'], true],
    ['nothing at all', 0, [], true, [], true],
    ['a gap', 0, ['z', 'y', 'x'], false, ['z', 'y', 'x'], false],
    ['what lies behind', 6, ['0'], false, ['f', 'e', 'd', 'c', 'b', 'a', '0'], true],
  ])('takes in %s', (_, from, found, isEnd, ids, isJoined) => {
    expect(layOver(known, from, found, isEnd)).toEqual({ ids, isJoined })
  })
})
