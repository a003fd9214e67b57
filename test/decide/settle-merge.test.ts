import { describe, expect, it } from 'vitest'
import { mergeReceipts, settleMerge, type Versions } from '../../src/decide/merge.js'

function pathsOf(versions: Versions): string[] {
  const merge = mergeReceipts(versions)
  return merge.tag === 'clash' ? merge.clashes.map(({ path }) => path) : []
}

describe('a merge that a person settles', () => {
  const base = { Total: 10, UserData: 'a', Products: [{ Code: 'P1', Price: 10, Quantity: 1 }] }
  const ours = { Total: 12, UserData: 'b', Products: [{ Code: 'P1', Price: 12, Quantity: 1 }] }
  const theirs = { Total: 15, UserData: 'c', Products: [{ Code: 'P1', Price: 15, Quantity: 1 }] }
  const versions = { base, ours, theirs }

  it('says what ours says where nothing is chosen', () => {
    expect(settleMerge(versions, [])).toStrictEqual(ours)
  })

  it('says what theirs says at the chosen paths alone', () => {
    expect(settleMerge(versions, ['UserData'])).toStrictEqual({ ...ours, UserData: 'c' })
    expect(settleMerge(versions, pathsOf(versions))).toStrictEqual(theirs)
  })

  it('lets a whole line go that the other side has dropped', () => {
    const dropped = { ...theirs, Products: [] }
    expect(settleMerge({ base, ours, theirs: dropped }, ['Products[Code=P1]']).Products).toStrictEqual([])
  })

  it('takes the money of either side whole where the two do not suit each other', () => {
    const sale = { UserData: 'b', Total: 10, Products: [{ Code: 'P1', Price: 10, Quantity: 1 }] }
    const paid = { Total: 25, Payments: [{ Amount: 25 }] }
    const open = { base: undefined, ours: sale, theirs: paid }
    expect(settleMerge(open, [])).toStrictEqual(sale)
    expect(settleMerge(open, pathsOf(open))).toStrictEqual({ ...paid, UserData: 'b' })
  })

  it('leaves a total that fits neither side to the person', () => {
    const two = { ...ours, Products: [...base.Products, { Code: 'P2', Price: 2, Quantity: 1 }] }
    const three = { ...base, Total: 13, Products: [...base.Products, { Code: 'P3', Price: 3, Quantity: 1 }] }
    const open = { base, ours: two, theirs: three }
    expect(pathsOf(open)).toContain('Total')
    expect(settleMerge(open, []).Total).toBe(12)
    expect(settleMerge(open, ['Total']).Total).toBe(13)
  })
})

describe('money that suits no total once it is merged', () => {
  const product = (Code: string, Price: number) => ({ Code, Price, Quantity: 1 })
  const paid = (CardCode: string, Amount: number) => ({ CardCode, Amount })

  it('is open where it stands on one side alone', () => {
    const ours = { Products: [product('A', 10)], Total: 10 }
    const theirs = { Payments: [{ Amount: 25 }], Total: 25 }
    const clashes = [
      { path: 'Products', ours: ours.Products },
      { path: 'Payments', theirs: theirs.Payments },
      { path: 'Total', ours: 10, theirs: 25 },
    ]
    expect(mergeReceipts({ base: undefined, ours, theirs })).toStrictEqual({
      tag: 'clash',
      receipt: ours,
      clashes,
    })
  })

  it.each([
    ['changed in other lists', 9, [9, 3]],
    ['changed in the same payment', 12, [12, 0]],
  ])('is open as whole lists where it was %s', (_, price, their) => {
    const pay = (amounts: number[]) =>
      amounts.flatMap((amount, index) => (amount > 0 ? [paid(`${index}`, amount)] : []))
    const base = { Products: [product('A', 9)], Payments: pay([9]), Total: 9 }
    const ours = { Products: [product('A', 9), product('B', 2)], Payments: pay([11]), Total: 11 }
    const theirs = { Products: [product('A', price)], Payments: pay(their), Total: 12 }
    const open = { base, ours, theirs }
    expect(pathsOf(open)).toEqual(['Products', 'Payments', 'Total'])
    expect(settleMerge(open, [])).toStrictEqual(ours)
    expect(settleMerge(open, pathsOf(open))).toStrictEqual(theirs)
  })
})
