import { describe, expect, it } from 'vitest'
import { type CopyMoment, type CopyNote, findCopyDue, isChanged } from '../../src/decide/copies.js'

const minuteMs = 60_000
const now = 100 * minuteMs
const moment: CopyMoment = { now, everyMs: 10 * minuteMs, target: 'there', epoch: 'e', place: 3, n: 7 }
const made = { at: now - minuteMs, operations: 2, target: 'there', epoch: 'e', place: 3, n: 7 }

function failedOf(times: number, target = 'there'): CopyNote['failed'] {
  return { since: 0, at: now, times, target, reason: 'refused', fault: 'no' }
}

describe('a copy is due', () => {
  it('at once where there is none, or none at this place under this key', () => {
    expect(findCopyDue({}, moment)).toBe(now)
    expect(findCopyDue({ made: { ...made, target: 'elsewhere' } }, moment)).toBe(now)
    expect(findCopyDue({ failed: failedOf(5, 'elsewhere') }, moment)).toBe(now)
  })

  it('after the time that the host has asked for', () => {
    expect(findCopyDue({ made }, moment)).toBe(made.at + 10 * minuteMs)
  })

  it('at once where a clock was put back since', () => {
    expect(findCopyDue({ made: { ...made, at: now + 1 } }, moment)).toBe(now)
  })

  it('later after each failure, up to an hour, or the time between copies if that is longer', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 40].map(
      (times) => (findCopyDue({ made, failed: failedOf(times) }, moment) - now) / minuteMs,
    )
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    const rarely = { ...moment, everyMs: 600 * minuteMs }
    expect(findCopyDue({ failed: failedOf(40) }, rarely) - now).toBe(600 * minuteMs)
  })
})

describe('something has changed since the last copy', () => {
  it('if there is none, an entry, a line of history, another database, another place or key', () => {
    expect(isChanged({ made }, moment)).toBe(false)
    expect(isChanged({}, moment)).toBe(true)
    for (const part of [{ place: 4 }, { n: 8 }, { epoch: 'f' }, { target: 'elsewhere' }])
      expect(isChanged({ made }, { ...moment, ...part })).toBe(true)
  })
})
