import * as fc from 'fast-check'
import { is, object, validate } from 'superstruct'
import { describe, expect, it } from 'vitest'
import { Conditions, conditionsToHeaders, findConditionFailures } from '../../src/domain/conditions.js'
import { validatorsOf, validatorsToConditions } from '../../src/domain/validators.js'

const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
const pathsOf = (asked: unknown) => findConditionFailures(asked).map(({ path }) => path)

const strongLists = [
  '*',
  '""',
  '"a"',
  '"a,b"',
  '"W/"',
  '"*"',
  '"!#$%&\'()+-./:;<=>?@[\\]^_`{|}~"',
  '"\x80\xff"',
  '"a","b"',
  '"a", "b"',
  '"a" \t,\t "b","c"',
  '"a\\"',
]
const weakLists = ['W/"a"', 'W/""', 'W/"a","b"', '"a", W/"b"', 'W/"a",W/"b"']
const brokenLists = [
  '',
  ' ',
  'a',
  '"a',
  'a"',
  "'a'",
  '"a b"',
  '"a\tb"',
  '"a"b"',
  '"a""b"',
  '"a" "b"',
  '"a";"b"',
  '"a",',
  ',"a"',
  '"a",,"b"',
  ' "a"',
  '"a" ',
  '"a"\n',
  '"a"\r\nX: y',
  '"a\x7f"',
  '"a\x00"',
  '"a\u0100"',
  '"€"',
  'w/"a"',
  'W/ "a"',
  'W/a',
  'W/',
  '**',
  '*,"a"',
  '"a",*',
  `"${'x'.repeat(65_536)}"`,
]

describe('conditions', () => {
  it.each(strongLists)('take %j for both If-Match and If-None-Match', (tags) => {
    expect(findConditionFailures({ ifMatch: tags, ifNoneMatch: tags })).toEqual([])
  })

  it.each(weakLists)('take %j for If-None-Match, and not for If-Match', (tags) => {
    expect(pathsOf({ ifMatch: tags, ifNoneMatch: tags })).toEqual(['extra.conditions.ifMatch'])
  })

  it.each(brokenLists)('refuse %j', (tags) => {
    expect(pathsOf({ ifMatch: tags, ifNoneMatch: tags })).toEqual([
      'extra.conditions.ifMatch',
      'extra.conditions.ifNoneMatch',
    ])
  })

  it.each([
    [date, []],
    ['Mon, 06 Nov 1994 08:49:37 GMT', []],
    ['Sunday, 06-Nov-94 08:49:37 GMT', ['extra.conditions.ifUnmodifiedSince']],
    ['Sun Nov  6 08:49:37 1994', ['extra.conditions.ifUnmodifiedSince']],
    ['Thu, 31 Feb 1994 08:49:37 GMT', ['extra.conditions.ifUnmodifiedSince']],
    ['1994-11-06', ['extra.conditions.ifUnmodifiedSince']],
    ['', ['extra.conditions.ifUnmodifiedSince']],
  ])('say of the date %j: %j', (ifUnmodifiedSince, paths) => {
    expect(pathsOf({ ifUnmodifiedSince })).toEqual(paths)
  })

  it('may be the latest, or several together', () => {
    expect(findConditionFailures('latest')).toEqual([])
    expect(findConditionFailures({ ifMatch: '"a"', ifNoneMatch: '*', ifUnmodifiedSince: date })).toEqual([])
    expect(findConditionFailures(Object.assign(Object.create(null), { ifMatch: '*' }))).toEqual([])
  })

  it.each([
    ['nothing', undefined, 'nothing'],
    ['null', null, 'null'],
    ['another word', 'newest', 'the text "newest"'],
    ['a long text', 'x'.repeat(41), 'text of 41 characters'],
    ['a number', 7, 'a number'],
    ['a list', ['"a"'], 'a list of 1'],
    ['a date', new Date(0), 'something that is not plain data'],
    ['an empty object', {}, 'an empty object'],
  ])('are refused whole when they are %s', (_, asked, found) => {
    expect(findConditionFailures(asked)).toEqual([
      { path: 'extra.conditions', expected: expect.any(String) as string, found },
    ])
    expect(is(asked, Conditions)).toBe(false)
  })

  it.each([
    ['undefined', { ifMatch: undefined, ifNoneMatch: '*' }, 'nothing'],
    ['null', { ifMatch: null }, 'null'],
    ['a number', { ifMatch: 1 }, 'a number'],
    ['a list', { ifMatch: ['"a"', '"b"'] }, 'a list of 2'],
    ['an object', { ifMatch: {} }, 'an object'],
    ['a weak tag', { ifMatch: 'W/"a"' }, 'the text "W/\\"a\\""'],
  ])('are refused, and not sent without it, when a condition is %s', (_, asked, found) => {
    expect(findConditionFailures(asked)).toEqual([
      { path: 'extra.conditions.ifMatch', expected: expect.stringContaining('strong') as string, found },
    ])
    expect(is(asked, Conditions)).toBe(false)
  })

  it.each(['if-match', 'IfMatch', 'ifRange', 'constructor', 'toString'])('know no %s', (name) => {
    expect(findConditionFailures({ ifMatch: '*', [name]: 'pin 4711' })).toEqual([
      { path: `extra.conditions.${name}`, expected: 'no field of this name', found: 'a field' },
    ])
  })

  it('know no __proto__', () => {
    expect(pathsOf(JSON.parse('{"__proto__":{"ifMatch":"*"}}'))).toEqual(['extra.conditions.__proto__'])
  })

  it('are read from a row by the same rules', () => {
    expect(is({ ifMatch: '"a"', ifUnmodifiedSince: date }, Conditions)).toBe(true)
    expect(is('latest', Conditions)).toBe(false)
    const row = { conditions: { ifMatch: 'W/"a"', ifRange: '"a"' } }
    const [error] = validate(row, object({ conditions: Conditions }))
    expect(error?.failures().map(({ path }) => path as unknown)).toEqual([
      ['conditions', 'ifMatch'],
      ['conditions', 'ifRange'],
    ])
  })
})

describe('conditionsToHeaders', () => {
  it.each<[Conditions, Record<string, string>]>([
    [{ ifMatch: '"a" ,\t"b"' }, { 'if-match': '"a" ,\t"b"' }],
    [{ ifNoneMatch: '*' }, { 'if-none-match': '*' }],
    [{ ifUnmodifiedSince: date }, { 'if-unmodified-since': date }],
    [
      { ifMatch: '*', ifNoneMatch: 'W/"a"', ifUnmodifiedSince: date },
      { 'if-match': '*', 'if-none-match': 'W/"a"', 'if-unmodified-since': date },
    ],
  ])('writes %j as %j', (conditions, headers) => {
    expect(conditionsToHeaders(conditions)).toStrictEqual(headers)
  })
})

describe('validatorsOf', () => {
  it.each([
    [{ etag: '"a"' }, { etag: '"a"' }],
    [{ etag: 'W/"a"' }, { etag: 'W/"a"' }],
    [{ 'last-modified': date }, { lastModified: date }],
    [
      { 'last-modified': 'Sunday, 06-Nov-94 08:49:37 GMT' },
      { lastModified: 'Sunday, 06-Nov-94 08:49:37 GMT' },
    ],
    [
      { etag: '""', 'last-modified': date, date },
      { etag: '""', lastModified: date },
    ],
    [{ etag: 'a', 'last-modified': date }, { lastModified: date }],
    [{ etag: '"a"', 'last-modified': 'yesterday' }, { etag: '"a"' }],
    [{ etag: '"a","b"' }, undefined],
    [{ etag: '*' }, undefined],
    [{ etag: '' }, undefined],
    [{ 'last-modified': 'Thu, 31 Feb 1994 08:49:37 GMT' }, undefined],
    [{ ETag: '"a"', 'Last-Modified': date }, undefined],
    [{}, undefined],
  ])('reads %j as %j', (headers, validators) => {
    expect(validatorsOf(headers as Record<string, string>)).toStrictEqual(validators)
  })
})

describe('validatorsToConditions', () => {
  it.each([
    ['a strong tag, verbatim', { etag: '"a,b"' }, { ifMatch: '"a,b"' }],
    ['a strong tag before a date', { etag: '"a"', lastModified: date }, { ifMatch: '"a"' }],
    ['a date beside a weak tag', { etag: 'W/"a"', lastModified: date }, { ifUnmodifiedSince: date }],
    ['a date', { lastModified: date }, { ifUnmodifiedSince: date }],
    [
      'a date with the wrong weekday, verbatim',
      { lastModified: 'Mon, 06 Nov 1994 08:49:37 GMT' },
      { ifUnmodifiedSince: 'Mon, 06 Nov 1994 08:49:37 GMT' },
    ],
    [
      'a date of RFC 850, rewritten',
      { lastModified: 'Sunday, 06-Nov-94 08:49:37 GMT' },
      { ifUnmodifiedSince: date },
    ],
    [
      'a date of asctime, rewritten',
      { lastModified: 'Sun Nov  6 08:49:37 1994' },
      { ifUnmodifiedSince: date },
    ],
    ['a weak tag', { etag: 'W/"a"' }, undefined],
    ['a date that is none', { lastModified: 'yesterday' }, undefined],
    ['nothing', {}, undefined],
  ])('makes of %s a condition that may be sent', (_, validators, conditions) => {
    expect(validatorsToConditions(validators)).toStrictEqual(conditions)
  })

  it('makes only what findConditionFailures would let pass', () => {
    const etag = fc.oneof(fc.string(), fc.constantFrom(...strongLists, ...weakLists, ...brokenLists))
    const lastModified = fc.oneof(fc.string(), fc.constantFrom(date, 'Sun Nov  6 08:49:37 1994'))
    fc.assert(
      fc.property(fc.record({ etag, 'last-modified': lastModified }, { requiredKeys: [] }), (headers) => {
        const validators = validatorsOf(headers)
        const conditions = validators && validatorsToConditions(validators)
        if (conditions) expect(findConditionFailures(conditions)).toEqual([])
      }),
    )
  })
})
