import { Decimal } from './decimal.js'

/** A decimal; as text it may have more digits than a number. */
export type Amount = number | string

/** The exact sum of two amounts, as text. */
export function addExactly(left: Amount, right: Amount): string {
  return Decimal.from(left).plus(Decimal.from(right)).toFixed()
}

/** The exact difference of two amounts, as text. */
export function subtractExactly(left: Amount, right: Amount): string {
  return Decimal.from(left).minus(Decimal.from(right)).toFixed()
}

/** Whether one amount is exactly larger than another. */
export function isMore(left: Amount, right: Amount): boolean {
  return Decimal.from(left).isMoreThan(Decimal.from(right))
}

/** The exact sum of decimals; binary addition would drift. */
export function sumExactly(amounts: readonly number[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(Decimal.from(amount)), Decimal.from(0))
}

/** The unrounded product of price and quantity. */
export function multiplyExactly(price: number, quantity: number): Decimal {
  return Decimal.from(price).times(Decimal.from(quantity))
}

/** The difference of two amounts. */
export function distance(left: Decimal, right: number): Decimal {
  return left.minus(Decimal.from(right)).abs()
}

/** Whether two amounts are equal after rounding to the decimals. */
export function isSameRounded(left: Decimal, right: number, decimals: number): boolean {
  return left.round(decimals).isSame(Decimal.from(right).round(decimals))
}

/** An exact sum after some amounts are added and others subtracted. */
export function changeSum(sum: string, come: readonly number[], gone: readonly number[]): string {
  if (come.length === 0 && gone.length === 0) return sum
  return Decimal.from(sum).plus(sumExactly(come)).minus(sumExactly(gone)).toFixed()
}

/** Rounds half away from zero; a negative amount that becomes zero has no sign. */
export function roundExactly(amount: Decimal, decimals: number): number {
  return amount.round(decimals).toNumber()
}

/** Rounds an amount half away from zero by its decimal digits: 1.005 becomes 1.01. */
export function roundMoney(value: number, digits = 2): number {
  if (!Number.isFinite(value)) throw new RangeError(`roundMoney expects a finite number, found ${value}`)
  return roundExactly(Decimal.from(value), digits)
}
