import { describe, expect, it } from 'vitest'
import { Decimal } from '../../src/domain/decimal.js'
import { addExactly, isMore, roundMoney, subtractExactly } from '../../src/domain/money.js'
import { readCorpus } from './data.js'

/** The suite counts significant digits and keeps signed zeros; only what is exact, or rounds half up, is here. */
type Case = [id: string, operation: string, ...operands: string[], result: string]

const cases = readCorpus<Case>('decimal-testcases')

/** A till writes no sign before a positive amount, and takes none. */
const withoutPlus = (text: string) => text.replace(/^\+/, '')

function casesOf(operation: string): { id: string; left: string; right: string; result: string }[] {
  return cases.flatMap(([id, name, ...words]) => {
    const [left = '', right = '', result = right] = words.map(withoutPlus)
    return name === operation ? [{ id, left, right, result }] : []
  })
}

/** The value as text, without what the same value could be written with. */
const valueOf = (text: string) => Decimal.from(text).toFixed()

const decimalsOf = (text: string) => /\.(\d*)/.exec(text)?.[1]?.length ?? 0

/** The amounts that a number in JSON carries exactly. */
const isAmount = (text: string) => /^-?\d{1,9}(\.\d{1,6})?$/.test(text)

describe('amounts, by the suite of decimal arithmetic,', () => {
  it.each([
    ['added', 'add', addExactly, 919],
    ['subtracted', 'subtract', subtractExactly, 372],
  ] as const)('are %s exactly', (_, operation, compute, count) => {
    const ofOperation = casesOf(operation)
    expect(ofOperation).toHaveLength(count)
    for (const { id, left, right, result } of ofOperation)
      expect([id, compute(left, right)]).toEqual([id, valueOf(result)])
  })

  it('are multiplied exactly, and lose their sign', () => {
    const products = casesOf('multiply')
    expect(products).toHaveLength(172)
    for (const { id, left, right, result } of products)
      expect([id, Decimal.from(left).times(Decimal.from(right)).toFixed()]).toEqual([id, valueOf(result)])
    for (const { id, left, result } of casesOf('abs'))
      expect([id, Decimal.from(left).abs().toFixed()]).toEqual([id, valueOf(result)])
  })

  it('are compared by their value', () => {
    const pairs = casesOf('compare')
    expect(pairs).toHaveLength(514)
    for (const { id, left, right, result } of pairs) {
      const found = isMore(left, right) ? '1' : isMore(right, left) ? '-1' : '0'
      expect([id, found]).toEqual([id, valueOf(result)])
      expect(Decimal.from(left).isSame(Decimal.from(right))).toBe(valueOf(result) === '0')
    }
  })

  it('are rounded half up, with as many decimals as are asked for', () => {
    // A pattern like 1e+2 asks for whole hundreds, and no currency is so coarse.
    const rounded = casesOf('quantize').filter(({ result }) => !/e/i.test(result))
    expect(rounded).toHaveLength(282)
    let amounts = 0
    for (const { id, left, result } of rounded) {
      const decimals = decimalsOf(result)
      const written = Number(result) === 0 ? result.replace('-', '') : result
      expect([id, Decimal.from(left).toFixed(decimals)]).toEqual([id, written])
      if (!isAmount(left)) continue
      expect([id, roundMoney(Number(left), decimals)]).toEqual([id, Number(result) + 0])
      amounts += 1
    }
    expect(amounts).toBe(205)
  })
})
