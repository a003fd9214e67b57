import { define } from 'superstruct'
import { isPlainObject, textLengthMax } from './fields.js'
import { isImfFixdate } from './http-date.js'
import { keysToPlace } from './paths.js'
import type { FieldFailure } from './validate.js'

/** Values of conditional headers, sent exactly as given. */
export interface Conditions {
  ifMatch?: string
  ifNoneMatch?: string
  ifUnmodifiedSince?: string
}

/** Conditions of the till's own, or those from the card's latest reply. */
export type ConditionsAsked = Conditions | 'latest'

interface Member {
  header: string
  expected: string
  isFit: (text: string) => boolean
}

// RFC 9110, section 8.8.3. A tag may contain a comma, but no blank or quote.
export const strongTag = '"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
export const anyTag = `(?:W/)?${strongTag}`

const members: Record<keyof Conditions, Member> = {
  ifMatch: {
    header: 'if-match',
    expected: '* or a list of strong entity tags, each in double quotes',
    isFit: matches(`\\*|${listOf(strongTag)}`),
  },
  ifNoneMatch: {
    header: 'if-none-match',
    expected: '* or a list of entity tags, each in double quotes',
    isFit: matches(`\\*|${listOf(anyTag)}`),
  },
  ifUnmodifiedSince: {
    header: 'if-unmodified-since',
    expected: 'a date like Sun, 06 Nov 1994 08:49:37 GMT',
    isFit: isImfFixdate,
  },
}

interface Unfit {
  keys: string[]
  expected: string
  found: string
}

/** Conditions in a stored row. */
export const Conditions = define<Conditions>('conditions', (value, context) =>
  findUnfit(value).map(({ keys, expected }) => ({
    path: [...(context.path as PropertyKey[]), ...keys],
    type: expected,
  })),
)

/** Every part of the conditions that could not be sent as given; no part is ever left out silently. */
export function findConditionFailures(asked: unknown): FieldFailure[] {
  if (asked === 'latest') return []
  return findUnfit(asked).map(({ keys, expected, found }) => ({
    path: keysToPlace(['extra', 'conditions', ...keys]),
    expected,
    found,
  }))
}

/** The request headers of the conditions. */
export function conditionsToHeaders(conditions: Conditions): Record<string, string> {
  const named = Object.entries(members) as [keyof Conditions, Member][]
  return Object.fromEntries(
    named.flatMap(([name, { header }]) => {
      const value = conditions[name]
      return value === undefined ? [] : [[header, value] as const]
    }),
  )
}

function findUnfit(value: unknown): Unfit[] {
  if (!isPlainObject(value)) {
    return [{ keys: [], expected: 'conditions or "latest"', found: describe(value) }]
  }
  const names = Object.keys(value)
  if (names.length === 0) return [{ keys: [], expected: 'at least one condition', found: 'an empty object' }]
  return names.flatMap((name) => {
    if (!isMember(name)) return [{ keys: [name], expected: 'no field of this name', found: 'a field' }]
    const { expected, isFit } = members[name]
    const given = value[name]
    return typeof given === 'string' && isFit(given)
      ? []
      : [{ keys: [name], expected, found: describe(given) }]
  })
}

function isMember(name: string): name is keyof Conditions {
  return Object.hasOwn(members, name)
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object')
    return isPlainObject(value) ? 'an object' : 'something that is not plain data'
  if (typeof value !== 'string') return `a ${typeof value}`
  return value.length <= 40 ? `the text ${JSON.stringify(value)}` : `text of ${value.length} characters`
}

function listOf(item: string): string {
  return `${item}(?:[ \\t]*,[ \\t]*${item})*`
}

export function matches(grammar: string): (text: string) => boolean {
  const whole = new RegExp(`^(?:${grammar})$`)
  return (text) => text.length <= textLengthMax && whole.test(text)
}
