import type { OperationKind } from '../../domain/models.js'
import type { FieldName } from '../texts/texts.js'

type Key = string | number

/** One field of a body that a person may correct. */
export interface BodyField {
  /** As a failure spells it: `StoredValueCardReceipt.Payments[0].Amount`. */
  path: string
  keys: readonly Key[]
  name: FieldName
  kind: 'text' | 'decimal' | 'integer' | 'secret'
  /** Which of several of the same name it is, from 1; nothing where there is one. */
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

/** What opens a card, as far as a cashier can ask for it. */
const secretShapes: Partial<Record<OperationKind, readonly Shape[]>> = {
  associate: [
    ['CardData.AuthorizationPin', 'secret'],
    ['CardData.Password', 'secret'],
  ],
  refund: [['StoredValueCardCodeCollection[].AuthorizationCode', 'secret']],
}

/** The fields that matter for a kind of operation, each item of a list with its own. */
export function listFields(kind: OperationKind, body: object): BodyField[] {
  return listShapes(shapes[kind], body)
}

/** The fields of what opens a card, for a body from which it has been erased. */
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

/** What came of a person's corrections: the body, or the fields that cannot be read. */
export type Corrected = { body: object; wrong: [] } | { body?: undefined; wrong: readonly BodyField[] }

/** Lays corrections over a body. What was not touched stays as it is; an emptied field goes. */
export function correctBody(
  body: object,
  fields: readonly BodyField[],
  texts: ReadonlyMap<string, string>,
): Corrected {
  const touched = fields.flatMap((field) => {
    const text = texts.get(field.path)
    return text === undefined || text === field.value ? [] : [{ field, value: readText(field, text) }]
  })
  const wrong = touched.filter(({ value }) => Number.isNaN(value)).map(({ field }) => field)
  if (wrong.length > 0) return { wrong }
  const corrected = touched.reduce<unknown>(
    (inner, { field, value }) => writeKeys(inner, field.keys, value),
    body,
  )
  return { body: corrected as object, wrong: [] }
}

const patterns = { decimal: /^[+-]?\d+([.,]\d+)?$/, integer: /^[+-]?\d+$/ }

/** A till in Italy writes a comma; NaN stands for what is no number. */
function readText({ kind }: BodyField, text: string): string | number | undefined {
  if (kind === 'text' || kind === 'secret') return text.trim() === '' ? undefined : text
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return patterns[kind].test(trimmed) ? Number(trimmed.replace(',', '.')) : NaN
}

function writeKeys(value: unknown, [key, ...rest]: readonly Key[], written: unknown): unknown {
  if (key === undefined) return written
  const inner = writeKeys(readKeys(value, [key]), rest, written)
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? inner : item))
  const { [key]: _, ...others } = (value ?? {}) as Record<Key, unknown>
  return inner === undefined ? others : { ...(value as object | undefined), [key]: inner }
}

/** What opens a card, by the last part of its name. */
export const secretNames: ReadonlySet<string> = new Set([
  'Password',
  'AuthorizationPin',
  'AuthorizationCode',
  'SecurityActivationToken',
  'Token',
])
/** What stands in place of what nobody may read. */
export const cover = '••••'

/** A body for people to read and write. What opens a card stays covered. */
export function bodyToText(body: object): string {
  return JSON.stringify(body, (name, value: unknown) => (secretNames.has(name) ? cover : value), 2)
}

/** A body as a person wrote it, with what was covered put back; nothing if it is no object. */
export function textToBody(text: string, before: object): object | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (uncover(read, before) as object)
      : undefined
  } catch {
    return undefined
  }
}

function uncover(value: unknown, before: unknown): unknown {
  if (value === cover) return before
  if (Array.isArray(value)) return value.map((item, index) => uncover(item, readKeys(before, [index])))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, uncover(inner, readKeys(before, [key]))]),
  )
}
