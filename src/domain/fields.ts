import { define, object, partial, refine, type type } from 'superstruct'
import type { JsonObject } from './models.js'

/** The interface states no field lengths; no till needs longer text, and storage is limited. */
export const textLengthMax = 65_536
const significantDigitsMax = 15
const depthMax = 32
const pollutingKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** The name of a type is the phrase that a person reads if the field is wrong. */
export const text = define<string>(`text of at most ${textLengthMax} characters`, (value) => {
  return typeof value === 'string' && value.length <= textLengthMax
})

/** What is wrong with a text. */
export interface TextFault {
  expected: string
  found: string
}

const halved = { expected: 'text of whole characters', found: 'half a character (a lone surrogate)' }
const withZero = { expected: 'text without U+0000', found: 'the character U+0000' }

/** What keeps a text from arriving: UTF-8 carries no half character, and PostgreSQL stores no U+0000. */
export function findTextFault(text: string): TextFault | undefined {
  if (/\p{Surrogate}/u.test(text)) return halved
  return text.includes('\0') ? withZero : undefined
}

/** Whether a value is text that arrives and is stored unchanged. */
export function isWholeText(value: unknown): value is string {
  return typeof value === 'string' && findTextFault(value) === undefined
}

/** Plain data as it is now: its owner may go on changing it. */
export function copyOf<Value extends object>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}

/** The texts in plain data that would not arrive, in values and in names. */
export function* findBrokenText(
  value: unknown,
  keys: readonly PropertyKey[] = [],
): Generator<TextFault & { keys: readonly PropertyKey[] }> {
  const fault = typeof value === 'string' ? findTextFault(value) : undefined
  if (fault) yield { ...fault, keys }
  if (typeof value !== 'object' || value === null) return
  const inside: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [key, inner] of inside) {
    const ofName = typeof key === 'string' ? findTextFault(key) : undefined
    if (ofName) yield { ...ofName, keys: [...keys, key] }
    else yield* findBrokenText(inner, [...keys, key])
  }
}

/** A whole number in the interface; beyond 2^53 a browser would change it. */
export const integer = define<number>('a whole number', (value) => Number.isSafeInteger(value))

/** With more than 15 significant digits a binary number is not exact any more. */
export const decimal = define<number>(
  `a finite decimal number of at most ${significantDigitsMax} significant digits`,
  (value) => typeof value === 'number' && Number.isFinite(value) && hasExactDigits(value),
)

/** An object whose fields the interface does not show: any JSON without keys that could change a prototype. */
export const openObject = define<JsonObject>('an object', (value, context) => {
  return isPlainObject(value) && findUnfit(value, depthMax, context.path as PropertyKey[])
})

/** Deeper than any service's reply; every engine can store, compare and show JSON of this depth. */
const shallowDepthMax = 128

/** Whether JSON is nested no deeper than a till stores. */
export function isShallow(value: unknown, depth = shallowDepthMax): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}

/** Any JSON that can be stored. */
export const shallowJson = define<unknown>(`JSON of at most ${shallowDepthMax} levels`, (value) =>
  isShallow(value),
)

const momentMax = 8_640_000_000_000_000

/** Whether a number is a valid time of a date. */
export function isMoment(value: unknown): value is number {
  return Number.isFinite(value) && Math.abs(value as number) <= momentMax
}

/** A time in milliseconds that is valid in a date; any other could not be shown. */
export const moment = define<number>('a moment', isMoment)

type Schema = Parameters<typeof type>[0]

/** A model of the interface: no field is required, and no other field is allowed. */
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

/** As the library takes failures, each with its path from the top. */
interface Unfit {
  path: PropertyKey[]
  type: string
  value: unknown
}

function* findUnfit(value: unknown, depth: number, path: PropertyKey[]): Generator<Unfit> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (!Array.isArray(value) && !isPlainObject(value)) {
    yield { path, type: 'a JSON value', value }
    return
  }
  if (depth === 0) {
    yield { path, type: `JSON of at most ${depthMax} levels`, value }
    return
  }
  const inside: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (const [key, inner] of inside) {
    const place = [...path, key]
    if (pollutingKeys.has(String(key))) yield { path: place, type: 'never', value: inner }
    else yield* findUnfit(inner, depth - 1, place)
  }
}
