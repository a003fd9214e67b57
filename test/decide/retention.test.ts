import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTime, dayMs, type CountedTime, type Sighting } from '../../src/decide/counted-time.js'

const hourMs = dayMs / 24
const start = Date.parse('2026-03-01T08:00:00Z')

/** Both clocks after so many days: the till's is wrong by so much, and the service's may not be told. */
function at(days: number, { wrongDays = 0, isStored = true } = {}): Sighting {
  const now = start + days * dayMs
  return { till: now + wrongDays * dayMs, ...(isStored && { service: now }) }
}

function passedDays(sightings: readonly Sighting[]): number {
  const counted = sightings.reduce<CountedTime | undefined>(countTime, undefined)
  return (counted?.passedMs ?? NaN) / dayMs
}

/** A day that begins off the line on a clock three days behind, which is put right before the service answers. */
const beginBehind = (day: number) => [
  at(day, { isStored: false, wrongDays: -3 }),
  at(day, { isStored: false }),
  at(day),
]

const everyDay = (days: number, facts = {}) => Array.from({ length: days + 1 }, (_, day) => at(day, facts))

describe('the time that retention counts', () => {
  it.each<[string, Sighting[], number]>([
    ['nothing at the first look', [at(0)], 0],
    ['nothing within a day', [at(0), at(0.5), at(0.9)], 0],
    ['each day of a till in use', everyDay(90), 90],
    ['each day where the service tells no time', everyDay(90, { isStored: false }), 90],
    ['a weekend', [at(0), at(3)], 3],
    ['a clock that jumps 100 days ahead as nothing', [at(0), at(0.1, { wrongDays: 100 })], 0],
    [
      'what the service says while the till’s clock is wrong for a week',
      [at(0), ...everyDay(7, { wrongDays: 100 }).slice(1), at(8), at(9)],
      8,
    ],
    ['a clock that was years behind and is put right as nothing', [at(0, { wrongDays: -1_826 }), at(0.1)], 0],
    ['a clock that falls years behind as nothing', [at(0), at(0.1, { wrongDays: -1_826 }), at(0.2)], 0],
    ['a month in a drawer only once it is seen on a second day', [at(0), at(30), at(30.5)], 0],
    ['a month in a drawer, once it is', [at(0), at(30), at(31)], 31],
    [
      'a month in a drawer though the second day’s first look tells no service’s time',
      [at(0), at(30, { isStored: false }), at(30.1), at(31.2, { isStored: false })],
      31.2,
    ],
    [
      'four days of a month that the till’s clock alone tells',
      [0, 30, 31].map((day) => at(day, { isStored: false })),
      5,
    ],
    [
      'no month that is gone the next day',
      [at(0), at(0.1, { isStored: false, wrongDays: 30 }), at(1), at(2)],
      2,
    ],
    [
      'four days of a wrong month that lasts, where nothing but the till’s clock tells the time',
      [at(0), at(0.1, { isStored: false, wrongDays: 30 }), at(1.1, { isStored: false, wrongDays: 30 })],
      5,
    ],
    [
      'nothing for a clock that begins anew at each start, until it is right',
      Array.from({ length: 40 }, (_, index) => ({ till: index % 2 ? start + (index / 10) * dayMs : 0 })),
      0,
    ],
    [
      'nothing for a till’s clock that is days behind at each start and then put right, but what the service tells',
      [at(0), ...[1, 2, 3].flatMap((day) => [at(day, { isStored: false, wrongDays: -3 }), at(day)])],
      3,
    ],
    [
      'no more where it is put right before the service’s first reply of the day',
      [at(0), ...[1, 2, 3].flatMap((day) => beginBehind(day))],
      3,
    ],
    [
      'on from a clock that was set back for good, once the service tells its time',
      [
        at(0),
        at(1, { isStored: false, wrongDays: -9 }),
        ...[2, 3, 4].map((day) => at(day, { wrongDays: -9 })),
      ],
      2,
    ],
  ])('counts %s', (_, sightings, days) => {
    expect(passedDays(sightings)).toBeCloseTo(days, 6)
  })

  it('is never more than has passed, however wrong the till’s clock is, where the service tells the time', () => {
    const steps = fc.array(
      fc.record({ hours: fc.nat({ max: 2_000 }), wrongDays: fc.constantFrom(0, 0, 100, -1_826, 4, -0.5) }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(steps, (taken) => {
        let hours = 0
        const sightings = taken.map((step) => at((hours += step.hours) / 24, { wrongDays: step.wrongDays }))
        const real = ((sightings.at(-1)?.service ?? 0) - (sightings[0]?.service ?? 0)) / hourMs
        if (sightings.length > 0) expect(passedDays(sightings) * 24).toBeLessThanOrEqual(real + 1e-6)
      }),
    )
  })

  it('is never more than four days for each further day on which the till’s clock was seen', () => {
    const steps = fc.array(fc.integer({ min: -3_000, max: 3_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (taken) => {
        let days = 0
        const sightings = taken.map((step) => ({ till: start + (days += step) * dayMs }))
        if (sightings.length > 0)
          expect(passedDays(sightings)).toBeLessThanOrEqual(4 * (sightings.length - 1))
      }),
    )
  })
})
