import Big from 'big.js'

/** What a person typed: nothing, a number, or NaN, which the till refuses by the name of its field. */
export function readDecimal(text: string): number | undefined {
  const typed = tidy(text)
  return typed === '' ? undefined : (parseDecimal(typed)?.toNumber() ?? NaN)
}

/** A whole number, under the same terms. */
export function readInteger(text: string): number | undefined {
  const typed = tidy(text)
  if (typed === '') return undefined
  return /^-?\d+$/.test(typed) ? Number(typed) : NaN
}

/** Whether it is money to the cent: three digits after a point may have meant thousands. */
export function isMoney(text: string): boolean {
  return /^-?\d+(?:[.,]\d{1,2})?$/.test(tidy(text))
}

/** Price by quantity to the last digit, as text; undefined while either cannot be read. */
export function multiply(price: string, quantity: string): string | undefined {
  return multiplyExactly(price, quantity)?.toFixed()
}

/** The exact sum of prices by quantities, rounded once, half a cent away from zero; undefined while one cannot be read. */
export function sumToCents(
  pairs: readonly (readonly [price: string, quantity: string])[],
): bigint | undefined {
  let sum = new Big(0)
  for (const [price, quantity] of pairs) {
    const product = multiplyExactly(price, quantity)
    if (!product) return undefined
    sum = sum.plus(product)
  }
  return BigInt(sum.times(100).round(0, Big.roundHalfUp).toFixed())
}

/** Cents as the decimal number of the request. */
export function centsToNumber(cents: bigint): number {
  return Number(centsToText(cents))
}

/** Cents as text, to be formatted to the last digit. */
export function centsToText(cents: bigint): string {
  return `${cents}e-2`
}

function tidy(text: string): string {
  return text.replace(/[\s€]/g, '')
}

function parseDecimal(text: string): Big | undefined {
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? new Big(text.replace(',', '.')) : undefined
}

function multiplyExactly(left: string, right: string): Big | undefined {
  const [one, other] = [parseDecimal(tidy(left)), parseDecimal(tidy(right))]
  return one && other && one.times(other)
}
