import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockOffsetMs } from '../../src/decide/clock-offset.js'
import { retryAfterMs } from '../../src/decide/retry-after.js'
import { validatorsOf, validatorsToConditions } from '../../src/domain/validators.js'
import { isImfFixdate, parseHttpDate } from '../../src/domain/http-date.js'
import { findFailedCondition } from '../../src/sandbox/conditions.js'
import { readDate } from '../../src/sandbox/dates.js'
import { checkConditions } from '../../src/service/conditions.js'
import { readCorpus } from './data.js'

const now = Date.UTC(2026, 10, 24, 12)
const hourMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

/** As cookies read dates, which is far more than HTTP allows: with what is found, or nothing. */
const cookies = readCorpus<[text: string, found: string | null]>('http-state-dates')

interface CacheTest {
  file: string
  kind: 'required' | 'optimal' | 'check'
  requests: { response_headers?: [name: string, value: string][]; expected_type?: string }[]
}

/** As caches read `Expires`: kept, or not kept because the date is none. */
const caches = readCorpus<CacheTest>('cache-tests')
  .filter(({ file }) => file === 'expires-parse')
  .map(({ kind, requests: [first, second] }) => {
    const dates = first?.response_headers?.flatMap(([name, value]) => (name === 'Expires' ? [value] : []))
    return { kind, text: dates?.join(', ') ?? '', isDate: second?.expected_type === 'cached' }
  })

const texts = [...cookies.map(([text]) => text), ...caches.map(({ text }) => text)]

/** The texts that HTTP takes for dates, with their days and times. */
const isHttp = [
  'Wednesday, 01-Jan-10 00:00:00 GMT',
  'Wed, 09 Dec 2009 16:27:23 GMT',
  'Wed, 25 Apr 2007 21:02:13 GMT',
  'Tue, 19 Jan 2038 14:14:08 GMT',
  'Sun, 21 Nov 2286 04:46:39 GMT',
  'Thursday, 18-Aug-50 02:01:18 GMT',
  'Thu Aug  8 02:01:18 2050',
]

const readers: [name: string, read: (text: string) => number | undefined][] = [
  ['the till', (text) => parseHttpDate(text, now)],
  ['the sandbox', readDate],
]

describe.each(readers)('dates as %s reads them, by two suites,', (_, read) => {
  it('are read in the three forms of HTTP, and in no other', () => {
    expect(texts.filter((text) => read(text) !== undefined).sort()).toEqual([...isHttp].sort())
    expect(texts).toHaveLength(86)
  })

  it('mean what a cookie’s reader finds', () => {
    for (const [text, found] of cookies) {
      const at = read(text)
      if (at !== undefined) expect([text, new Date(at).toUTCString()]).toEqual([text, found])
    }
  })

  it('are none where a cache must not take them for dates', () => {
    const none = caches.filter(({ isDate }) => !isDate)
    expect(none.map(({ text }) => read(text))).toEqual(none.map(() => undefined))
    expect(none).toHaveLength(9)
  })

  // A cache may forgive the wrong case; a till that waits, or resends, by a date does not guess.
  it('are as far in the future as a cache says, but for letters in the wrong case', () => {
    const future = caches.filter(({ isDate, text }) => isDate && !/THU|AUG|gMT/.test(text))
    for (const { text } of future) expect([text, (read(text) ?? 0) > now]).toEqual([text, true])
    expect(future).toHaveLength(4)
  })
})

describe('each header that carries a date, by the same suites,', () => {
  const sound = new Set(isHttp)

  it.each(texts)('%j', (text) => {
    const isSound = sound.has(text)
    const at = parseHttpDate(text, now) ?? NaN
    expect(clockOffsetMs(text, now)).toBe(isSound ? at - now : undefined)
    const delayMs = retryAfterMs({ 'retry-after': text }, now)
    expect(delayMs).toBe(isSound ? Math.min(Math.max(at - now, 0), 24 * hourMs) : undefined)
    const validators = validatorsOf({ 'last-modified': text })
    expect(validators).toEqual(isSound ? { lastModified: text } : undefined)
    const sent = validators && validatorsToConditions(validators)?.ifUnmodifiedSince
    expect(sent === undefined ? undefined : isImfFixdate(sent)).toBe(isSound ? true : undefined)
    expect(hasFailed(text)).toEqual(
      isSound && at < now ? ['If-Unmodified-Since', 412] : [undefined, undefined],
    )
  })

  /** What the sandbox and the kit say if a record has changed this moment; a date that is none is ignored. */
  function hasFailed(ifUnmodifiedSince: string) {
    const lastModified = new Date(now)
    const bySandbox = findFailedCondition({ ifUnmodifiedSince }, { etag: '"a"', lastModified })
    try {
      checkConditions(new Headers({ 'if-unmodified-since': ifUnmodifiedSince }), { lastModified })
      return [bySandbox, undefined]
    } catch (error) {
      return [bySandbox, (error as { status: number }).status]
    }
  }
})
