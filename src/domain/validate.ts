import type { Failure, Struct } from 'superstruct'
import { describeFault, findCardCodeFault } from './card-code.js'
import { isReadable, readCard } from './cards.js'
import { endpointOf, transactionField } from './endpoints.js'
import { readTransaction } from './transaction.js'
import { findFailuresOf } from './failures.js'
import { decimal, findBrokenText, isPlainObject } from './fields.js'
import { is } from './is.js'
import type { OperationKind, Receipt } from './models.js'
import { isWithin, keysToPlace, readPath } from './paths.js'
import type { TillRules } from './rules.js'

/** A wrong field: its place, what was expected and what was found, never quoting a secret. */
export interface FieldFailure {
  path: string
  expected: string
  found: string
}

/** A body may have half a million wrong fields: a person reads no more than this many. */
const misfitsMax = 50

const expectations: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  never: 'no field of this name',
}

/** Every field that keeps an operation from being sent; a transaction that another entry will give counts as given. */
export function findObjections(
  kind: OperationKind,
  body: unknown,
  transactionOf: string | undefined,
  rules: TillRules,
): FieldFailure[] {
  const isOpen = transactionOf !== undefined && isPlainObject(body) && readTransaction(body) === undefined
  return findFailures(kind, isOpen ? { ...body, [transactionField]: 0 } : body, rules)
}

/** Every field that keeps a body from being saved; of very many the first ones. */
export function findFailures(kind: OperationKind, body: unknown, rules: TillRules): FieldFailure[] {
  const misfits = findMisfits(kind, body)
  // The rules may look only at what is known to have its form.
  if (!isPlainObject(body) || misfits.length === misfitsMax) return misfits
  return [
    ...misfits,
    ...(misfits.length > 0 ? [] : findBroken(body)),
    ...findCardFailures(kind, body, rules, misfits),
    ...findMissing(kind, body, rules, misfits),
    ...findReceiptFailures(kind, body, rules, misfits),
  ]
}

/** Whether a body has the form of the interface, without the till's rules. */
export function isModelOf(kind: OperationKind, body: unknown): boolean {
  return is(body, endpointOf(kind).request)
}

/** The fields that differ from the interface, without the till's rules. */
function findMisfits(kind: OperationKind, body: unknown): FieldFailure[] {
  const { request } = endpointOf(kind)
  try {
    const failures = takeFirst(findFailuresOf(body, request as unknown as Struct))
    return failures.map((failure) => describeFailure(kind, failure))
  } catch {
    // The library cannot print an object with an invalid `toString`, so it cannot name the field.
    return [{ path: '', expected: 'plain data', found: 'an object that cannot be written as text' }]
  }
}

/** Checked only in a body of known form: another one may be circular. */
function findBroken(body: object): FieldFailure[] {
  return takeFirst(findBrokenText(body)).map(({ keys, ...fault }) => ({ path: keysToPlace(keys), ...fault }))
}

function takeFirst<Item>(items: Iterable<Item>): Item[] {
  const first: Item[] = []
  for (const item of items) {
    first.push(item)
    if (first.length === misfitsMax) break
  }
  return first
}

/** Cards that the host’s rules cannot read or refuse, and cards that must differ and are the same. */
function findCardFailures(
  kind: OperationKind,
  body: object,
  rules: TillRules,
  known: readonly FieldFailure[],
): FieldFailure[] {
  const { card } = rules
  const { cards, distinct = [] } = endpointOf(kind)
  const readAll = (path: string) => readPath(body, path).filter((code) => typeof code === 'string')
  const isNamed = (path: string) => known.some((failure) => isWithin(failure.path, path))
  const unreadable = cards
    .filter((path) => !isNamed(path) && readAll(path).some((code) => !isReadable(code, card)))
    .map((path) => ({
      path,
      expected: 'a card that rules.card can read',
      found: 'a card that it cannot read',
    }))
  const refused = cards
    .filter((path) => !isNamed(path) && !unreadable.some((failure) => failure.path === path))
    .flatMap((path) => findRefused(path, readAll(path), rules))
  const [first, second] = distinct.map((path) => readAll(path).map((code) => readCard(code, card))[0])
  if (first === undefined || first === '' || first !== second) return [...unreadable, ...refused]
  return [
    ...unreadable,
    ...refused,
    { path: distinct.join(' and '), expected: 'two cards', found: 'the same card twice' },
  ]
}

/** The first code at a path that is no card number; the code itself is not quoted. */
function findRefused(path: string, codes: readonly string[], { card, cardCode }: TillRules): FieldFailure[] {
  for (const code of codes) {
    const fault = findCardCodeFault(readCard(code, card), cardCode)
    if (fault) return [{ path, found: describeValue(code, false), ...describeFault(fault) }]
  }
  return []
}

function describeFailure(kind: OperationKind, { path, type, value }: Failure): FieldFailure {
  const place = keysToPlace(path as PropertyKey[])
  const isQuotable = /number|boolean/.test(type) && !isSensitive(kind, place)
  const isField = value === null && place !== ''
  const found = isField ? 'null; leave the field out, as withoutNulls does' : describeValue(value, isQuotable)
  const advice = isOverlong(type, value) ? '; round it first, with roundMoney' : ''
  return { path: place, expected: `${expectations[type] ?? type}${advice}`, found }
}

/** A binary sum is not exact: 0.1 + 0.2 has seventeen digits. */
function isOverlong(type: string, value: unknown): boolean {
  return type === decimal.type && Number.isFinite(value)
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
  if (typeof value === 'object')
    return isPlainObject(value) ? 'an object' : 'something that is not plain data'
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

/** An item of a list without its field would reach the service incomplete. */
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
    rules.receipt(receipt as Receipt, rules.decimals).map((found) => ({
      path: `${place}.Total`,
      expected: 'a receipt that adds up',
      found,
    })),
  )
}
