import * as fc from 'fast-check'
import { is } from 'superstruct'
import { describe, expect, it } from 'vitest'
import { mergeReceipts, type Clash, type Merge } from '../../src/decide/merge.js'
import { Receipt, type Product } from '../../src/domain/models.js'
import { receiptMisfits } from '../../src/domain/receipt.js'
import { fullModels } from '../support/models.js'

const full = fullModels.refund.StoredValueCardReceipt ?? {}

const merge = (base: Receipt | undefined, ours: Receipt, theirs: Receipt) =>
  mergeReceipts({ base, ours, theirs })
const clashesOf = (result: Merge): Clash[] => (result.tag === 'clash' ? result.clashes : [])
const pathsOf = (result: Merge) => clashesOf(result).map(({ path }) => path)

type Case = [
  what: string,
  base: Receipt | undefined,
  ours: Receipt,
  theirs: Receipt,
  merged: Receipt,
  clashes?: Clash[],
]

/** Swapped sides must clash in the same places, and agree where nothing clashes. */
function expectMerge([, base, ours, theirs, merged, clashes]: Case) {
  const result = merge(base, ours, theirs)
  expect(result).toStrictEqual(
    clashes ? { tag: 'clash', receipt: merged, clashes } : { tag: 'merged', receipt: merged },
  )
  expect(pathsOf(merge(base, theirs, ours))).toEqual(pathsOf(result))
}

describe('plain fields', () => {
  it.each<Case>([
    ['untouched', { UserData: 'a' }, { UserData: 'a' }, { UserData: 'a' }, { UserData: 'a' }],
    ['changed by us', { UserData: 'a' }, { UserData: 'b' }, { UserData: 'a' }, { UserData: 'b' }],
    ['changed by them', { UserData: 'a' }, { UserData: 'a' }, { UserData: 'b' }, { UserData: 'b' }],
    ['changed alike', { UserData: 'a' }, { UserData: 'b' }, { UserData: 'b' }, { UserData: 'b' }],
    ['added by us', {}, { UserData: 'a' }, {}, { UserData: 'a' }],
    ['added by them', {}, {}, { UserData: 'a' }, { UserData: 'a' }],
    ['added alike', {}, { UserData: 'a' }, { UserData: 'a' }, { UserData: 'a' }],
    ['removed by us', { UserData: 'a' }, {}, { UserData: 'a' }, {}],
    ['removed by them', { UserData: 'a' }, { UserData: 'a' }, {}, {}],
    ['removed by both', { UserData: 'a' }, {}, {}, {}],
    [
      'different ones',
      { UserData: 'a', Total: 1 },
      { UserData: 'b', Total: 1 },
      { UserData: 'a', Total: 2 },
      { UserData: 'b', Total: 2 },
    ],
    ['emptied is not removed', { UserData: 'a' }, { UserData: '' }, { UserData: 'a' }, { UserData: '' }],
    [
      'changed apart',
      { UserData: 'a' },
      { UserData: 'b' },
      { UserData: 'c' },
      { UserData: 'b' },
      [{ path: 'UserData', base: 'a', ours: 'b', theirs: 'c' }],
    ],
    [
      'added apart',
      {},
      { UserData: 'b' },
      { UserData: 'c' },
      { UserData: 'b' },
      [{ path: 'UserData', ours: 'b', theirs: 'c' }],
    ],
    [
      'removed by us, changed by them',
      { Total: 1 },
      {},
      { Total: 2 },
      {},
      [{ path: 'Total', base: 1, theirs: 2 }],
    ],
    [
      'changed by us, removed by them',
      { Total: 1 },
      { Total: 2 },
      {},
      { Total: 2 },
      [{ path: 'Total', base: 1, ours: 2 }],
    ],
    ['never known, equal', undefined, { Total: 1 }, { Total: 1 }, { Total: 1 }],
    [
      'never known, each on one side',
      undefined,
      { Total: 1 },
      { UserData: 'a' },
      { UserData: 'a', Total: 1 },
    ],
    [
      'never known, different',
      undefined,
      { Total: 1 },
      { Total: 2 },
      { Total: 1 },
      [{ path: 'Total', ours: 1, theirs: 2 }],
    ],
  ])('%s', (...row) => {
    expectMerge(row)
  })

  it('that are undefined are not there', () => {
    const bare = { UserData: undefined, Products: [{ Code: 'P1', Name: undefined }] }
    const result = merge({ Products: [{ Code: 'P1' }] }, bare, { Products: [{ Code: 'P1' }], Total: 1 })
    expect(result.tag).toBe('merged')
    expect(Object.keys(result.receipt)).toEqual(['Products', 'Total'])
  })
})

describe('issuer and sender', () => {
  it.each<Case>([
    [
      'merge field by field',
      { IssuerData: { Name: 'a', Telephone: '1' }, SenderData: { Number: 1, Operator: 'Ada' } },
      { IssuerData: { Name: 'b', Telephone: '1' }, SenderData: { Number: 1 } },
      { IssuerData: { Name: 'a', Telephone: '2' }, SenderData: { Number: 2, Operator: 'Ada' } },
      { IssuerData: { Name: 'b', Telephone: '2' }, SenderData: { Number: 2 } },
    ],
    [
      'clash by field',
      { SenderData: { Number: 1, Shop: 'S' } },
      { SenderData: { Number: 2, Shop: 'S' } },
      { SenderData: { Number: 3, Shop: 'S', Type: 1 } },
      { SenderData: { Shop: 'S', Type: 1, Number: 2 } },
      [{ path: 'SenderData.Number', base: 1, ours: 2, theirs: 3 }],
    ],
    [
      'merge field by field when both added them',
      {},
      { IssuerData: { Name: 'a' } },
      { IssuerData: { EMail: 'e' } },
      { IssuerData: { Name: 'a', EMail: 'e' } },
    ],
    [
      'are removed where the other side left them alone',
      { IssuerData: { Name: 'a' } },
      {},
      { IssuerData: { Name: 'a' } },
      {},
    ],
    [
      'clash whole when one side removed what the other changed',
      { IssuerData: { Name: 'a', EMail: 'e' } },
      {},
      { IssuerData: { Name: 'b', EMail: 'e' } },
      {},
      [{ path: 'IssuerData', base: { Name: 'a', EMail: 'e' }, theirs: { Name: 'b', EMail: 'e' } }],
    ],
    [
      'stay, empty, when each side removed another field',
      { IssuerData: { Name: 'a', EMail: 'e' } },
      { IssuerData: { Name: 'a' } },
      { IssuerData: { EMail: 'e' } },
      { IssuerData: {} },
    ],
  ])('%s', (...row) => {
    expectMerge(row)
  })
})

/** `P1=2` is a product by its code, `:Tea=2` one by its name, `=2` one without either. */
function listProducts(text: string): Product[] {
  return text.split(' ').flatMap((item) => {
    const [, Code, Name, Quantity] = /^([^:=]*):?([^=]*)=(.*)$/.exec(item) ?? []
    return item === '' ? [] : [{ ...(Code && { Code }), ...(Name && { Name }), Quantity: Number(Quantity) }]
  })
}

describe('products', () => {
  it.each([
    ['added by us', 'P1=1', 'P1=1 P2=1', 'P1=1', 'P1=1 P2=1', []],
    ['added by them', 'P1=1', 'P1=1', 'P2=1 P1=1', 'P2=1 P1=1', []],
    ['added by each side, ours first', 'P1=1', 'P1=1 P2=1', 'P3=1 P1=1', 'P1=1 P2=1 P3=1', []],
    ['added alike', 'P1=1', 'P1=1 P2=1', 'P1=2 P2=1', 'P1=2 P2=1', []],
    ['added apart', 'P1=1', 'P1=1 P2=1', 'P1=1 P2=2', 'P1=1 P2=1', ['Products[Code=P2].Quantity']],
    ['removed by us', 'P1=1 P2=1', 'P2=1', 'P1=1 P2=2', 'P2=2', []],
    ['removed by them', 'P1=1 P2=1', 'P1=1 P2=2', 'P2=1', 'P2=2', []],
    ['removed by both', 'P1=1 P2=1 P3=1', 'P2=2', 'P2=1 P4=1', 'P2=2 P4=1', []],
    ['removed, another each', 'P1=1 P2=1 P3=1', 'P1=1 P3=1', 'P1=1 P2=1', 'P1=1', []],
    ['changed, another each', 'P1=1 P2=1', 'P1=2 P2=1', 'P1=1 P2=2', 'P1=2 P2=2', []],
    ['changed alike', 'P1=1 P2=1', 'P1=2 P2=3', 'P1=2 P2=1', 'P1=2 P2=3', []],
    ['changed apart', 'P1=1 P2=1', 'P1=2 P2=1', 'P1=3 P2=2', 'P1=2 P2=2', ['Products[Code=P1].Quantity']],
    ['removed by us, changed by them', 'P1=1 P2=1', 'P2=1', 'P1=2 P2=2', 'P2=2', ['Products[Code=P1]']],
    ['changed by us, removed by them', 'P1=1 P2=1', 'P1=2 P2=1', 'P2=2', 'P1=2 P2=2', ['Products[Code=P1]']],
    ['all removed by us', 'P1=1', '', 'P1=1', '', []],
    ['put in another order', 'P1=1 P2=1', 'P2=1 P1=1', 'P1=2 P2=1', 'P2=1 P1=2', []],
    ['given another code', 'P1=1 P2=1', 'P3=1 P2=1', 'P1=1 P2=2', 'P3=1 P2=2', []],
    ['known by name', ':Tea=1 :Cake=1', ':Tea=2 :Cake=1', ':Cake=2 :Tea=1', ':Tea=2 :Cake=2', []],
    ['a code spelled like a name', 'A=1 :A=1', 'A=2 :A=1', 'A=1 :A=2', 'A=2 :A=2', []],
    ['repeated', 'P1=1 P1=2', 'P1=3 P1=2', 'P1=1 P1=4', 'P1=3 P1=4', []],
    [
      'repeated, changed apart',
      'P1=1 P1=2',
      'P1=1 P1=3',
      'P1=5 P1=4',
      'P1=5 P1=3',
      ['Products[Code=P1][1].Quantity'],
    ],
    ['repeated, one removed', 'P1=1 P1=2', 'P1=1', 'P1=3 P1=2', 'P1=3', []],
    ['nameless', '=1 =2', '=3 =2', '=1 =4', '=3 =4', []],
    ['nameless, changed apart', '=1 =2', '=3 =2', '=4 =5', '=3 =5', ['Products[0].Quantity']],
    ['nameless, and more of ours', '=1', '=1 =2', '=3', '=1 =2', ['Products']],
    ['nameless, and fewer of theirs', '=1 =2', '=1 =3', '=2', '=1 =3', ['Products']],
    ['nameless among others', '=1 P1=1', '=2 P1=1', '=1 P1=2', '=2 P1=2', []],
    ['one nameless among more', 'P1=1', 'P1=1 =1', 'P1=2', 'P1=1 =1', ['Products']],
    ['nameless, more on one side only', '=1', '=1 =2', '=1', '=1 =2', []],
  ])('%s', (_, base, ours, theirs, merged, paths) => {
    const versions = [base, ours, theirs].map((text) => ({ Products: listProducts(text) }))
    const [before = {}, left = {}, right = {}] = versions
    const result = merge(before, left, right)
    expect(result.receipt).toStrictEqual({ Products: listProducts(merged) })
    expect(pathsOf(result)).toEqual(paths)
    expect(pathsOf(merge(before, right, left))).toEqual(paths)
  })

  it.each([
    ['on one side each', 'P1=1', 'P2=1', 'P1=1 P2=1', []],
    ['alike on both', 'P1=1 P2=1', 'P2=1 P3=1', 'P1=1 P2=1 P3=1', []],
    ['apart on both', 'P1=1', 'P1=2', 'P1=1', ['Products[Code=P1].Quantity']],
    ['nameless, alike', '=1', '=1', '=1', []],
    ['nameless, apart', '=1', '=2', '=1', ['Products']],
  ])('never known before, %s', (_, ours, theirs, merged, paths) => {
    const [left, right] = [{ Products: listProducts(ours) }, { Products: listProducts(theirs) }]
    const result = merge(undefined, left, right)
    expect(result.receipt).toStrictEqual({ Products: listProducts(merged) })
    expect(pathsOf(result)).toEqual(paths)
    expect(pathsOf(merge({}, left, right))).toEqual(paths)
  })

  it.each<Case>([
    [
      'merge field by field, code and name kept',
      { Products: [{ Code: 'P1', Name: 'Tea', Price: 1 }] },
      { Products: [{ Code: 'P1', Name: 'Green tea', Price: 1 }] },
      { Products: [{ Code: 'P1', Name: 'Tea', Price: 2, Family: 'F' }] },
      { Products: [{ Code: 'P1', Name: 'Green tea', Price: 2, Family: 'F' }] },
    ],
    [
      'are the same for a code with blanks around it, which is then a name where it holds nothing else',
      {
        Products: [
          { Code: ' P1 ', Price: 1 },
          { Code: ' ', Name: 'Tea' },
        ],
      },
      {
        Products: [
          { Code: 'P1', Price: 1 },
          { Code: ' ', Name: 'Tea' },
        ],
      },
      { Products: [{ Code: ' P1 ', Price: 2 }, { Name: 'Tea' }] },
      { Products: [{ Code: 'P1', Price: 2 }, { Name: 'Tea' }] },
    ],
    [
      'are quoted where their code could be mistaken for a path',
      { Products: [{ Code: 'P1][1', Price: 1 }] },
      { Products: [{ Code: 'P1][1', Price: 2 }] },
      { Products: [{ Code: 'P1][1', Price: 3 }] },
      { Products: [{ Code: 'P1][1', Price: 2 }] },
      [{ path: 'Products[Code="P1][1"].Price', base: 1, ours: 2, theirs: 3 }],
    ],
    [
      'show a removed one with both its versions',
      { Products: [{ Code: 'P1', Price: 1 }] },
      { Products: [] },
      { Products: [{ Code: 'P1', Price: 3 }] },
      { Products: [] },
      [{ path: 'Products[Code=P1]', base: { Code: 'P1', Price: 1 }, theirs: { Code: 'P1', Price: 3 } }],
    ],
    [
      'clash whole when one side dropped the list that the other changed',
      { Products: [{ Code: 'P1' }] },
      {},
      { Products: [{ Code: 'P1' }, { Code: 'P2' }] },
      {},
      [{ path: 'Products', base: [{ Code: 'P1' }], theirs: [{ Code: 'P1' }, { Code: 'P2' }] }],
    ],
  ])('%s', (...row) => {
    expectMerge(row)
  })
})

describe('payments', () => {
  const cash = (Amount: number) => ({ Method: { Type: 'cash' }, Amount })
  const card = (CardCode: string, Amount: number) => ({
    Method: { Type: 'card', Since: { Y: 1, M: 2 } },
    CardCode,
    Amount,
  })

  it.each<Case>([
    [
      'are known by card and method together, however the method is written',
      { Payments: [card('A', 1), card('B', 1), cash(1)] },
      { Payments: [card('A', 2), card('B', 1), cash(1)] },
      {
        Payments: [
          cash(1),
          { Amount: 3, CardCode: 'B', Method: { Since: { M: 2, Y: 1 }, Type: 'card' } },
          card('A', 1),
        ],
      },
      { Payments: [card('A', 2), card('B', 3), cash(1)] },
    ],
    [
      'clash by card and method',
      { Payments: [card('A', 1), cash(1)] },
      { Payments: [card('A', 2), cash(2)] },
      { Payments: [card('A', 3), cash(3)] },
      { Payments: [card('A', 2), cash(2)] },
      [
        {
          path: 'Payments[CardCode=A,Method={"Since":{"M":2,"Y":1},"Type":"card"}].Amount',
          base: 1,
          ours: 2,
          theirs: 3,
        },
        { path: 'Payments[Method={"Type":"cash"}].Amount', base: 1, ours: 2, theirs: 3 },
      ],
    ],
    [
      'clash when one side changed the method and the other the amount',
      { Payments: [{ CardCode: 'A', Amount: 1 }] },
      { Payments: [card('A', 1)] },
      { Payments: [{ CardCode: 'A', Amount: 2 }] },
      { Payments: [card('A', 1)] },
      [
        {
          path: 'Payments[CardCode=A]',
          base: { CardCode: 'A', Amount: 1 },
          theirs: { CardCode: 'A', Amount: 2 },
        },
      ],
    ],
    [
      'without card and method are matched by position',
      { Payments: [{ Amount: 1 }, { Amount: 2 }] },
      { Payments: [{ Amount: 3 }, { Amount: 2 }] },
      { Payments: [{ Amount: 1 }, { Amount: 4 }] },
      { Payments: [{ Amount: 3 }, { Amount: 4 }] },
    ],
  ])('%s', (...row) => {
    expectMerge(row)
  })
})

describe('the total', () => {
  const line = (Code: string, Price: number) => ({ Code, Price, Quantity: 1 })
  const base = { Products: [line('P1', 10)], Total: 10 }

  it.each<Case>([
    [
      'stands where the merged lines still add up to it',
      base,
      { Products: [line('P1', 10), line('P2', 0)], Total: 10 },
      { Products: [line('P1', 10), line('P3', 0)], Total: 10 },
      { Products: [line('P1', 10), line('P2', 0), line('P3', 0)], Total: 10 },
    ],
    [
      'is left to a person when both sides added lines and the same to the total',
      base,
      { Products: [line('P1', 10), line('P2', 2)], Total: 12 },
      { Products: [line('P1', 10), line('P3', 2)], Total: 12 },
      { Products: [line('P1', 10), line('P2', 2), line('P3', 2)], Total: 12 },
      [{ path: 'Total', base: 10, ours: 12, theirs: 12 }],
    ],
    [
      'is ours until a person has chosen, even where theirs alone was changed',
      base,
      { Products: [line('P1', 10), line('P2', 1)], Total: 10 },
      { Products: [line('P1', 10), line('P3', 2)], Total: 12 },
      { Products: [line('P1', 10), line('P2', 1), line('P3', 2)], Total: 10 },
      [{ path: 'Total', base: 10, ours: 10, theirs: 12 }],
    ],
    [
      'is absent until a person has chosen, where ours has none',
      { Products: [line('P1', 10)] },
      { Products: [line('P1', 10), line('P2', 1)] },
      { Products: [line('P1', 10), line('P3', 2)], Total: 12 },
      { Products: [line('P1', 10), line('P2', 1), line('P3', 2)] },
      [{ path: 'Total', theirs: 12 }],
    ],
    [
      'of one side must suit the payments of the other',
      { Total: 10 },
      { Total: 12 },
      { Payments: [{ CardCode: 'A', Amount: 10 }], Total: 10 },
      { Payments: [{ CardCode: 'A', Amount: 10 }], Total: 12 },
      [{ path: 'Total', base: 10, ours: 12, theirs: 10 }],
    ],
    [
      'is named once when it clashes anyway',
      base,
      { Products: [line('P1', 10), line('P2', 2)], Total: 12 },
      { Products: [line('P1', 10), line('P3', 3)], Total: 13 },
      { Products: [line('P1', 10), line('P2', 2), line('P3', 3)], Total: 12 },
      [{ path: 'Total', base: 10, ours: 12, theirs: 13 }],
    ],
    [
      'that never added up is nobody’s fault while one side’s money stands as it was',
      { ...base, Total: 99, UserData: 'a' },
      { ...base, Total: 98, UserData: 'a' },
      { ...base, Total: 99, UserData: 'b' },
      { ...base, Total: 98, UserData: 'b' },
    ],
    [
      'is in doubt if either choice of a clashing line would not add up to it',
      base,
      { Products: [line('P1', 12)], Total: 12 },
      { Products: [line('P1', 11)], Total: 10 },
      { Products: [line('P1', 12)], Total: 12 },
      [
        { path: 'Products[Code=P1].Price', base: 10, ours: 12, theirs: 11 },
        { path: 'Total', base: 10, ours: 12, theirs: 10 },
      ],
    ],
  ])('%s', (...row) => {
    expectMerge(row)
  })
})

describe('a foreign receipt', () => {
  it('cannot reach a prototype, nor bring in a name that the model does not know', () => {
    const theirs = JSON.parse(
      '{"__proto__":{"Total":5},"constructor":{"a":1},"IssuerData":{"Name":"x","__proto__":{"EMail":"y"}},' +
        '"Payments":[{"CardCode":"__proto__","Method":{"__proto__":{"a":1}},"Amount":1}]}',
    ) as Receipt
    const { receipt } = merge(undefined, { IssuerData: { Telephone: '1' } }, theirs)
    expect(Object.keys(receipt)).toEqual(['IssuerData', 'Payments'])
    expect(receipt.Total).toBeUndefined()
    expect(receipt.IssuerData).toStrictEqual({ Name: 'x', Telephone: '1' })
    expect('a' in {}).toBe(false)
  })

  it('keeps every field the interface lists', () => {
    expect(merge(undefined, {}, full)).toStrictEqual({ tag: 'merged', receipt: full })
    expect(merge(undefined, { UserData: 'gate 7' }, full)).toStrictEqual({ tag: 'merged', receipt: full })
    const sides = { ...full, UserData: undefined }
    expect(merge(full, sides, { ...full, IssueDate: 'later' }).receipt).not.toHaveProperty('UserData')
  })
})

describe('any three receipts', () => {
  const few = <Value>(...values: Value[]) => fc.constantFrom(...values)
  const part = <Fields extends object>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
    fc.record(fields, { requiredKeys: [] })
  const products = fc.array(
    part({ Code: few('P1', 'P2', ' '), Name: few('Tea', ''), Price: few(1, 2.5), Quantity: few(1, 2) }),
    { maxLength: 4 },
  )
  const payments = fc.array(
    part({ Method: few({}, { a: 1, b: [null] }), CardCode: few('A', 'B'), Amount: few(1, 2, 5) }),
    { maxLength: 3 },
  )
  const receipts: fc.Arbitrary<Receipt> = part({
    IssuerData: part({ Name: few('a', 'b'), EMail: few('e', 'f') }),
    IssueDate: few('monday', 'tuesday'),
    Products: products,
    Payments: payments,
    Total: few(1, 2, 5),
    SenderData: part({ Shop: few('S'), Number: few(1, 2) }),
    UserData: few('a', 'b', 'c'),
  })
  const bases = fc.option(receipts, { nil: undefined })
  /** A receipt and two that differ from it in a field or two, as receipts mostly do. */
  const triples = fc
    .tuple(receipts, receipts, receipts, fc.array(few(...Object.keys(Receipt.schema)), { maxLength: 7 }))
    .map(([base, left, right, kept]): [Receipt, Receipt, Receipt] => {
      const keep = (side: Receipt, names: string[]) =>
        Object.fromEntries(Object.entries({ ...side, ...pick(base, names) }))
      return [base, keep(left, kept), keep(right, kept.slice(2))]
    })
  const anyThree = fc.oneof(fc.tuple(bases, receipts, receipts), triples)
  const check = (property: fc.IRawProperty<unknown>) => {
    fc.assert(property as fc.IProperty<unknown>, { numRuns: 1000 })
  }

  function pick(receipt: Receipt, names: string[]): object {
    return Object.fromEntries(Object.entries(receipt).filter(([name]) => names.includes(name)))
  }

  it('give ours where only ours was changed', () => {
    check(
      fc.property(receipts, receipts, (base, ours) => {
        expect(merge(base, ours, base)).toStrictEqual({ tag: 'merged', receipt: ours })
      }),
    )
  })

  it('give theirs where only theirs was changed', () => {
    check(
      fc.property(receipts, receipts, (base, theirs) => {
        expect(merge(base, base, theirs)).toStrictEqual({ tag: 'merged', receipt: theirs })
      }),
    )
  })

  it('never clash over the same change', () => {
    check(
      fc.property(bases, receipts, (base, both) => {
        expect(merge(base, both, structuredClone(both))).toStrictEqual({ tag: 'merged', receipt: both })
      }),
    )
  })

  it('clash in the same places, with the values swapped, from either side', () => {
    check(
      fc.property(anyThree, ([base, ours, theirs]) => {
        const swap = ({ path, ...values }: Clash) => [path, values.base, values.theirs, values.ours]
        const keep = ({ path, ...values }: Clash) => [path, values.base, values.ours, values.theirs]
        const byPath = (rows: unknown[][]) =>
          rows.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))
        expect(byPath(clashesOf(merge(base, ours, theirs)).map(keep))).toEqual(
          byPath(clashesOf(merge(base, theirs, ours)).map(swap)),
        )
      }),
    )
  })

  it('give a receipt that fits the interface, and leave the three as they were', () => {
    check(
      fc.property(anyThree, (versions) => {
        const before = JSON.stringify(versions)
        const result = merge(...versions)
        expect(is(result.receipt, Receipt)).toBe(true)
        expect(result.receipt).toStrictEqual(JSON.parse(JSON.stringify(result.receipt)))
        expect(JSON.stringify(versions)).toBe(before)
        expect(result.tag === 'clash').toBe(clashesOf(result).length > 0)
        expect(new Set(pathsOf(result)).size).toBe(pathsOf(result).length)
      }),
    )
  })

  it('merge plain fields as a table would', () => {
    check(
      fc.property(anyThree, ([base, ours, theirs]) => {
        const result = merge(base, ours, theirs)
        for (const name of ['IssueDate', 'UserData'] as const) {
          const [before, left, right] = [base?.[name], ours[name], theirs[name]]
          const isClash = left !== right && left !== before && right !== before
          expect(pathsOf(result).includes(name)).toBe(isClash)
          expect(result.receipt[name]).toBe(left === before && !isClash ? right : left)
        }
      }),
    )
  })

  it('never come to a total that neither side’s money supports', () => {
    const money = ({ Products, Payments, Total }: Receipt) => [Products, Payments, Total]
    check(
      fc.property(anyThree, ([base, ours, theirs]) => {
        const { tag, receipt } = merge(base, ours, theirs)
        fc.pre(tag === 'merged' && receiptMisfits(receipt).length > 0)
        expect([money(ours), money(theirs)]).toContainEqual(money(receipt))
      }),
    )
  })

  it('merged once are merged for good', () => {
    check(
      fc.property(anyThree, ([base, ours, theirs]) => {
        const result = merge(base, ours, theirs)
        fc.pre(result.tag === 'merged')
        expect(merge(base, result.receipt, theirs)).toStrictEqual(result)
      }),
    )
  })
})
