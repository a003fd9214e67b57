import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '../../src/domain/decimal.js'

Big.RM = Big.roundHalfUp
/** Texts without an exponent, as a decimal's own. */
const textOf = (big: Big) => big.toFixed().replace(/^-(0(\.0+)?)$/, '$1')

/** Amounts of all kinds: prices, weights, tiny and huge ones, whole and broken. */
const amount = fc.oneof(
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((grams) => grams / 1000),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }),
  fc.constantFrom(0, -0, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, Number.MAX_SAFE_INTEGER),
)
const decimals = fc.integer({ min: 0, max: 20 })

describe('a decimal', () => {
  it('computes as a library of decimals does', () => {
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const [ours, theirs] = [Decimal.from(left), Decimal.from(right)]
        const [big, other] = [new Big(left), new Big(right)]
        expect(ours.plus(theirs).toFixed()).toBe(textOf(big.plus(other)))
        expect(ours.minus(theirs).toFixed()).toBe(textOf(big.minus(other)))
        expect(ours.times(theirs).toFixed()).toBe(textOf(big.times(other)))
        expect(ours.abs().toFixed()).toBe(textOf(big.abs()))
        expect(ours.isMoreThan(theirs)).toBe(big.gt(other))
        expect(ours.isSame(theirs)).toBe(big.eq(other))
      }),
      { numRuns: 1_000 },
    )
  })

  it('rounds and prints as a library of decimals does', () => {
    fc.assert(
      fc.property(amount, decimals, (value, digits) => {
        const [ours, big] = [Decimal.from(value), new Big(value)]
        expect(ours.round(digits).toFixed()).toBe(textOf(big.round(digits, Big.roundHalfUp)))
        expect(ours.toFixed(digits)).toBe(big.toFixed(digits).replace(/^-(0(\.0+)?)$/, '$1'))
        expect(ours.toNumber()).toBe(big.toNumber() + 0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is read from its own text, with all its digits', () => {
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        const product = Decimal.from(left).times(Decimal.from(right))
        expect(Decimal.from(product.toFixed()).isSame(product)).toBe(true)
        expect(String(product)).toBe(product.toFixed())
      }),
    )
  })

  it.each(['', '-', '.', 'e5', '1,5', 'Infinity', 'NaN', '1e9999', '0x10', ' 1', '1 '])(
    'is not read from %j',
    (text) => {
      expect(() => Decimal.from(text)).toThrow(RangeError)
    },
  )

  it.each([NaN, Infinity, -Infinity])('is not read from %d', (value) => {
    expect(() => Decimal.from(value)).toThrow(RangeError)
  })
})
