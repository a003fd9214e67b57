import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOffsetMs } from '../../src/decide/clock-offset.js'
import { retryAfterMs, retryAfterMsMax } from '../../src/decide/retry-after.js'

const now = Date.UTC(2026, 10, 21, 10, 0, 0)
const dateOf = (time: number) => new Date(time).toUTCString()
const hourMs = 3_600_000

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    ['007', 7_000],
    ['86400', retryAfterMsMax],
    ['86401', retryAfterMsMax],
    ['9'.repeat(400), retryAfterMsMax],
  ])('takes %s for seconds', (text, delayMs) => {
    expect(retryAfterMs({ 'retry-after': text }, now)).toBe(delayMs)
  })

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '1 2',
    '120, 120',
    '1s',
    '١',
    'Infinity',
    'soon',
    '2026-11-21',
  ])('takes %j for nothing', (text) => {
    expect(retryAfterMs({ 'retry-after': text }, now)).toBeUndefined()
  })

  it('takes nothing for nothing', () => {
    expect(retryAfterMs({}, now)).toBeUndefined()
    expect(retryAfterMs({ 'Retry-After': '1', date: dateOf(now) }, now)).toBeUndefined()
  })

  it.each([
    ['IMF-fixdate', 'Sat, 21 Nov 2026 10:02:00 GMT'],
    ['RFC 850', 'Saturday, 21-Nov-26 10:02:00 GMT'],
    ['asctime', 'Sat Nov 21 10:02:00 2026'],
  ])('reads a date as %s', (_, text) => {
    expect(retryAfterMs({ 'retry-after': text }, now)).toBe(120_000)
    expect(retryAfterMs({ 'retry-after': text, date: dateOf(now - hourMs) }, now + 7)).toBe(hourMs + 120_000)
  })

  it.each([
    ['in the past', now - 1_000, 0],
    ['right now', now, 0],
    ['in a day', now + retryAfterMsMax, retryAfterMsMax],
    ['in a year', now + 365 * retryAfterMsMax, retryAfterMsMax],
  ])('keeps a date %s within bounds', (_, time, delayMs) => {
    expect(retryAfterMs({ 'retry-after': dateOf(time) }, now)).toBe(delayMs)
  })

  it('reads a date by the till’s clock where the service’s own date cannot be read', () => {
    expect(retryAfterMs({ 'retry-after': dateOf(now + 5_000), date: 'today' }, now)).toBe(5_000)
  })

  it('reads a year of two digits by the century it is', () => {
    const later = Date.UTC(2080, 10, 21, 10, 0, 0)
    expect(retryAfterMs({ 'retry-after': 'Thursday, 21-Nov-80 10:02:00 GMT' }, later)).toBe(120_000)
    expect(clockOffsetMs('Thursday, 21-Nov-80 10:02:00 GMT', later)).toBe(120_000)
  })

  it('waits as long as it was asked to, however wrong the till’s clock', () => {
    const skewMs = fc.integer({ min: -20 * 365 * 24 * hourMs, max: 20 * 365 * 24 * hourMs })
    fc.assert(
      fc.property(skewMs, fc.nat(86_400), (skew, seconds) => {
        const headers = { date: dateOf(now), 'retry-after': dateOf(now + seconds * 1_000) }
        expect(retryAfterMs(headers, now + skew)).toBe(seconds * 1_000)
      }),
    )
  })

  it('is never negative and never beyond its bound', () => {
    const text = fc.oneof(
      fc.string(),
      fc.nat().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    )
    fc.assert(
      fc.property(text, text, (retryAfter, date) => {
        const delayMs = retryAfterMs({ 'retry-after': retryAfter, date }, now) ?? 0
        expect(delayMs).toBeGreaterThanOrEqual(0)
        expect(delayMs).toBeLessThanOrEqual(retryAfterMsMax)
      }),
    )
  })
})

describe('clockOffsetMs', () => {
  it.each([
    ['ahead', dateOf(now + hourMs), hourMs],
    ['behind', dateOf(now - hourMs), -hourMs],
    ['in step', dateOf(now), 0],
    ['unknown without a date', undefined, undefined],
    ['unknown with a date that is none', 'Sat, 31 Nov 2026 10:00:00 GMT', undefined],
  ])('says that the service’s clock is %s', (_, date, offsetMs) => {
    expect(clockOffsetMs(date, now)).toBe(offsetMs)
  })
})
