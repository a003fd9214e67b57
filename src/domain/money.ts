import Big from 'big.js'

/** A decimal; as text it may have more digits than a number. */
export type Amount = number | string

/** The exact sum of two amounts, as text. */
export function addExactly(left: Amount, right: Amount): string {
  return new Big(left).plus(right).toFixed()
}

/** The exact difference of two amounts, as text. */
export function subtractExactly(left: Amount, right: Amount): string {
  return new Big(left).minus(right).toFixed()
}

/** Whether one amount is exactly larger than another. */
export function isMore(left: Amount, right: Amount): boolean {
  return new Big(left).gt(right)
}

/** The exact sum of decimals; binary addition would drift. */
export function sumExactly(amounts: readonly number[]): Big {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0))
}

/** The unrounded product of price and quantity. */
export function multiplyExactly(price: number, quantity: number): Big {
  return new Big(price).times(quantity)
}

/** The difference of two amounts. */
export function distance(left: Big, right: number): Big {
  return left.minus(right).abs()
}

/** Whether two amounts are equal after rounding to the decimals. */
export function isSameRounded(left: Big, right: number, decimals: number): boolean {
  return left.round(decimals).eq(new Big(right).round(decimals))
}

/** An exact sum after some amounts are added and others subtracted. */
export function changeSum(sum: string, come: readonly number[], gone: readonly number[]): string {
  if (come.length === 0 && gone.length === 0) return sum
  return new Big(sum).plus(sumExactly(come)).minus(sumExactly(gone)).toString()
}

/** Rounds half away from zero, as tills do; a negative amount that becomes zero has no sign. */
export function roundExactly(amount: Big, decimals: number): number {
  return amount.round(decimals, Big.roundHalfUp).toNumber() + 0
}

/** Rounds an amount half away from zero by its decimal digits: 1.005 becomes 1.01. */
export function roundMoney(value: number, digits = 2): number {
  if (!Number.isFinite(value)) throw new RangeError(`roundMoney expects a finite number, found ${value}`)
  return roundExactly(new Big(value), digits)
}
