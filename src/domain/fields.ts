import { define, object, partial, refine, type type } from 'superstruct'

/** Anything that JSON can carry. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
/** An object of JSON, whatever is in it. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** The interface states no field lengths; no till needs longer text, and storage has a limit. */
export const textLengthMax = 65_536
const significantDigitsMax = 15
const depthMax = 32
const pollutingKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** A field's type name is the phrase a person reads when the field is wrong. */
export const text = define<string>(`text of at most ${textLengthMax} characters`, (value) => {
  return typeof value === 'string' && value.length <= textLengthMax
})

/** Shown in the interface as a whole number; beyond 2^53 a browser would change it in passing. */
export const integer = define<number>('a whole number', (value) => Number.isSafeInteger(value))

/** Past 15 significant digits a binary number no longer says what the till meant. */
export const decimal = define<number>(
  `a finite decimal number of at most ${significantDigitsMax} significant digits`,
  (value) => typeof value === 'number' && Number.isFinite(value) && hasExactDigits(value),
)

/** An object whose inside the interface does not show: any JSON, but no key that could poison a prototype. */
export const openObject = define<JsonObject>('an object', (value, context) => {
  if (!isPlainObject(value)) return false
  return [...findUnfit(value, depthMax)].map(({ keys, expected, found }) => ({
    path: [...(context.path as PropertyKey[]), ...keys],
    type: expected,
    value: found,
  }))
})

/** Deeper than any reply of a service, and no engine overflows over it when it is kept, compared or shown. */
const shallowDepthMax = 128

/** Whether JSON is nested no deeper than a till keeps. */
export function isShallow(value: unknown, depth = shallowDepthMax): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}

/** JSON of anybody's choosing, as far as it can be kept. */
export const shallowJson = define<unknown>(`JSON of at most ${shallowDepthMax} levels`, (value) =>
  isShallow(value),
)

const momentMax = 8_640_000_000_000_000

/** Whether a number is a time that a date can hold. */
export function isMoment(value: unknown): value is number {
  return Number.isFinite(value) && Math.abs(value as number) <= momentMax
}

/** A time in milliseconds that a date can hold: of any other, nothing could be shown. */
export const moment = define<number>('a moment', isMoment)

type Schema = Parameters<typeof type>[0]

/** A model of the interface: none of its fields is listed as required, and no other field is known. */
export function model<Fields extends Schema>(fields: Fields) {
  return refine(partial(object(fields)), 'plain', isPlainObject)
}

/** Only plain data survives storage and JSON unchanged: no dates, maps or instances of a host's classes. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value) as object | null
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function hasExactDigits(value: number): boolean {
  return Number(value.toPrecision(significantDigitsMax)) === value
}

interface Unfit {
  keys: PropertyKey[]
  expected: string
  found: unknown
}

function* findUnfit(value: unknown, depth: number): Generator<Unfit> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (!Array.isArray(value) && !isPlainObject(value)) {
    yield { keys: [], expected: 'a JSON value', found: value }
    return
  }
  if (depth === 0) {
    yield { keys: [], expected: `JSON of at most ${depthMax} levels`, found: value }
    return
  }
  const inside: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [key, inner] of inside) {
    if (pollutingKeys.has(String(key))) yield { keys: [key], expected: 'never', found: inner }
    else for (const unfit of findUnfit(inner, depth - 1)) yield { ...unfit, keys: [key, ...unfit.keys] }
  }
}
