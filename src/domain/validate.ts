import { validate, type Failure } from 'superstruct'
import { endpointOf } from './endpoints.js'
import { isPlainObject } from './fields.js'
import { is } from './is.js'
import type { OperationKind, Receipt } from './models.js'
import { isWithin, keysToPlace, readPath } from './paths.js'
import type { TillRules } from './rules.js'

/** One field that is wrong: where, what should stand there, and what was found, never quoting a secret. */
export interface FieldFailure {
  path: string
  expected: string
  found: string
}

const expectations: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  never: 'no field of this name',
}

/** Every field that keeps a body from being rung up; none when it may be. */
export function findFailures(kind: OperationKind, body: unknown, rules: TillRules): FieldFailure[] {
  const misfits = findMisfits(kind, body)
  if (!isPlainObject(body)) return misfits
  return [
    ...misfits,
    ...findMissing(kind, body, rules, misfits),
    ...findReceiptFailures(kind, body, rules, misfits),
  ]
}

/** Whether a body is one of the interface, till rules apart; for whoever need not know what is wrong with it. */
export function isModelOf(kind: OperationKind, body: unknown): boolean {
  return is(body, endpointOf(kind).request)
}

/** Every field that departs from the interface, till rules apart. */
function findMisfits(kind: OperationKind, body: unknown): FieldFailure[] {
  try {
    const [error] = validate(body, endpointOf(kind).request)
    return error ? error.failures().map((failure) => describeFailure(kind, failure)) : []
  } catch {
    // The library cannot spell out an object whose `toString` is none; then it cannot name the field either.
    return [{ path: '', expected: 'plain data', found: 'an object that cannot be written as text' }]
  }
}

function describeFailure(kind: OperationKind, { path, type, value }: Failure): FieldFailure {
  const place = keysToPlace(path as PropertyKey[])
  const isQuotable = /number|boolean/.test(type) && !isSensitive(kind, place)
  return { path: place, expected: expectations[type] ?? type, found: describeValue(value, isQuotable) }
}

function isSensitive(kind: OperationKind, place: string): boolean {
  const { secrets, cards, personal } = endpointOf(kind)
  return [...secrets, ...cards, ...personal].some((path) => isWithin(place, path))
}

function describeValue(value: unknown, isQuotable: boolean): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'string') {
    return isQuotable && value.length <= 40 ? `the text "${value}"` : `text of ${value.length} characters`
  }
  if (typeof value === 'number') return isQuotable || Number.isNaN(value) ? String(value) : 'a number'
  if (typeof value === 'object') return isPlainObject(value) ? 'an object' : 'something that is no plain data'
  return `a ${typeof value}`
}

function findMissing(
  kind: OperationKind,
  body: object,
  rules: TillRules,
  known: readonly FieldFailure[],
): FieldFailure[] {
  return rules.needs[kind].flatMap(({ what, oneOf }) => {
    const isGiven = oneOf.some((path) => isEachGiven(readPath(body, path), body, path))
    const isNamed = known.some(({ path }) => oneOf.some((need) => isWithin(path, need)))
    return isGiven || isNamed ? [] : [{ path: oneOf.join(' or '), expected: what, found: 'nothing' }]
  })
}

/** In a list, an item without its field would reach the service as a nameless part. */
function isEachGiven(values: unknown[], body: object, path: string): boolean {
  const list = path.includes('[]') ? readPath(body, path.slice(0, path.lastIndexOf('[]') + 2)).length : 1
  return values.length > 0 && values.length === list && values.every(isPresent)
}

function isPresent(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null
}

function findReceiptFailures(
  kind: OperationKind,
  body: object,
  rules: TillRules,
  known: readonly FieldFailure[],
): FieldFailure[] {
  const place = endpointOf(kind).receipt
  if (place === undefined || known.some(({ path }) => isWithin(path, place))) return []
  return readPath(body, place).flatMap((receipt) =>
    rules.receipt(receipt as Receipt).map((found) => ({
      path: `${place}.Total`,
      expected: 'a receipt that adds up',
      found,
    })),
  )
}
