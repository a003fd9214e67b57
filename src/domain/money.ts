import {
  addDecimals,
  decimalToNumber,
  decimalToShortText,
  decimalToText,
  isLarger,
  dropSign,
  multiplyDecimals,
  negateDecimal,
  readDecimal,
  roundDecimal,
  type Amount,
  type Decimal,
} from './decimal.js'

/** The exact sum of two amounts, as text to keep. */
export function addExactly(left: Amount, right: Amount): string {
  return decimalToText(addDecimals(readDecimal(left), readDecimal(right)))
}

/** Whether one amount is larger than another, to the last digit. */
export function isMore(left: Amount, right: Amount): boolean {
  return isLarger(readDecimal(left), readDecimal(right))
}

/** A sum of decimals as they are written, to the last digit; binary addition would drift. */
export function sumExactly(amounts: readonly Amount[]): Decimal {
  return amounts.map(readDecimal).reduce(addDecimals, { units: 0n, scale: 0 })
}

/** Price by quantity, unrounded. */
export function multiplyExactly(price: number, quantity: number): Decimal {
  return multiplyDecimals(readDecimal(price), readDecimal(quantity))
}

/** Whether two amounts lie further apart than that. */
export function isFurther(left: Decimal, right: number, most: number): boolean {
  const distance = dropSign(addDecimals(left, negateDecimal(readDecimal(right))))
  return isLarger(distance, readDecimal(most))
}

/** Whether two amounts are the same once both are rounded to the cent. */
export function isSameToTheCent(left: Decimal, right: number): boolean {
  const apart = addDecimals(roundDecimal(left, 2), negateDecimal(roundDecimal(readDecimal(right), 2)))
  return apart.units === 0n
}

/** An exact sum after some amounts have come and others have gone. */
export function changeSum(sum: string, come: readonly number[], gone: readonly number[]): string {
  if (come.length === 0 && gone.length === 0) return sum
  return decimalToShortText(addDecimals(sumExactly([sum, ...come]), negateDecimal(sumExactly(gone))))
}

/** To the cent, half a cent away from zero, as tills round. */
export function roundToCent(amount: Decimal): number {
  return decimalToNumber(roundDecimal(amount, 2))
}
