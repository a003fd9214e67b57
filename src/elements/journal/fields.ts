import { endpointOf } from '../../domain/endpoints.js'
import { maskCard } from '../../domain/lanes.js'
import type { OperationKind } from '../../domain/models.js'

/** A field of a body for reading: a value, or fields of its own. */
export type ReadableField = {
  name: string
  /** The number among several, from 1; undefined for a single one. */
  number?: number
} & (
  | { tag: 'value'; value: string | number | boolean; isMoney: boolean }
  | { tag: 'covered' }
  | { tag: 'group'; fields: readonly ReadableField[] }
)

const secretName = /password|pin$|token|authorizationcode|secret|cvv|cvc/i
const cardName = /^(card|.*card(code|number|no)?|pan)$/i
const moneyNames = new Set(['Total', 'Amount', 'Price', 'Value'])

interface Covers {
  secrets: ReadonlySet<string>
  cards: ReadonlySet<string>
}

/** All fields of a body: secrets are covered and card codes masked, wherever they are. */
export function listReadable(kind: OperationKind | 'unknown', body: unknown): ReadableField[] {
  const { secrets = [], cards = [] } = kind === 'unknown' ? {} : endpointOf(kind)
  return listInner('', body, { secrets: new Set(secrets), cards: new Set(cards) })
}

/** More than any reply that a person would read. */
const fieldsMax = 200

/** The fields of a foreign text up to the limit, nested ones included. */
export function cutFields(fields: readonly ReadableField[]): ReadableField[] {
  let left = fieldsMax
  const cut = (some: readonly ReadableField[]): ReadableField[] => {
    const taken: ReadableField[] = []
    for (const field of some) {
      if (left === 0) break
      left -= 1
      taken.push(field.tag === 'group' ? { ...field, fields: cut(field.fields) } : field)
    }
    return taken
  }
  return cut(fields)
}

function listInner(path: string, value: unknown, covers: Covers): ReadableField[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const place = path === '' ? name : `${path}.${name}`
    if (!Array.isArray(inner)) return readField(name, place, inner, covers)
    return inner.flatMap((item: unknown, index) =>
      readField(name, `${place}[]`, item, covers).map((field) =>
        inner.length > 1 ? { ...field, number: index + 1 } : field,
      ),
    )
  })
}

function readField(name: string, path: string, value: unknown, covers: Covers): ReadableField[] {
  if (value === null || value === undefined || value === '') return []
  if (covers.secrets.has(path) || secretName.test(name)) return [{ name, tag: 'covered' }]
  if (typeof value === 'object') {
    const fields = listInner(path, value, covers)
    return fields.length === 0 ? [] : [{ name, tag: 'group', fields }]
  }
  if (typeof value === 'boolean') return [{ name, tag: 'value', value, isMoney: false }]
  const plain = typeof value === 'number' ? value : (value as string)
  const isCard = covers.cards.has(path) || (cardName.test(name) && String(plain).length > 4)
  if (isCard) return [{ name, tag: 'value', value: maskCard(String(plain)), isMoney: false }]
  return [{ name, tag: 'value', value: plain, isMoney: typeof plain === 'number' && moneyNames.has(name) }]
}
