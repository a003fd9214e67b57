import { describe, expect, it } from 'vitest'
import { reportToHours } from '../../src/elements/day/chart.js'

const hourMs = 3_600_000
const day = Date.UTC(2026, 10, 21)
const reportOf = (hours: readonly number[]) => ({
  from: new Date(day),
  to: new Date(day + 24 * hourMs),
  byHour: hours.map((hour) => ({ hour: new Date(day + hour * hourMs) })) as never,
})
const hoursOf = (...hours: number[]) => reportToHours(reportOf(hours)).map((time) => (time - day) / hourMs)

describe('the hours of the chart', () => {
  it('stand around a single hour, which is no wall', () => {
    expect(hoursOf(10)).toEqual([7, 8, 9, 10, 11, 12, 13, 14])
  })

  it('stay within the day', () => {
    expect(hoursOf(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(hoursOf(23)).toEqual([16, 17, 18, 19, 20, 21, 22, 23])
  })

  it('are all hours from the first to the last, those without operations too', () => {
    expect(hoursOf(7, 9, 20)).toHaveLength(14)
    expect(hoursOf(7, 9, 20).at(-1)).toBe(20)
  })

  it('are no more than the span has', () => {
    expect(reportToHours({ ...reportOf([1]), to: new Date(day + 3 * hourMs) })).toHaveLength(3)
    expect(hoursOf()).toEqual([])
  })

  it('keep an hour that begins at the half', () => {
    expect(hoursOf(1, 2.5)).toContain(2.5)
  })
})
