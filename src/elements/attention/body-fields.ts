import { currencyToFinestDigits } from '../../domain/currency.js'
import type { OperationKind } from '../../domain/models.js'
import type { FieldName } from '../texts/texts.js'

type Key = string | number

/** A field of a body that a person may correct. */
export interface BodyField {
  /** The path as in a failure: `StoredValueCardReceipt.Payments[0].Amount`. */
  path: string
  keys: readonly Key[]
  name: FieldName
  kind: 'text' | 'decimal' | 'integer' | 'secret'
  /** The number among several of the same name, from 1; undefined for a single one. */
  number?: number
  value: string
}

type Shape = readonly [path: string, kind: BodyField['kind']]

const receiptShapes: readonly Shape[] = [
  ['StoredValueCardReceipt.Products[].Price', 'decimal'],
  ['StoredValueCardReceipt.Products[].Quantity', 'decimal'],
  ['StoredValueCardReceipt.Payments[].CardCode', 'text'],
  ['StoredValueCardReceipt.Payments[].Amount', 'decimal'],
  ['StoredValueCardReceipt.Total', 'decimal'],
]
const notes: Shape = ['Notes', 'text']

const shapes: Record<OperationKind, readonly Shape[]> = {
  associate: [['Card', 'text'], notes],
  refund: [['StoredValueCardCodeCollection[].StoredValueCardCode', 'text'], ...receiptShapes, notes],
  migrate: [['OldCardCode', 'text'], ['StoredValueCardCode', 'text'], ...receiptShapes, notes],
  updateReceipt: [['CardCode', 'text'], ['TransactionID', 'integer'], ...receiptShapes],
  confirmOrder: [
    ['OrderID', 'integer'],
    ['ExternalOrderID', 'text'],
    ['Payments[].PaymentCode', 'text'],
    ['Payments[].Value', 'decimal'],
  ],
}

/** The secrets of a card that a cashier can ask for. */
const secretShapes: Partial<Record<OperationKind, readonly Shape[]>> = {
  associate: [
    ['CardData.AuthorizationPin', 'secret'],
    ['CardData.Password', 'secret'],
  ],
  refund: [['StoredValueCardCodeCollection[].AuthorizationCode', 'secret']],
}

/** The correctable fields of a kind of operation, with the fields of each item of a list. */
export function listFields(kind: OperationKind, body: object): BodyField[] {
  return listShapes(shapes[kind], body)
}

/** The fields of secrets, for a body from which they were erased. */
export function listSecretFields(kind: OperationKind, body: object): BodyField[] {
  return listShapes(secretShapes[kind] ?? [], body)
}

function listShapes(known: readonly Shape[], body: object): BodyField[] {
  return known.flatMap(([path, fieldKind]) => {
    const places = spreadPath(body, path.split('.'))
    return places.map((keys, index) => ({
      path: keysToPath(keys),
      keys,
      name: keys.at(-1) as FieldName,
      kind: fieldKind,
      ...(places.length > 1 && { number: index + 1 }),
      value: valueToText(readKeys(body, keys)),
    }))
  })
}

function spreadPath(value: unknown, [part, ...rest]: readonly string[]): Key[][] {
  if (part === undefined) return [[]]
  const key = part.replace('[]', '')
  const inner = readKeys(value, [key])
  if (!part.endsWith('[]')) return spreadPath(inner, rest).map((keys) => [key, ...keys])
  if (!Array.isArray(inner)) return []
  return inner.flatMap((item, index) => spreadPath(item, rest).map((keys) => [key, index, ...keys]))
}

function keysToPath(keys: readonly Key[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`
    return path === '' ? key : `${path}.${key}`
  }, '')
}

function readKeys(value: unknown, keys: readonly Key[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<Key, unknown>)[key]
        : undefined,
    value,
  )
}

function valueToText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Why a text cannot be the value of a field; `fine` if an amount has more decimals than its currency. */
export type Misread = 'number' | 'whole' | 'fine'

/** A field whose text cannot be read. */
export interface WrongField extends BodyField {
  misread: Misread
}

/** The result of a person's corrections: the body, or the fields that cannot be read. */
export type Corrected = { body: object; wrong: [] } | { body?: undefined; wrong: readonly WrongField[] }

/** Applies corrections to a body. An untouched field stays; an emptied one is removed. */
export function correctBody(
  body: object,
  fields: readonly BodyField[],
  texts: ReadonlyMap<string, string>,
  currency: string,
): Corrected {
  const digits = currencyToFinestDigits(currency)
  const touched = fields.flatMap((field) => {
    const text = texts.get(field.path)
    return text === undefined || text === field.value ? [] : [{ field, text }]
  })
  const wrong = touched.flatMap(({ field, text }) => {
    const misread = findMisread(field, text, digits)
    return misread ? [{ ...field, misread }] : []
  })
  if (wrong.length > 0) return { wrong }
  const corrected = touched.reduce<unknown>(
    (inner, { field, text }) => writeKeys(inner, field.keys, readText(field, text)),
    body,
  )
  return { body: followCards(corrected as object, body), wrong: [] }
}

const cardList = 'StoredValueCardCodeCollection'
interface CardItem {
  StoredValueCardCode?: string
  AuthorizationCode?: string
}

/** Keeps each card's secrets beside its code: a card that moved in its list takes them along. */
function followCards(body: object, before: object): object {
  const [now, then] = [readKeys(body, [cardList]), readKeys(before, [cardList])]
  if (!Array.isArray(now) || !Array.isArray(then)) return body
  const items = (now as CardItem[]).map((item, index) => {
    const former = (then as CardItem[])[index]
    const isTyped = item.AuthorizationCode !== former?.AuthorizationCode
    if (isTyped || item.StoredValueCardCode === former?.StoredValueCardCode) return item
    const mate = (then as CardItem[]).find((one) => one.StoredValueCardCode === item.StoredValueCardCode)
    if (!mate) return item
    const { AuthorizationCode: _, ...rest } = item
    const { AuthorizationCode: secret } = mate
    return { ...rest, ...(secret !== undefined && { AuthorizationCode: secret }) }
  })
  return { ...body, [cardList]: items }
}

const isWords = ({ kind }: BodyField) => kind === 'text' || kind === 'secret'

/** The dot of 1.250 may separate thousands: an amount has at most the decimals of its currency, or as many as before. */
function findMisread(field: BodyField, text: string, digits: number): Misread | undefined {
  const plain = toPlainNumber(text)
  if (isWords(field) || plain === '') return undefined
  const [number, decimals = ''] = /^[+-]?\d+(?:\.(\d+))?$/.exec(plain) ?? []
  if (field.kind === 'integer') return number === undefined || decimals !== '' ? 'whole' : undefined
  if (number === undefined) return 'number'
  if (field.name === 'Quantity') return undefined
  return decimals.length > Math.max(digits, countDecimals(field.value)) ? 'fine' : undefined
}

function countDecimals(value: string): number {
  const [, decimals = '', power = '0'] = /^-?\d+(?:\.(\d+))?(?:e-(\d+))?$/.exec(value) ?? []
  return decimals.length + Number(power)
}

function readText(field: BodyField, text: string): string | number | undefined {
  if (text.trim() === '') return undefined
  return isWords(field) ? text : Number(toPlainNumber(text))
}

/** A number as JavaScript reads it, from one with a decimal comma, another minus sign or Arabic digits. */
function toPlainNumber(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace('\u2212', '-')
    .replace(/[,\u066b]/, '.')
    .trim()
}

function writeKeys(value: unknown, [key, ...rest]: readonly Key[], written: unknown): unknown {
  if (key === undefined) return written
  const inner = writeKeys(readKeys(value, [key]), rest, written)
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? inner : item))
  const { [key]: _, ...others } = (value ?? {}) as Record<Key, unknown>
  return inner === undefined ? others : { ...(value as object | undefined), [key]: inner }
}

/** The names of the secrets of a card. */
export const secretNames: ReadonlySet<string> = new Set([
  'Password',
  'AuthorizationPin',
  'AuthorizationCode',
  'SecurityActivationToken',
  'Token',
])
/** The text shown in place of a secret. */
export const cover = '••••'

/** A body as text to read and edit. Secrets stay covered. */
export function bodyToText(body: object): string {
  return JSON.stringify(body, (name, value: unknown) => (secretNames.has(name) ? cover : value), 2)
}

/** A body that a person wrote as text, and the secrets in it that cannot be assigned with certainty. */
export interface Written {
  body: object
  /** The paths of covered secrets that must be entered again. */
  asked: readonly string[]
}

/** Reads a body from text and restores each covered secret beside its card; undefined if it is not an object. */
export function textToBody(text: string, before: object): Written | undefined {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
    const asked: string[] = []
    const isSameCard = readKeys(read, ['Card']) === readKeys(before, ['Card'])
    return { body: uncover(read, before, isSameCard, [], asked) as object, asked }
  } catch {
    // The form says that the text is no JSON.
    return undefined
  }
}

/** Restores the secrets of a part that is certainly unchanged; elsewhere it lists those to enter again. */
function uncover(
  value: unknown,
  before: unknown,
  isSame: boolean,
  keys: readonly Key[],
  asked: string[],
): unknown {
  if (Array.isArray(value)) {
    const partners = pairItems(value, Array.isArray(before) ? before : [])
    return value.map((item, index) => {
      const partner = partners[index]
      return uncover(item, partner, partner !== undefined, [...keys, index], asked)
    })
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const place = [...keys, key]
    if (inner !== cover || !secretNames.has(key))
      return [key, uncover(inner, readKeys(before, [key]), isSame, place, asked)] as const
    if (!isSame || readKeys(before, [key]) === undefined) asked.push(keysToPath(place))
    return [key, isSame ? readKeys(before, [key]) : undefined] as const
  })
  return Object.fromEntries(members)
}

/** The earlier version of each item: at the same index in an unchanged list, else the only equal one. */
function pairItems(items: readonly unknown[], before: readonly unknown[]): unknown[] {
  const [now, then] = [items.map(itemToIdentity), before.map(itemToIdentity)]
  if (now.length === then.length && now.every((identity, index) => identity === then[index]))
    return [...before]
  const countOf = (identity: string, list: readonly string[]) => list.filter((one) => one === identity).length
  return now.map((identity) =>
    countOf(identity, now) === 1 && countOf(identity, then) === 1
      ? before[then.indexOf(identity)]
      : undefined,
  )
}

/** The facts that identify an item: all but its secrets, such as the card's code. */
function itemToIdentity(item: unknown): string {
  if (typeof item !== 'object' || item === null) return JSON.stringify(item)
  const members = Object.entries(item).filter(([key]) => !secretNames.has(key))
  return JSON.stringify(members.sort(([left], [right]) => (left < right ? -1 : 1)))
}
