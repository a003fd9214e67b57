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

  it('leaves a total that fits neither side to the person', () => {
    const two = { ...ours, Products: [...base.Products, { Code: 'P2', Price: 2, Quantity: 1 }] }
    const three = { ...base, Total: 13, Products: [...base.Products, { Code: 'P3', Price: 3, Quantity: 1 }] }
    const open = { base, ours: two, theirs: three }
    expect(pathsOf(open)).toContain('Total')
    expect(settleMerge(open, []).Total).toBe(12)
    expect(settleMerge(open, ['Total']).Total).toBe(13)
  })
})
