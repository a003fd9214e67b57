import { Decimal } from '../../domain/decimal.js'
import { shopCurrency } from '../currency.js'

/** Reads typed text as a number; NaN if it is not one, which the till refuses with the name of its field. */
export function readDecimal(text: string): number | undefined {
  const typed = tidy(text)
  return typed === '' ? undefined : (parseDecimal(typed)?.toNumber() ?? NaN)
}

/** Reads typed text as a whole number, in the same way. */
export function readInteger(text: string): number | undefined {
  const typed = tidy(text)
  if (typed === '') return undefined
  return /^-?\d+$/.test(typed) ? Number(typed) : NaN
}

/** Fewer digits than any code of goods has, so that no scanned code is an amount or a quantity. */
export const wholeDigitsMax = 7

/** Whether a text is an amount with no more decimals than its currency has; three digits may mean thousands. */
export function isMoney(text: string, { digits } = shopCurrency): boolean {
  return isQuantity(text) && (tidy(text).split(/[.,]/)[1] ?? '').length <= digits
}

/** Whether a text is a number that a person may have meant. */
export function isQuantity(text: string): boolean {
  const typed = tidy(text)
  const [whole = ''] = typed.split(/[.,]/)
  return parseDecimal(typed) !== undefined && whole.replace('-', '').length <= wholeDigitsMax
}

/** The exact product of price and quantity, as text; undefined if one cannot be read. */
export function multiply(price: string, quantity: string): string | undefined {
  return multiplyExactly(price, quantity)?.toFixed()
}

/** The sum of prices by quantities in the currency's smallest unit, rounded once, half away from zero; undefined if one cannot be read. */
export function sumToCents(
  pairs: readonly (readonly [price: string, quantity: string])[],
  { digits } = shopCurrency,
): bigint | undefined {
  let sum = Decimal.from(0)
  for (const [price, quantity] of pairs) {
    const product = multiplyExactly(price, quantity)
    if (!product) return undefined
    sum = sum.plus(product)
  }
  return BigInt(
    sum
      .times(Decimal.from(10 ** digits))
      .round(0)
      .toFixed(),
  )
}

/** Cents, or what the currency has instead, as the number in the request. */
export function centsToNumber(cents: bigint, currency = shopCurrency): number {
  return Number(centsToText(cents, currency))
}

/** Cents as a decimal text, so that formatting loses no digit. */
export function centsToText(cents: bigint, { digits } = shopCurrency): string {
  return `${cents}e-${digits}`
}

/** A typed number without what people write around it: a currency sign at one end, and spaces before groups of three digits. */
function tidy(text: string): string {
  const bare = text.trim().replace(/^(-?)\p{Sc}\s*|\s*\p{Sc}$/u, '$1')
  return /^-?\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?$/.test(bare) ? bare.replace(/\s/g, '') : bare
}

function parseDecimal(text: string): Decimal | undefined {
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Decimal.from(text.replace(',', '.')) : undefined
}

function multiplyExactly(left: string, right: string): Decimal | undefined {
  const [one, other] = [parseDecimal(tidy(left)), parseDecimal(tidy(right))]
  return one && other && one.times(other)
}
