import { expect, it } from 'vitest'
import { describeRooms, describeSizes, findGrown, measureSizes, weighRooms } from './sizes.js'

it('what an app ships of the package, minified and gzipped, stays under its ceiling', async () => {
  const sizes = await measureSizes()
  console.log(describeSizes(sizes))
  expect(sizes.every(({ bytes }) => bytes > 1_000)).toBe(true)
  expect(findGrown(sizes)).toEqual([])
})

it('of what the page and the worker consist is told by room', async () => {
  const sizes = await measureSizes()
  for (const part of await weighRooms()) {
    console.log(describeRooms(part))
    const whole = sizes.find(({ part: { title } }) => title === part.title)?.bytes ?? 0
    const sum = Object.values(part.rooms).reduce((sum, bytes) => sum + bytes, 0)
    // By themselves the rooms compress a little worse than together.
    expect(sum).toBeGreaterThan(whole)
    expect(sum).toBeLessThan(1.2 * whole)
    expect(Object.keys(part.rooms)).toContain('journal')
  }
})

it('what is larger than its ceiling is named', () => {
  const part = { title: 'page', code: '', outside: [], ceiling: 2_000 }
  expect(findGrown([{ part, bytes: 2_000 }])).toEqual([])
  expect(findGrown([{ part, bytes: 2_100 }])).toEqual(['page: 2.1 kB, and 2.0 kB at most'])
})

it('the distance to a budget is told', () => {
  const part = { title: 'page', code: '', outside: [], ceiling: 3_000, budget: 2_000 }
  expect(describeSizes([{ part, bytes: 2_500 }])).toBe(
    'page  2.5 kB  ceiling 3.0 kB  budget 2.0 kB: 0.5 kB over',
  )
  expect(describeSizes([{ part, bytes: 1_500 }])).toContain('held')
})
