import { describe, expect, it } from 'vitest'
import { createAxis, createScale } from '../../../src/demo/lab/scale.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('the scale', () => {
  it('lays time out evenly where nothing was quiet for long', () => {
    const scale = createScale([0, 30 * second, 60 * second], 10, 110)
    expect(scale.segments).toHaveLength(1)
    expect([0, 30 * second, 60 * second].map(scale.toPlace)).toEqual([10, 60, 110])
  })

  it('cuts a quiet night out, and keeps the order', () => {
    const moments = [0, 4 * second, 10 * second, 9 * hour, 9 * hour + 10 * second]
    const scale = createScale(moments, 0, 100)
    expect(scale.segments).toHaveLength(2)
    const places = moments.map(scale.toPlace)
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places[0]).toBe(0)
    expect(places.at(-1)).toBeCloseTo(100)
    expect(places[2]).toBeCloseTo(46)
    expect(places[3]).toBeCloseTo(54)
  })

  it('cuts nothing out of an even day', () => {
    const moments = Array.from({ length: 60 }, (_, index) => index * 10 * second)
    expect(createScale(moments, 0, 100).segments).toHaveLength(1)
  })

  it('cuts nothing out where it was quiet again and again', () => {
    const moments = Array.from({ length: 12 }, (_, day) => [day * 24 * hour, day * 24 * hour + second]).flat()
    expect(createScale(moments, 0, 200).segments).toHaveLength(1)
  })

  it('stands with a single moment, and with none', () => {
    expect(createScale([5], 10, 110).toPlace(5)).toBe(10)
    expect(createScale([], 10, 110).toPlace(5)).toBe(0)
  })
})

describe('the axis', () => {
  it('chooses steps that leave the labels their room', () => {
    const axis = createAxis(createScale([0, 60 * second], 0, 300), 60)
    expect(axis.unit).toBe('second')
    expect(axis.ticks.map(({ at }) => at / second)).toEqual([0, 15, 30, 45, 60])
  })

  it('tells minutes over hours, and days over days', () => {
    const steady = (count: number, stepMs: number) =>
      Array.from({ length: count }, (_, index) => index * stepMs)
    expect(createAxis(createScale(steady(90, minute), 0, 300), 60).unit).toBe('minute')
    const long = createAxis(createScale([0, second, 25 * hour, 25 * hour + second], 0, 300), 60)
    expect(long.unit).toBe('day')
  })

  it('marks round times of the clock on the wall', () => {
    const half = 30 * minute
    const moments = Array.from({ length: 41 }, (_, index) => index * 15 * minute)
    const axis = createAxis(createScale(moments, 0, 300), 60, half)
    expect(axis.ticks.every(({ at }) => (at + half) % (2 * hour) === 0)).toBe(true)
    expect(axis.ticks.length).toBeGreaterThan(2)
  })

  it('begins each piece with a mark, and lets none touch', () => {
    const scale = createScale([0, 20 * second, 9 * hour, 9 * hour + 20 * second], 0, 300)
    const { ticks } = createAxis(scale, 60)
    expect(ticks.map(({ at }) => at)).toContain(9 * hour)
    const gaps = ticks.slice(1).map(({ place }, index) => place - (ticks[index]?.place ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60)
  })

  it('is empty where there is nothing', () => {
    expect(createAxis(createScale([], 0, 300), 60)).toEqual({ ticks: [], unit: 'second' })
  })
})
