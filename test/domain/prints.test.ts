import * as fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../src/domain/endpoints.js'
import { DuplicateOperation } from '../../src/domain/errors.js'
import { isPlainObject } from '../../src/domain/fields.js'
import type { Models, OperationKind } from '../../src/domain/models.js'
import { findFingerprints } from '../../src/domain/fingerprints.js'
import { fullModels, kinds, refundOf } from '../support/models.js'

const kind = fc.constantFrom(...kinds)
const bodyPrint = (kind: OperationKind, body: object) => findFingerprints(kind, body)[0]
/** Those without a sale's receipt: their whole body tells them apart. */
const whole = kinds.filter((one) => endpointOf(one).receipt === undefined || endpointOf(one).isRevision)
const sender = { Shop: 'S01', Terminal: 'T1', Number: 42 }
const bread = { Name: 'Bread', Price: 2, Quantity: 1 }
const wine = { Name: 'Wine', Price: 10, Quantity: 1 }
const saleOf = (change: Models['refund']['StoredValueCardReceipt']): Models['refund'] => ({
  StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A' }],
  StoredValueCardReceipt: {
    IssueDate: '2026-01-01',
    Products: [bread, wine],
    Payments: [{ Method: { Type: 'card' }, Amount: 12, CardCode: 'A' }],
    Total: 12,
    SenderData: sender,
    ...change,
  },
})
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

function change(value: unknown, [key, ...rest]: Keys, nextState: unknown): unknown {
  if (key === undefined) return nextState
  const copy = structuredClone(value) as Record<PropertyKey, unknown>
  copy[key] = change(copy[key], rest, nextState)
  return copy
}

describe('the print of a body', () => {
  it('does not depend on the order of keys, nor on the notes', () => {
    fc.assert(
      fc.property(kind, fc.nat(), fc.option(fc.string(), { nil: undefined }), (kind, turn, Notes) => {
        const other = reorder({ ...fullModels[kind], Notes }, turn) as object
        expect(findFingerprints(kind, other)).toEqual(findFingerprints(kind, fullModels[kind]))
      }),
    )
  })

  it('is another after any other change, where there is no sale to compare', () => {
    const unknownRows = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.constant('555'), fc.constant(555))
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.nat(), unknownRows, (kind, index, nextState) => {
        const body = fullModels[kind]
        const places = listPlaces(body).filter(([first]) => first !== undefined && first !== 'Notes')
        const changed = change(body, places[index % places.length] ?? [], nextState) as object
        const carried = (value: object) => JSON.parse(JSON.stringify(value)) as unknown
        const isSame = isDeepStrictEqual(carried(changed), carried(body))
        expect(bodyPrint(kind, changed) === bodyPrint(kind, body)).toBe(isSame)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string, object, boolean]>([
    ['another number', { SenderData: { ...sender, Number: 43 } }, true],
    ['another date of issue', { IssueDate: '2026-01-02' }, true],
    ['another operator', { SenderData: { ...sender, Operator: 'Ugo' } }, true],
    ['its lines in another order', { Products: [wine, bread] }, true],
    ['another total', { Total: 13 }, false],
    ['one line more', { Products: [bread, wine, wine] }, false],
    ['a line of another quantity', { Products: [bread, { ...wine, Quantity: 2 }] }, false],
    ['another way to pay', { Payments: [{ Method: { Type: 'cash' }, Amount: 12, CardCode: 'A' }] }, false],
    [
      'another card that pays',
      { Payments: [{ Method: { Type: 'card' }, Amount: 12, CardCode: 'B' }] },
      false,
    ],
  ])('of a sale with %s', (_, change, isSame) => {
    const [left, right] = [saleOf({}), saleOf(change)].map((body) => bodyPrint('refund', body))
    expect(left === right).toBe(isSame)
    const migration = (body: Models['refund']) => ({
      OldCardCode: 'A',
      StoredValueCardCode: 'B',
      StoredValueCardReceipt: body.StoredValueCardReceipt,
    })
    expect(
      bodyPrint('migrate', migration(saleOf({}))) === bodyPrint('migrate', migration(saleOf(change))),
    ).toBe(isSame)
  })

  it('of a sale goes by its cards and not by their authorization codes, a migration by which card is which', () => {
    const to = (...StoredValueCardCodeCollection: object[]) =>
      bodyPrint('refund', { ...saleOf({}), StoredValueCardCodeCollection })
    const code = (StoredValueCardCode: string, AuthorizationCode = '1') => ({
      StoredValueCardCode,
      AuthorizationCode,
    })
    expect(to(code('A', '1'), code('B'))).toBe(to(code(' B '), code('A', '2')))
    expect(to(code('A'))).not.toBe(to(code('B')))
    expect(to(code('A'))).not.toBe(to(code('A'), code('B')))
    const migrate = (OldCardCode: string, StoredValueCardCode: string) =>
      bodyPrint('migrate', { OldCardCode, StoredValueCardCode })
    expect(migrate('A', 'B')).not.toBe(migrate('B', 'A'))
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
    const prints = kinds.flatMap((kind) => findFingerprints(kind, { Shop: 'S01' }))
    expect(new Set(prints).size).toBe(kinds.length)
  })
})

describe('the print of a receipt’s number', () => {
  const sender = { Shop: 'S01', Terminal: 'T1', Number: 42, CashDrawer: 1 }
  const refund = (SenderData: object, card = 'A'): Models['refund'] => ({
    ...refundOf(card),
    StoredValueCardReceipt: { Total: 1, SenderData },
  })
  const prints = findFingerprints('refund', refund(sender, 'B'))

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
    expect(isShared(prints, findFingerprints('refund', refund(other)))).toBe(isSame)
  })

  it('is shared where no drawer is given on either side', () => {
    const { CashDrawer: _, ...drawerless } = sender
    const [left, right] = [refund(drawerless), refund(drawerless, 'B')].map((body) =>
      findFingerprints('refund', body),
    )
    expect(left).toHaveLength(2)
    expect(isShared(left ?? [], right ?? [])).toBe(true)
  })

  it.each(['Shop', 'Terminal', 'Number'])('is not made up where %s is missing', (name) => {
    expect(findFingerprints('refund', refund({ ...sender, [name]: undefined }))).toHaveLength(1)
  })

  it('is not shared between kinds, and a revision has none', () => {
    const receipt = { StoredValueCardReceipt: { SenderData: sender } }
    expect(kinds.filter((kind) => findFingerprints(kind, receipt).length === 2)).toEqual([
      'refund',
      'migrate',
    ])
    expect(kinds.filter((kind) => endpointOf(kind).isRevision)).toEqual(['updateReceipt'])
    expect(isShared(findFingerprints('migrate', receipt), prints)).toBe(false)
  })
})

describe('DuplicateOperation', () => {
  it('names the operation that stands, and tells a reused id from a duplicate', () => {
    const reused = new DuplicateOperation('own-1', 'id-reused')
    expect(reused).toMatchObject({ id: 'own-1', code: 'id-reused' })
    expect(reused.message).toBe(
      'The operation was not saved. The id own-1 belongs to an operation with another body: use a new id for a new operation.',
    )
    const duplicate = new DuplicateOperation('own-1', 'duplicate')
    expect(duplicate).toMatchObject({ id: 'own-1', code: 'duplicate' })
    expect(duplicate.message).toMatch(/was not saved\. It looks like own-1.*look at that one first/)
    const arriving = { id: 'theirs', kind: 'refund' } as const
    const met = new DuplicateOperation('own-1', 'duplicate', arriving)
    expect(met.message).toMatch(/^importJournal failed at refund theirs of the file\. It looks like own-1/)
    expect(met.params).toEqual({ id: 'own-1', fileEntry: 'theirs' })
  })
})
