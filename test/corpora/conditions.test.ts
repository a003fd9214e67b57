import { describe, expect, it } from 'vitest'
import { conditionsToHeaders } from '../../src/domain/conditions.js'
import { validatorsOf, validatorsToConditions } from '../../src/domain/validators.js'
import { findFailedCondition } from '../../src/sandbox/conditions.js'
import { checkConditions } from '../../src/service/conditions.js'
import { type CacheTest, type Header, readCorpus } from './data.js'

const suite = readCorpus<CacheTest>('cache-tests').filter(({ file }) => file.startsWith('conditional'))
const valueOf = (headers: Header[] | undefined, name: string) => headers?.find(([own]) => own === name)?.[1]

/**
 * The tests that ask for something stored: a cache answers 304, "you have this version". An operation is answered 412 in
 * the same case: its caller said that this version must not be there.
 */
const tagTests = suite.flatMap(({ id, kind, requests: [stored, asked] }) => {
  const etag = valueOf(stored?.response_headers, 'ETag')
  const header = valueOf(asked?.request_headers, 'If-None-Match')
  return typeof etag === 'string' && typeof header === 'string' && asked?.expected_status === 304
    ? [{ id, kind, etag, header }]
    : []
})

/** A service’s own versions are in quotes, so what a suite asks about versions without them has no place here. */
const withTags = tagTests.filter(({ etag }) => /^(W\/)?"/.test(etag))

const lastModified = new Date(Date.UTC(2026, 10, 24, 12))

function askSandbox(headers: Record<string, string>, etag: string): string | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-unmodified-since': since } = headers
  const asked = {
    ...(ifMatch !== undefined && { ifMatch }),
    ...(ifNoneMatch !== undefined && { ifNoneMatch }),
    ...(since !== undefined && { ifUnmodifiedSince: since }),
  }
  return findFailedCondition(asked, { etag, lastModified })
}

function askKit(headers: Record<string, string>, etag: string): string | undefined {
  try {
    checkConditions({ get: (name) => headers[name] ?? null }, { etag, lastModified })
    return undefined
  } catch (error) {
    return /The condition (\S+) failed/.exec((error as Error).message)?.[1]
  }
}

const services: [name: string, ask: typeof askSandbox][] = [
  ['sandbox', askSandbox],
  ['kit for card services', askKit],
]

describe.each(services)('conditions of tags at the %s, by the suite of caches,', (name, ask) => {
  // The sandbox makes its versions itself, and makes none that is weak.
  const known = withTags.filter(({ etag }) => name !== 'sandbox' || !etag.startsWith('W/'))

  it.each(known.filter(({ kind }) => kind !== 'check'))('$id: the version is there', ({ etag, header }) => {
    expect(ask({ 'if-none-match': header }, etag)).toBe('If-None-Match')
    expect(ask({ 'if-none-match': '"other"' }, etag)).toBeUndefined()
    const isStrong = !etag.startsWith('W/')
    expect(ask({ 'if-match': header }, etag)).toBe(isStrong ? undefined : 'If-Match')
    expect(ask({ 'if-match': '"other"' }, etag)).toBe('If-Match')
  })

  it('knows the tags of the suite', () => {
    expect(known).toHaveLength(name === 'sandbox' ? 8 : 9)
  })

  it('takes letters beyond ASCII as they are, and no tag without quotes', () => {
    expect(ask({ 'if-none-match': '"abcdefü"' }, '"abcdefü"')).toBe('If-None-Match')
    expect(ask({ 'if-match': '"abcdefü"' }, '"abcdefü"')).toBeUndefined()
    expect(ask({ 'if-none-match': 'abcdef' }, '"abcdef"')).toBeUndefined()
    expect(ask({ 'if-match': 'abcdef' }, '"abcdef"')).toBe('If-Match')
  })

  /** The suite asks how three misspelt marks of weakness are read; here each way leads to nothing being done. */
  const misspelt = tagTests.filter(({ etag }) => /^(w\/|W\\|W)"/.test(etag))

  it.each(misspelt)('$id: a misspelt weak tag never lets an operation through', ({ header }) => {
    expect(ask({ 'if-match': header }, '"abcdef"')).toBe('If-Match')
    expect(ask({ 'if-none-match': header }, '"abcdef"')).toBe('If-None-Match')
  })

  it('heeds If-Match before dates', () => {
    const old = new Date(0).toUTCString()
    expect(ask({ 'if-match': '"abcdef"', 'if-unmodified-since': old }, '"abcdef"')).toBeUndefined()
    expect(ask({ 'if-unmodified-since': old }, '"abcdef"')).toBe('If-Unmodified-Since')
    expect(misspelt).toHaveLength(3)
  })
})

describe('versions as a till sends them back, by the suite of caches,', () => {
  const etags = [...new Set(tagTests.map(({ etag }) => etag))]

  it.each(etags)('%s', (etag) => {
    const conditions = validatorsToConditions(validatorsOf({ etag }) ?? {})
    if (!/^".*"$/.test(etag)) {
      expect(conditions).toBeUndefined()
      return
    }
    const headers = conditionsToHeaders(conditions ?? {})
    expect(headers).toEqual({ 'if-match': etag })
    for (const [, ask] of services) expect(ask(headers, etag)).toBeUndefined()
    for (const [, ask] of services) expect(ask(headers, '"later"')).toBe('If-Match')
  })
})

describe('conditions of dates, by the suite of caches,', () => {
  const dateTests = suite.filter(({ file, requests }) => file === 'conditional-lm' && requests.length === 2)

  // There a date is seconds from now, and a cache answers 304 if nothing has changed since: here nothing fails.
  it.each(dateTests)('$id', ({ requests: [stored, asked] }) => {
    const changed = Number(valueOf(stored?.response_headers, 'Last-Modified') ?? NaN)
    const since = Number(valueOf(asked?.request_headers, 'If-Modified-Since'))
    const version = new Date(lastModified.getTime() + changed * 1_000)
    const write = (seconds: number) => {
      const text = new Date(lastModified.getTime() + seconds * 1_000).toUTCString()
      return asked?.rfc850date ? toRfc850(text) : text
    }
    const isKnown = !Number.isNaN(changed)
    for (const [seconds, failed] of [
      [since, undefined],
      [since - 10_000, isKnown ? 'If-Unmodified-Since' : undefined],
    ] as const) {
      const header = write(seconds)
      if (isKnown) {
        const validators = { etag: '"a"', lastModified: version }
        expect(findFailedCondition({ ifUnmodifiedSince: header }, validators)).toBe(failed)
      }
      const check = () => {
        checkConditions(
          new Headers({ 'if-unmodified-since': header }),
          isKnown ? { lastModified: version } : {},
        )
      }
      if (failed === undefined) expect(check).not.toThrow()
      else expect(check).toThrow(failed)
    }
  })

  it('has the tests that it had', () => {
    expect(dateTests).toHaveLength(5)
  })
})

const longDays = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}

function toRfc850(text: string): string {
  const [, day = 'Mon', rest] =
    /^(\w{3}), (.*)$/.exec(text.replace(/(\d\d) (\w{3}) \d\d(\d\d)/, '$1-$2-$3')) ?? []
  return `${longDays[day as keyof typeof longDays]}, ${rest ?? ''}`
}
