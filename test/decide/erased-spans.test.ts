import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs } from '../../src/decide/counted-time.js'
import { addErased, isErasedWithin, type ErasedSpan } from '../../src/decide/erased-spans.js'

const hours = (...times: number[]) => times.map((time) => time * (dayMs / 24))

it('joins entries with less than a day between them, and leaves a closed Sunday out', () => {
  const week = addErased([], hours(8, 20, 32, 44))
  expect(week).toEqual([hours(8, 44)])
  const next = addErased(week, hours(80, 81))
  expect(next).toEqual([hours(8, 44), hours(80, 81)])
  expect(isErasedWithin(next, ...(hours(48, 72) as [number, number]))).toBe(false)
  expect(isErasedWithin(next, ...(hours(72, 96) as [number, number]))).toBe(true)
})

it('an entry of a clock that was years ahead says nothing about the days until then', () => {
  const spans = addErased([], [0, 1, 10 * 365 * dayMs, NaN])
  expect(isErasedWithin(spans, dayMs, 365 * dayMs)).toBe(false)
})

it('knows of every entry that was deleted, in whatever order, in four hundred spans at most', () => {
  const batches = fc.array(fc.array(fc.nat({ max: 2_000 }), { maxLength: 300 }), { maxLength: 10 })
  fc.assert(
    fc.property(batches, (taken) => {
      const times = taken.map((days) => days.map((day) => day * dayMs))
      const spans = times.reduce<readonly ErasedSpan[]>(addErased, [])
      expect(spans.length).toBeLessThanOrEqual(400)
      for (const at of times.flat()) expect(isErasedWithin(spans, at, at + 1)).toBe(true)
    }),
  )
})
