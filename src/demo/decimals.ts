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

/** Price by quantity to the cent, half a cent away from zero; none while either cannot be read. */
export function multiplyToCents(price: string, quantity: string): bigint | undefined {
  const left = parseDecimal(tidy(price))
  const right = parseDecimal(tidy(quantity))
  if (!left || !right) return undefined
  return roundToCents({ units: left.units * right.units, scale: left.scale + right.scale })
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

function roundToCents({ units, scale }: Decimal): bigint {
  if (scale <= 2) return units * 10n ** BigInt(2 - scale)
  const step = 10n ** BigInt(scale - 2)
  const half = units < 0n ? -step / 2n : step / 2n
  return (units + half) / step
}

function toNumber({ units, scale }: Decimal): number {
  return Number(`${units}e-${scale}`)
}
