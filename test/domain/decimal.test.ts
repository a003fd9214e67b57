import Big from 'big.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  decimalToNumber,
  decimalToShortText,
  decimalToText,
  dropSign,
  isLarger,
  multiplyDecimals,
  negateDecimal,
  readDecimal,
  roundDecimal,
} from '../../src/domain/decimal.js'
import { addExactly, changeSum, isFurther, isSameToTheCent, roundToCent } from '../../src/domain/money.js'

// What an older release kept as text was written by big.js, and every digit of it must come out the same.

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1000),
)
const amount = fc.oneof(
  number,
  number.map((value) => new Big(value).toFixed()),
  number.map((value) => new Big(value).toString()),
)

/** Big tells the zero of a debt from another zero; nobody else does. */
function textOf(value: Big): string {
  return value.eq(0) ? '0' : value.toFixed()
}

describe('a decimal', () => {
  it('is read and written as big.js does, to the last digit', () => {
    fc.assert(
      fc.property(amount, (value) => {
        const read = readDecimal(value)
        const expected = new Big(value)
        expect(decimalToText(read)).toBe(textOf(expected))
        expect(decimalToShortText(read)).toBe(expected.eq(0) ? '0' : expected.toString())
        expect(decimalToNumber(read)).toBe(expected.toNumber() + 0)
      }),
      { numRuns: 2000 },
    )
  })

  it('adds, multiplies and compares as big.js does', () => {
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const [ours, theirs] = [readDecimal(left), readDecimal(right)]
        const [a, b] = [new Big(left), new Big(right)]
        expect(decimalToText(addDecimals(ours, theirs))).toBe(textOf(a.plus(b)))
        expect(decimalToText(addDecimals(ours, negateDecimal(theirs)))).toBe(textOf(a.minus(b)))
        expect(decimalToText(multiplyDecimals(ours, theirs))).toBe(textOf(a.times(b)))
        expect(decimalToText(dropSign(ours))).toBe(textOf(a.abs()))
        expect(isLarger(ours, theirs)).toBe(a.gt(b))
        expect(isLarger(theirs, theirs)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([0, 1, 2, 3])('is rounded to %d places as big.js does', (places) => {
    fc.assert(
      fc.property(amount, (value) => {
        const rounded = roundDecimal(readDecimal(value), places)
        expect(decimalToText(rounded)).toBe(textOf(new Big(value).round(places, Big.roundHalfUp)))
      }),
    )
  })

  it.each(['', ' ', '.', '1.2.3', '0x10', 'NaN', NaN, Infinity, '1e', '--1', '1 '])(
    'is not read from %j',
    (value) => {
      expect(() => readDecimal(value)).toThrow('is no decimal')
    },
  )
})

describe('money', () => {
  it.each([
    [0.005, 0.01],
    [-0.005, -0.01],
    [0.0049, 0],
    [-0.0049, 0],
    [1.005, 1.01],
    [2.675, 2.68],
    [-2.5, -2.5],
  ])('of %d comes to %d at a counter', (value, cents) => {
    expect(roundToCent(readDecimal(value))).toBe(cents)
  })

  it('keeps a sum exact however often it changes', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(cents, (amounts) => {
        const come = amounts.map((amount) => amount / 100)
        const all = come.reduce((sum, amount) => changeSum(sum, [amount], []), '0')
        expect(all).toBe(changeSum('0', come, []))
        expect(come.reduceRight((sum, amount) => changeSum(sum, [], [amount]), all)).toBe('0')
      }),
    )
  })

  it.each([
    ['0.1', 0.2, '0.3'],
    ['1e-7', 0, '0.0000001'],
    ['99999999999999999999.99', 0.01, '100000000000000000000'],
    [-0, 0, '0'],
  ])('of %s and %d is %s', (left, right, sum) => {
    expect(addExactly(left, right)).toBe(sum)
  })

  it('tells a cent apart where a number no longer does', () => {
    const large = readDecimal('1000000000000000.01')
    expect(isSameToTheCent(large, 1_000_000_000_000_000)).toBe(false)
    expect(isSameToTheCent(readDecimal('1.004'), 0.995)).toBe(true)
  })

  it('lies no further apart than it does', () => {
    expect(isFurther(readDecimal(0.3), 0.1, 0.2)).toBe(false)
    expect(isFurther(readDecimal(0.1), 0.3, 0.2)).toBe(false)
    expect(isFurther(readDecimal('0.3000000000000000000001'), 0.1, 0.2)).toBe(true)
  })
})
