import * as fc from 'fast-check'
import { is } from 'superstruct'
import { describe, expect, it } from 'vitest'
import { mergeReceipts, type Clash, type Merge } from '../../src/decide/merge.js'
import type { IssuerData, Product, Receipt, ReceiptPayment } from '../../src/domain/models.js'
import * as structs from '../../src/domain/structs.js'
import { receiptMisfits } from '../../src/domain/receipt.js'
import { fullModels } from '../support/models.js'

const full = fullModels.refund.StoredValueCardReceipt ?? {}

const merge = (base: Receipt | undefined, ours: Receipt, theirs: Receipt) =>
  mergeReceipts({ base, ours, theirs })
const clashesOf = (result: Merge): Clash[] => (result.tag === 'clash' ? result.clashes : [])
const pathsOf = (result: Merge) => clashesOf(result).map(({ path }) => path)

type Paths = readonly string[]
type Case = readonly [string, Receipt | undefined, Receipt, Receipt, Receipt, Paths]

/** From either side, the clashes must lie in the same places. */
function expectMerge([, base, ours, theirs, receipt, paths]: Case) {
  const result = merge(base, ours, theirs)
  expect(result.receipt).toStrictEqual(receipt)
  expect(result.tag).toBe(paths.length > 0 ? 'clash' : 'merged')
  expect(pathsOf(result)).toEqual(paths)
  expect(pathsOf(merge(base, theirs, ours))).toEqual(paths)
}

describe('a plain field', () => {
  const receiptOf = (text: string): Receipt => (text === 'none' ? {} : { UserData: text })

  it.each<[string, string, string, string, string, Paths]>([
    ['untouched', 'a', 'a', 'a', 'a', []],
    ['changed by us', 'a', 'b', 'a', 'b', []],
    ['changed by them', 'a', 'a', 'b', 'b', []],
    ['changed alike', 'a', 'b', 'b', 'b', []],
    ['changed apart', 'a', 'b', 'c', 'b', ['UserData']],
    ['emptied, not removed', 'a', '', 'a', '', []],
    ['added by us', 'none', 'a', 'none', 'a', []],
    ['added by them', 'none', 'none', 'a', 'a', []],
    ['added alike', 'none', 'a', 'a', 'a', []],
    ['added apart', 'none', 'a', 'b', 'a', ['UserData']],
    ['removed by us', 'a', 'none', 'a', 'none', []],
    ['removed by them', 'a', 'a', 'none', 'none', []],
    ['removed by both', 'a', 'none', 'none', 'none', []],
    ['removed by us, changed by them', 'a', 'none', 'b', 'none', ['UserData']],
    ['changed by us, removed by them', 'a', 'b', 'none', 'b', ['UserData']],
  ])('%s', (what, base, ours, theirs, merged, paths) => {
    expectMerge([what, receiptOf(base), receiptOf(ours), receiptOf(theirs), receiptOf(merged), paths])
    if (base === 'none') {
      expectMerge([what, undefined, receiptOf(ours), receiptOf(theirs), receiptOf(merged), paths])
    }
  })

  it('goes its own way', () => {
    const merged = merge({ UserData: 'a', Total: 1 }, { UserData: 'b', Total: 1 }, { Total: 2 })
    expect(merged).toEqual({
      tag: 'clash',
      receipt: { UserData: 'b', Total: 2 },
      clashes: [{ path: 'UserData', base: 'a', ours: 'b' }],
    })
    expect(clashesOf(merged)[0]).not.toHaveProperty('theirs')
  })

  it('that is null stands there, and is not nothing', () => {
    const theirs = JSON.parse('{"UserData":null}') as Receipt
    expect(merge(undefined, {}, theirs)).toStrictEqual({ tag: 'merged', receipt: theirs })
  })

  it('that is undefined is not there', () => {
    const bare = { UserData: undefined, Products: [{ Code: 'P1', Name: undefined }] }
    const result = merge({ Products: [{ Code: 'P1' }] }, bare, { Products: [{ Code: 'P1' }], Total: 1 })
    expect(result.tag).toBe('merged')
    expect(Object.keys(result.receipt)).toEqual(['Products', 'Total'])
  })
})

describe('issuer and sender', () => {
  const partOf = (text: string): IssuerData =>
    Object.fromEntries(text.split(' ').map((field) => field.split('=')) as [string, string][])
  const issued = (text: string): Receipt => (text === 'none' ? {} : { IssuerData: partOf(text) })

  it.each<[string, string, string, string, string, Paths]>([
    ['merge by field', 'Name=a EMail=e', 'Name=b EMail=e', 'Name=a EMail=f', 'Name=b EMail=f', []],
    ['lose and gain', 'Name=a EMail=e', 'EMail=e', 'Name=a EMail=f Address=g', 'EMail=f Address=g', []],
    ['clash by field', 'Name=a EMail=e', 'Name=b EMail=e', 'Name=c', 'Name=b', ['IssuerData.Name']],
    ['merge by field when both added them', 'none', 'Name=a', 'EMail=e', 'Name=a EMail=e', []],
    ['are removed where the other side let them be', 'Name=a', 'none', 'Name=a', 'none', []],
    ['clash whole if removed', 'Name=a EMail=e', 'none', 'Name=b EMail=e', 'none', ['IssuerData']],
  ])('%s', (what, base, ours, theirs, merged, paths) => {
    expectMerge([what, issued(base), issued(ours), issued(theirs), issued(merged), paths])
  })

  it('do not mix', () => {
    const [base, ours] = [{ SenderData: { Number: 1, Operator: 'Ada' } }, { SenderData: { Number: 2 } }]
    const theirs = { IssuerData: { Name: 'a' }, SenderData: { Number: 3, Operator: 'Ada', Type: 1 } }
    const merged = { IssuerData: { Name: 'a' }, SenderData: { Number: 2, Type: 1 } }
    expectMerge(['', base, ours, theirs, merged, ['SenderData.Number']])
  })

  it('stay, empty, when each side removed another field', () => {
    expectMerge(['', issued('Name=a EMail=e'), issued('Name=a'), issued('EMail=e'), { IssuerData: {} }, []])
  })
})

/** `P1=2` is a product by its code, `:Tea=2` one by its name, `=2` one without either. */
function listProducts(text: string): Product[] {
  return text.split(' ').flatMap((item) => {
    const [, Code, Name, Price] = /^([^:=]*):?([^=]*)=(.*)$/.exec(item) ?? []
    if (item === '') return []
    return [{ ...(Code && { Code }), ...(Name && { Name }), Price: Number(Price), Quantity: 1 }]
  })
}

describe('products', () => {
  it.each<[string, string, string, string, string, Paths]>([
    ['added by us', 'P1=1', 'P1=1 P2=1', 'P1=1', 'P1=1 P2=1', []],
    ['added by them', 'P1=1', 'P1=1', 'P2=1 P1=1', 'P2=1 P1=1', []],
    ['added by each side, ours first', 'P1=1', 'P1=1 P2=1', 'P3=1 P1=1', 'P1=1 P2=1 P3=1', []],
    ['added alike', 'P1=1', 'P1=1 P2=1', 'P1=2 P2=1', 'P1=2 P2=1', []],
    ['added apart', 'P1=1', 'P1=1 P2=1', 'P1=1 P2=2', 'P1=1 P2=1', ['[Code=P2].Price']],
    ['removed by us', 'P1=1 P2=1', 'P2=1', 'P1=1 P2=2', 'P2=2', []],
    ['removed by them', 'P1=1 P2=1', 'P1=1 P2=2', 'P2=1', 'P2=2', []],
    ['removed by both', 'P1=1 P2=1 P3=1', 'P2=2', 'P2=1 P4=1', 'P2=2 P4=1', []],
    ['removed, another each', 'P1=1 P2=1 P3=1', 'P1=1 P3=1', 'P1=1 P2=1', 'P1=1', []],
    ['changed, another each', 'P1=1 P2=1', 'P1=2 P2=1', 'P1=1 P2=2', 'P1=2 P2=2', []],
    ['changed alike', 'P1=1 P2=1', 'P1=2 P2=3', 'P1=2 P2=1', 'P1=2 P2=3', []],
    ['changed apart', 'P1=1 P2=1', 'P1=2 P2=1', 'P1=3 P2=2', 'P1=2 P2=2', ['[Code=P1].Price']],
    ['removed by us, changed by them', 'P1=1 P2=1', 'P2=1', 'P1=2 P2=2', 'P2=2', ['[Code=P1]']],
    ['changed by us, removed by them', 'P1=1 P2=1', 'P1=2 P2=1', 'P2=2', 'P1=2 P2=2', ['[Code=P1]']],
    ['all removed by us', 'P1=1', '', 'P1=1', '', []],
    ['put in another order', 'P1=1 P2=1', 'P2=1 P1=1', 'P1=2 P2=1', 'P2=1 P1=2', []],
    ['given another code', 'P1=1 P2=1', 'P3=1 P2=1', 'P1=1 P2=2', 'P3=1 P2=2', []],
    ['known by name', ':Tea=1 :Cake=1', ':Tea=2 :Cake=1', ':Cake=2 :Tea=1', ':Tea=2 :Cake=2', []],
    ['a code spelled like a name', 'A=1 :A=3', 'A=2 :A=3', ':A=4 A=1', 'A=2 :A=4', []],
    ['repeated', 'P1=1 P1=2', 'P1=3 P1=2', 'P1=1 P1=4', 'P1=3 P1=4', []],
    ['repeated, one apart', 'P1=1 P1=2', 'P1=1 P1=3', 'P1=5 P1=4', 'P1=5 P1=3', ['[Code=P1][1].Price']],
    ['repeated, one removed', 'P1=1 P1=2', 'P1=1', 'P1=3 P1=2', 'P1=3', []],
    ['unindexed', '=1 =2', '=3 =2', '=1 =4', '=3 =4', []],
    ['unindexed, changed apart', '=1 =2', '=3 =2', '=4 =5', '=3 =5', ['[0].Price']],
    ['unindexed, and more of ours', '=1', '=1 =2', '=3', '=1 =2', ['']],
    ['unindexed, and fewer of theirs', '=1 =2', '=1 =3', '=2', '=1 =3', ['']],
    ['unindexed, more on one side only', '=1', '=1 =2', '=1', '=1 =2', []],
    ['unindexed among others', '=1 P1=1', '=2 P1=1', '=1 P1=2', '=2 P1=2', []],
    ['unindexed, and named by each', '=1 =2', 'P1=1 =2', 'P2=1 =2', 'P1=1 =2', ['']],
    ['one unindexed among more', 'P1=1', 'P1=1 =1', 'P1=2', 'P1=1 =1', ['']],
    ['quoted, if like a path', 'A][1=1', 'A][1=2', 'A][1=3', 'A][1=2', ['[Code="A][1"].Price']],
  ])('%s', (what, ...texts) => {
    const paths = (texts.pop() as Paths).map((path) => `Products${path}`)
    const [base, ours, theirs, merged] = (texts as string[]).map((text) => ({ Products: listProducts(text) }))
    expectMerge([what, base, ours ?? {}, theirs ?? {}, merged ?? {}, paths])
  })

  it.each<[string, string, string, string, Paths]>([
    ['on one side each', 'P1=1', 'P2=1', 'P1=1 P2=1', []],
    ['alike on both', 'P1=1 P2=1', 'P2=1 P3=1', 'P1=1 P2=1 P3=1', []],
    ['apart on both', 'P1=1', 'P1=2', 'P1=1', ['[Code=P1].Price']],
    ['unindexed, alike', '=1', '=1', '=1', []],
    ['unindexed, apart', '=1', '=2', '=1', ['']],
  ])('never known before, %s', (what, ...texts) => {
    const paths = (texts.pop() as Paths).map((path) => `Products${path}`)
    const [ours, theirs, merged] = (texts as string[]).map((text) => ({ Products: listProducts(text) }))
    for (const base of [undefined, {}, { Products: [] }]) {
      expectMerge([what, base, ours ?? {}, theirs ?? {}, merged ?? {}, paths])
    }
  })

  const products = (...Products: Product[]): Receipt => ({ Products })
  it.each<Case>([
    [
      'merge field by field',
      products({ Code: 'P1', Name: 'Tea', Price: 1 }),
      products({ Code: 'P1', Name: 'Green tea', Price: 1 }),
      products({ Code: 'P1', Name: 'Tea', Price: 2, Family: 'F' }),
      products({ Code: 'P1', Name: 'Green tea', Price: 2, Family: 'F' }),
      [],
    ],
    [
      'are the same for a code with blanks around it, and have no code if it is blank',
      products({ Code: ' P1 ', Price: 1 }, { Code: ' ', Name: 'Tea' }),
      products({ Code: 'P1', Price: 1 }, { Code: ' ', Name: 'Tea' }),
      products({ Code: ' P1 ', Price: 2 }, { Name: 'Tea' }),
      products({ Code: 'P1', Price: 2 }, { Name: 'Tea' }),
      [],
    ],
    [
      'clash whole when one side dropped the list that the other changed',
      products({ Code: 'P1' }),
      {},
      products({ Code: 'P1' }, { Code: 'P2' }),
      {},
      ['Products'],
    ],
  ])('%s', (...row) => {
    expectMerge(row)
  })

  it('show what each side says of them', () => {
    const base = { Code: 'P1', Price: 1 }
    const theirs = { Code: 'P1', Price: 2 }
    const removed = merge(products(base), products(), products(theirs))
    expect(clashesOf(removed)).toStrictEqual([{ path: 'Products[Code=P1]', base, theirs }])
  })
})

describe('payments', () => {
  const cash = (Amount: number): ReceiptPayment => ({ Method: { Type: 'cash' }, Amount })
  const card = (CardCode: string, Amount: number) => ({ Method: { Type: 'card', In: [1] }, CardCode, Amount })
  const bare = (CardCode: string, Amount: number): ReceiptPayment => ({ CardCode, Amount })
  const other = (CardCode: string, Amount: number) => ({
    Amount,
    CardCode,
    Method: { In: [1], Type: 'card' },
  })
  const payments = (...Payments: ReceiptPayment[]): Receipt => ({ Payments })

  it.each<Case>([
    [
      'are known by card and method together, however the method is written',
      payments(card('A', 1), card('B', 1), bare('A', 1), cash(1)),
      payments(card('A', 2), card('B', 1), bare('A', 1), cash(1)),
      payments(cash(1), bare('A', 4), other('B', 3), card('A', 1)),
      payments(card('A', 2), card('B', 3), bare('A', 4), cash(1)),
      [],
    ],
    [
      'clash by card and method',
      payments(card('A', 1), cash(1)),
      payments(card('A', 2), cash(2)),
      payments(card('A', 3), cash(3)),
      payments(card('A', 2), cash(2)),
      [
        'Payments[CardCode=A,Method={"In":[1],"Type":"card"}].Amount',
        'Payments[Method={"Type":"cash"}].Amount',
      ],
    ],
    [
      'clash when one side changed the method and the other the amount',
      payments(bare('A', 1)),
      payments(card('A', 1)),
      payments(bare('A', 2)),
      payments(card('A', 1)),
      ['Payments[CardCode=A]'],
    ],
    [
      'without card and method are matched by position',
      payments({ Amount: 1 }, { Amount: 2 }),
      payments({ Amount: 3 }, { Amount: 2 }),
      payments({ Amount: 1 }, { Amount: 4 }),
      payments({ Amount: 3 }, { Amount: 4 }),
      [],
    ],
  ])('%s', (...row) => {
    expectMerge(row)
  })
})

describe('the total', () => {
  /** `A=9 B=1/10` are two products and their total. */
  const rung = (text: string): Receipt => {
    const [products = '', total] = text.split('/')
    return { Products: listProducts(products), ...(total && { Total: Number(total) }) }
  }

  it.each<[string, string, string, string, string, Paths]>([
    ['holds', 'A=9/9', 'A=9 B=0/9', 'A=9 C=0/9', 'A=9 B=0 C=0/9', []],
    ['fails', 'A=9/9', 'A=9 B=2/11', 'A=9 C=2/11', 'A=9 B=2 C=2/11', ['Total']],
    ['stays ours', 'A=9/9', 'A=9 B=1/9', 'A=9 C=2/11', 'A=9 B=1 C=2/9', ['Total']],
    ['stays absent', 'A=9', 'A=9 B=1', 'A=9 C=2/11', 'A=9 B=1 C=2', ['Total']],
    ['clashes but once', 'A=9/9', 'A=9 B=2/11', 'A=9 C=3/12', 'A=9 B=2 C=3/11', ['Total']],
    ['fails by either line', 'A=9/9', 'A=8/8', 'A=7/9', 'A=8/8', ['Products[Code=A].Price', 'Total']],
  ])('of lines from both sides %s', (what, base, ours, theirs, merged, paths) => {
    expectMerge([what, rung(base), rung(ours), rung(theirs), rung(merged), paths])
  })

  it('opens the payments too where they suit one of the totals only', () => {
    const theirs = { Payments: [{ CardCode: 'A', Amount: 9 }], Total: 9 }
    expectMerge(['', { Total: 9 }, { Total: 8 }, theirs, { Total: 8 }, ['Payments', 'Total']])
  })

  it('is let be, though it never added up, while all the money is as one side has it', () => {
    const [ours, note] = [rung('A=9/4'), { UserData: 'x' }]
    expectMerge(['', rung('A=9/5'), ours, { ...rung('A=9/5'), ...note }, { ...ours, ...note }, []])
  })

  it('shows what each side says of it', () => {
    const result = merge(rung('A=9'), rung('A=9 B=1'), rung('A=9 C=2/11'))
    expect(clashesOf(result)).toStrictEqual([{ path: 'Total', theirs: 11 }])
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
    expect(merge(undefined, { UserData: 'gate 7' }, full)).toStrictEqual({ tag: 'merged', receipt: full })
  })
})

describe('any three receipts', () => {
  const few = <Value>(...values: Value[]) => fc.constantFrom(...values)
  const part = <Fields extends object>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
    fc.record(fields, { requiredKeys: [], noNullPrototype: true })
  const product = part({ Code: few('P', ' '), Name: few('Tea', ''), Price: few(1, 2), Quantity: few(1, 2) })
  const payment = part({ Method: few({}, { a: [null] }), CardCode: few('A', 'B'), Amount: few(1, 2, 5) })
  const receipts: fc.Arbitrary<Receipt> = part({
    IssuerData: part({ Name: few('a', 'b'), EMail: few('e', 'f') }),
    IssueDate: few('monday', 'tuesday'),
    Products: fc.array(product, { maxLength: 4 }),
    Payments: fc.array(payment, { maxLength: 3 }),
    Total: few(1, 2, 5),
    SenderData: part({ Shop: few('S'), Number: few(1, 2) }),
    UserData: few('a', 'b', 'c'),
  })
  const names = fc.subarray(Object.keys(structs.Receipt.schema))
  const redraw = (base: Receipt, drawn: Receipt, changed: string[]): Receipt => {
    const kept = Object.entries(base).filter(([name]) => !changed.includes(name))
    return Object.fromEntries([...kept, ...Object.entries(drawn).filter(([name]) => changed.includes(name))])
  }
  /** As receipts mostly are: each side differs from what was known in some fields only. */
  const related = fc
    .tuple(receipts, receipts, receipts, names, names)
    .map(
      ([base, left, right, ours, theirs]) =>
        [base, redraw(base, left, ours), redraw(base, right, theirs)] as const,
    )
  const unrelated = fc.tuple(fc.option(receipts, { nil: undefined }), receipts, receipts)

  const check = (judge: (base: Receipt | undefined, ours: Receipt, theirs: Receipt) => void) => {
    fc.assert(
      fc.property(fc.oneof(related, unrelated), ([base, ours, theirs]) => {
        judge(base, ours, theirs)
      }),
      { numRuns: 1000 },
    )
  }

  it('give the only change there is', () => {
    check((_, base, changed) => {
      expect(merge(base, changed, base)).toStrictEqual({ tag: 'merged', receipt: changed })
      expect(merge(base, base, changed)).toStrictEqual({ tag: 'merged', receipt: changed })
    })
  })

  it('never clash over the same change', () => {
    check((base, both) => {
      expect(merge(base, both, structuredClone(both))).toStrictEqual({ tag: 'merged', receipt: both })
    })
  })

  it('clash in the same places from either side, with the values swapped', () => {
    const byPath = (clashes: Clash[]) => clashes.sort((left, right) => (left.path < right.path ? -1 : 1))
    check((base, ours, theirs) => {
      const swapped = clashesOf(merge(base, theirs, ours)).map((clash) => ({
        ...clash,
        ours: clash.theirs,
        theirs: clash.ours,
      }))
      expect(byPath(swapped)).toEqual(byPath(clashesOf(merge(base, ours, theirs))))
    })
  })

  it('give a receipt that fits the interface, and are left as they were', () => {
    check((...versions) => {
      const before = JSON.stringify(versions)
      const result = merge(...versions)
      expect(is(result.receipt, structs.Receipt)).toBe(true)
      expect(result.receipt).toStrictEqual(JSON.parse(JSON.stringify(result.receipt)))
      expect(JSON.stringify(versions)).toBe(before)
      expect(new Set(pathsOf(result)).size).toBe(pathsOf(result).length)
    })
  })

  it('never come to a total that no side’s money supports', () => {
    const money = ({ Products, Payments, Total }: Receipt) => [Products, Payments, Total]
    check((base, ours, theirs) => {
      const { tag, receipt } = merge(base, ours, theirs)
      if (tag === 'clash' || receiptMisfits(receipt).length === 0) return
      expect([money(ours), money(theirs)]).toContainEqual(money(receipt))
    })
  })
})
