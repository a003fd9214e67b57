import { define } from 'superstruct'
import { isPlainObject, textLengthMax } from './fields.js'
import { isImfFixdate, parseHttpDate } from './http-date.js'
import { keysToPlace } from './paths.js'
import type { FieldFailure } from './validate.js'

/** What is sent along as conditional headers, each to the letter. */
export interface Conditions {
  ifMatch?: string
  ifNoneMatch?: string
  ifUnmodifiedSince?: string
}

/** What a till may ask for: conditions of its own, or those the card's latest reply will give. */
export type ConditionsAsked = Conditions | 'latest'

/** What a reply says of the version it speaks of. */
export interface Validators {
  etag?: string
  lastModified?: string
}

interface Member {
  header: string
  expected: string
  isFit: (text: string) => boolean
}

// RFC 9110, section 8.8.3. A comma may stand inside a tag, a blank or a quote may not.
const strongTag = '"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const anyTag = `(?:W/)?${strongTag}`
const isStrongTag = matches(strongTag)
const isAnyTag = matches(anyTag)

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

/** Conditions as a stored row holds them. */
export const Conditions = define<Conditions>('conditions', (value, context) =>
  findUnfit(value).map(({ keys, expected }) => ({
    path: [...(context.path as PropertyKey[]), ...keys],
    type: expected,
  })),
)

/** Every part of the conditions that could not be sent as it stands; none is ever dropped in silence. */
export function findConditionFailures(asked: unknown): FieldFailure[] {
  if (asked === 'latest') return []
  return findUnfit(asked).map(({ keys, expected, found }) => ({
    path: keysToPlace(['extra', 'conditions', ...keys]),
    expected,
    found,
  }))
}

/** The request headers that carry the conditions. */
export function conditionsToHeaders(conditions: Conditions): Record<string, string> {
  const named = Object.entries(members) as [keyof Conditions, Member][]
  return Object.fromEntries(
    named.flatMap(([name, { header }]) => {
      const value = conditions[name]
      return value === undefined ? [] : [[header, value] as const]
    }),
  )
}

/** What later operations on the same card may be held to; a malformed validator could never be sent back. */
export function validatorsOf(headers: Record<string, string>): Validators | undefined {
  const { etag, 'last-modified': lastModified } = headers
  const validators = {
    ...(etag !== undefined && isAnyTag(etag) && { etag }),
    ...(lastModified !== undefined && parseHttpDate(lastModified) !== undefined && { lastModified }),
  }
  return Object.keys(validators).length > 0 ? validators : undefined
}

/** The strictest condition that the validators allow; a weak tag can never satisfy If-Match. */
export function validatorsToConditions({ etag, lastModified }: Validators): Conditions | undefined {
  if (etag !== undefined && isStrongTag(etag)) return { ifMatch: etag }
  const ifUnmodifiedSince = lastModified === undefined ? undefined : toImfFixdate(lastModified)
  return ifUnmodifiedSince === undefined ? undefined : { ifUnmodifiedSince }
}

/** A request must not carry the two older forms of a date, even where the service itself still writes them. */
function toImfFixdate(text: string): string | undefined {
  const time = parseHttpDate(text)
  if (time === undefined) return undefined
  return isImfFixdate(text) ? text : new Date(time).toUTCString()
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
  if (typeof value === 'object') return isPlainObject(value) ? 'an object' : 'something that is no plain data'
  if (typeof value !== 'string') return `a ${typeof value}`
  return value.length <= 40 ? `the text ${JSON.stringify(value)}` : `text of ${value.length} characters`
}

function listOf(item: string): string {
  return `${item}(?:[ \\t]*,[ \\t]*${item})*`
}

function matches(grammar: string): (text: string) => boolean {
  const whole = new RegExp(`^(?:${grammar})$`)
  return (text) => text.length <= textLengthMax && whole.test(text)
}
