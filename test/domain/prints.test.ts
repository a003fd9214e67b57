import * as fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../src/domain/endpoints.js'
import { DuplicateOperation } from '../../src/domain/errors.js'
import { isPlainObject } from '../../src/domain/fields.js'
import type { Models, OperationKind } from '../../src/domain/models.js'
import { findPrints } from '../../src/domain/prints.js'
import { fullModels, kinds, refundOf } from '../support/models.js'

const kind = fc.constantFrom(...kinds)
const bodyPrint = (kind: OperationKind, body: object) => findPrints(kind, body)[0]
const isShared = (left: string[], right: string[]) => left.some((print) => right.includes(print))

/** The same value with the keys of every object in another order. */
function reorder(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((item) => reorder(item, turn))
  if (!isPlainObject(value)) return value
  const names = Object.keys(value).sort()
  const from = names.length === 0 ? 0 : turn % names.length
  const turned = [...names.slice(from), ...names.slice(0, from)]
  return Object.fromEntries(turned.map((name) => [name, reorder(value[name], turn)]))
}

type Keys = readonly PropertyKey[]

function listPlaces(value: unknown, place: Keys = []): Keys[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [place, ...inside.flatMap(([key, inner]) => listPlaces(inner, [...place, key]))]
}

function change(value: unknown, [key, ...rest]: Keys, become: unknown): unknown {
  if (key === undefined) return become
  const copy = structuredClone(value) as Record<PropertyKey, unknown>
  copy[key] = change(copy[key], rest, become)
  return copy
}

describe('the print of a body', () => {
  it('does not depend on the order of keys, nor on the notes', () => {
    fc.assert(
      fc.property(kind, fc.nat(), fc.option(fc.string(), { nil: undefined }), (kind, turn, Notes) => {
        const other = reorder({ ...fullModels[kind], Notes }, turn) as object
        expect(findPrints(kind, other)).toEqual(findPrints(kind, fullModels[kind]))
      }),
    )
  })

  it('is another after any other change', () => {
    const strangers = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.constant('555'), fc.constant(555))
    fc.assert(
      fc.property(kind, fc.nat(), strangers, (kind, index, become) => {
        const body = fullModels[kind]
        const places = listPlaces(body).filter(([first]) => first !== undefined && first !== 'Notes')
        const changed = change(body, places[index % places.length] ?? [], become) as object
        const carried = (value: object) => JSON.parse(JSON.stringify(value)) as unknown
        const isSame = isDeepStrictEqual(carried(changed), carried(body))
        expect(bodyPrint(kind, changed) === bodyPrint(kind, body)).toBe(isSame)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string, object, object, boolean]>([
    ['a field given as undefined', { OrderID: 1 }, { OrderID: 1, Shop: undefined }, true],
    ['a field given as null', { OrderID: 1 }, { OrderID: 1, Shop: null }, false],
    ['a number and its text', { OrderID: 1 }, { OrderID: '1' }, false],
    ['1.0 and 1', { OrderID: 1 }, JSON.parse('{"OrderID":1.0}') as object, true],
    ['zero and minus zero', { OrderID: 0 }, { OrderID: -0 }, true],
    ['lists in another order', { Payments: [{}, { Value: 1 }] }, { Payments: [{ Value: 1 }, {}] }, false],
    ['a list and an object of the same', { Payments: [1] }, { Payments: { 0: 1 } }, false],
    ['keys that look like numbers', { Payments: { 10: 1, 9: 2 } }, { Payments: { 9: 2, 10: 1 } }, true],
    ['a key that holds a quote', { 'a":1,"b': 2 }, { a: 1, b: 2 }, false],
    ['notes further down', { Buyers: [{ Notes: 'a' }] }, { Buyers: [{ Notes: 'b' }] }, false],
  ])('of %s', (_, left, right, isSame) => {
    expect(bodyPrint('confirmOrder', left) === bodyPrint('confirmOrder', right)).toBe(isSame)
  })

  it('is each kind’s own', () => {
    const prints = kinds.flatMap((kind) => findPrints(kind, { Shop: 'S01' }))
    expect(new Set(prints).size).toBe(kinds.length)
  })
})

describe('the print of a receipt’s number', () => {
  const sender = { Shop: 'S01', Terminal: 'T1', Number: 42, CashDrawer: 1 }
  const refund = (SenderData: object, card = 'A'): Models['refund'] => ({
    ...refundOf(card),
    StoredValueCardReceipt: { Total: 1, SenderData },
  })
  const prints = findPrints('refund', refund(sender, 'B'))

  it.each<[string, object, boolean]>([
    ['the same', sender, true],
    ['the same by another operator', { ...sender, Operator: 'Ugo', Type: 2 }, true],
    ['another number', { ...sender, Number: 43 }, false],
    ['another drawer', { ...sender, CashDrawer: 2 }, false],
    ['no drawer', { ...sender, CashDrawer: undefined }, false],
    ['another terminal', { ...sender, Terminal: 'T2' }, false],
    ['another shop', { ...sender, Shop: 'S02' }, false],
    ['shop and terminal that only read alike', { ...sender, Shop: 'S01","T1', Terminal: '' }, false],
  ])('is shared or not with %s', (_, other, isSame) => {
    expect(isShared(prints, findPrints('refund', refund(other)))).toBe(isSame)
  })

  it('is shared where no drawer is given on either side', () => {
    const { CashDrawer: _, ...drawerless } = sender
    const [left, right] = [refund(drawerless), refund(drawerless, 'B')].map((body) =>
      findPrints('refund', body),
    )
    expect(left).toHaveLength(2)
    expect(isShared(left ?? [], right ?? [])).toBe(true)
  })

  it.each(['Shop', 'Terminal', 'Number'])('is not made up where %s is missing', (name) => {
    expect(findPrints('refund', refund({ ...sender, [name]: undefined }))).toHaveLength(1)
  })

  it('is not shared between kinds, and a revision has none', () => {
    const receipt = { StoredValueCardReceipt: { SenderData: sender } }
    expect(kinds.filter((kind) => findPrints(kind, receipt).length === 2)).toEqual(['refund', 'migrate'])
    expect(kinds.filter((kind) => endpointOf(kind).isRevision)).toEqual(['updateReceipt'])
    expect(isShared(findPrints('migrate', receipt), prints)).toBe(false)
  })
})

describe('DuplicateOperation', () => {
  it('names the operation that stands, and tells a reused id from a duplicate', () => {
    const reused = new DuplicateOperation('own-1', 'id-reused')
    expect(reused).toMatchObject({ id: 'own-1', code: 'id-reused' })
    expect(reused.message).toBe(
      'the id own-1 was not used again: it belongs to an operation with another body. Take a new id for what is new',
    )
    const duplicate = new DuplicateOperation('own-1', 'duplicate')
    expect(duplicate).toMatchObject({ id: 'own-1', code: 'duplicate' })
    expect(duplicate.message).toMatch(/was not rung up: it looks like own-1.*Look at that one first/)
    expect(new DuplicateOperation('own-1', 'duplicate', 'said otherwise').message).toBe('said otherwise')
  })
})
