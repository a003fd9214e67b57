/** A decimal as it was written: `units` of ten to the power of minus `scale`. */
interface Decimal {
  units: bigint
  scale: number
}

/** What a person typed: nothing, a number, or NaN, which the till refuses by the name of its field. */
export function readDecimal(text: string): number | undefined {
  const typed = tidy(text)
  if (typed === '') return undefined
  const decimal = parseDecimal(typed)
  return decimal ? toNumber(decimal) : NaN
}

/** A whole number, under the same terms. */
export function readInteger(text: string): number | undefined {
  const typed = tidy(text)
  if (typed === '') return undefined
  return /^-?\d+$/.test(typed) ? Number(typed) : NaN
}

/** Whether it is money to the cent: three digits after a point may have meant thousands. */
export function isMoney(text: string): boolean {
  const decimal = parseDecimal(tidy(text))
  return decimal !== undefined && decimal.scale <= 2
}

/** Price by quantity to the last digit, as text; none while either cannot be read. */
export function multiply(price: string, quantity: string): string | undefined {
  const product = multiplyDecimals(price, quantity)
  return product && toText(product)
}

/** The exact sum of prices by quantities, rounded once, half a cent away from zero; none while one cannot be read. */
export function sumToCents(
  pairs: readonly (readonly [price: string, quantity: string])[],
): bigint | undefined {
  let sum: Decimal = { units: 0n, scale: 2 }
  for (const [price, quantity] of pairs) {
    const product = multiplyDecimals(price, quantity)
    if (!product) return undefined
    sum = add(sum, product)
  }
  return roundToCents(sum)
}

/** Cents as the decimal number that stands on the wire. */
export function centsToNumber(cents: bigint): number {
  return toNumber({ units: cents, scale: 2 })
}

function tidy(text: string): string {
  return text.replace(/[\s€]/g, '')
}

function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? []
  if (whole === '') return undefined
  return { units: BigInt(`${sign ?? ''}${whole}${fraction}`), scale: fraction.length }
}

function multiplyDecimals(left: string, right: string): Decimal | undefined {
  const [one, other] = [parseDecimal(tidy(left)), parseDecimal(tidy(right))]
  return one && other && { units: one.units * other.units, scale: one.scale + other.scale }
}

function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  const raise = (decimal: Decimal) => decimal.units * 10n ** BigInt(scale - decimal.scale)
  return { units: raise(left) + raise(right), scale }
}

function roundToCents({ units, scale }: Decimal): bigint {
  if (scale <= 2) return units * 10n ** BigInt(2 - scale)
  const step = 10n ** BigInt(scale - 2)
  const half = units < 0n ? -step / 2n : step / 2n
  return (units + half) / step
}

function toNumber({ units, scale }: Decimal): number {
  return Number(`${units}e-${scale}`)
}

function toText({ units, scale }: Decimal): string {
  return `${units}e-${scale}`
}

/** Cents as text, to be formatted to the last digit. */
export function centsToText(cents: bigint): string {
  return toText({ units: cents, scale: 2 })
}
