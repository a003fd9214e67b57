import { expect, it } from 'vitest'
import { describeRooms, describeSizes, findGrown, measureSizes, weighNeeds, weighRooms } from './sizes.js'

const measured = measureSizes()

it('what an app ships of the package, minified and gzipped, stays under its ceiling', async () => {
  const sizes = await measured
  console.log(describeSizes(sizes))
  expect(sizes.every(({ bytes }) => bytes > 1_000)).toBe(true)
  expect(findGrown(sizes)).toEqual([])
})

it('of what the page and the worker consist is told by room', async () => {
  const [sizes, rooms] = [await measured, await weighRooms()]
  console.log(describeRooms(rooms))
  for (const [index, part] of [rooms.page, rooms.worker].entries()) {
    const sum = [...part.values()].reduce((sum, { first, later }) => sum + first + later, 0)
    expect(sum).toBeCloseTo(sizes[2 * index]?.bytes ?? 0, 0)
    expect([...part.keys()]).toContain('journal/queue')
  }
})

it('what each part of the work costs is told', async ({ skip }) => {
  skip(!process.env.BY_NEED, 'BY_NEED=1 tells it')
  for (const { title, bytes } of await weighNeeds()) console.log(`${title}: ${Math.round(bytes)} bytes less`)
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
