import Big from 'big.js'

/** A decimal as it is written; as text it may have more digits than a number holds. */
export type Amount = number | string

/** The exact sum of two amounts, as text to keep. */
export function addExactly(left: Amount, right: Amount): string {
  return new Big(left).plus(right).toFixed()
}

/** Whether one amount is larger than another, to the last digit. */
export function isMore(left: Amount, right: Amount): boolean {
  return new Big(left).gt(right)
}

/** A sum of decimals as they are written, to the last digit; binary addition would drift. */
export function sumExactly(amounts: readonly number[]): Big {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0))
}

/** Price by quantity, unrounded. */
export function multiplyExactly(price: number, quantity: number): Big {
  return new Big(price).times(quantity)
}

/** How far apart two amounts are. */
export function distance(left: Big, right: number): Big {
  return left.minus(right).abs()
}

/** Whether two amounts are the same once both are rounded to the cent. */
export function isSameToTheCent(left: Big, right: number): boolean {
  return left.round(2).eq(new Big(right).round(2))
}

/** An exact sum after some amounts have come and others have gone. */
export function changeSum(sum: string, come: readonly number[], gone: readonly number[]): string {
  if (come.length === 0 && gone.length === 0) return sum
  return new Big(sum).plus(sumExactly(come)).minus(sumExactly(gone)).toString()
}

/** To the cent, half a cent away from zero, as tills round; the zero of a small debt has no sign. */
export function roundToCent(amount: Big): number {
  return amount.round(2, Big.roundHalfUp).toNumber() + 0
}
