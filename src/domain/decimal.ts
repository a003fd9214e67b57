/** A decimal as it is written: so many units, each of them a tenth for every place of the scale. 12.30 is 1230 of scale 2. */
export interface Decimal {
  units: bigint
  scale: number
}

/** A decimal as a body or a row bears it; as text it may have more digits than a number holds. */
export type Amount = number | string

const written = /^(-?\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/

/** Reads an amount to the last digit; throws where it is none. */
export function readDecimal(amount: Amount): Decimal {
  const [, whole, fraction = '', exponent = '0'] = written.exec(String(amount)) ?? []
  if (whole === undefined) throw new Error(`reading an amount refused: ${String(amount)} is no decimal`)
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { units: units * powerOfTen(-scale), scale: 0 } : { units, scale }
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { units: liftUnits(left, scale) + liftUnits(right, scale), scale }
}

export function negateDecimal({ units, scale }: Decimal): Decimal {
  return { units: -units, scale }
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale }
}

/** Without its sign. */
export function dropSign({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale }
}

export function isLarger(left: Decimal, right: Decimal): boolean {
  const scale = Math.max(left.scale, right.scale)
  return liftUnits(left, scale) > liftUnits(right, scale)
}

/** To so many places at most, half of the last away from zero. */
export function roundDecimal(decimal: Decimal, places: number): Decimal {
  if (decimal.scale <= places) return decimal
  const step = powerOfTen(decimal.scale - places)
  const { units } = dropSign(decimal)
  const rounded = (units + step / 2n) / step
  return { units: decimal.units < 0n ? -rounded : rounded, scale: places }
}

/** All its digits, however many. */
export function decimalToText(decimal: Decimal): string {
  const { sign, digits, scale } = spellDecimal(decimal)
  const whole = digits.padStart(scale + 1, '0')
  const point = whole.length - scale
  return sign + whole.slice(0, point) + (scale > 0 ? `.${whole.slice(point)}` : '')
}

/** As JavaScript writes numbers: very large and very small ones with an exponent. */
export function decimalToShortText(decimal: Decimal): string {
  const { sign, digits, scale } = spellDecimal(decimal)
  const exponent = digits.length - 1 - scale
  if (digits === '0' || (exponent > -7 && exponent < 21)) return decimalToText(decimal)
  const rest = digits.slice(1).replace(/0+$/, '')
  return `${sign}${digits.charAt(0)}${rest && `.${rest}`}e${exponent < 0 ? '' : '+'}${exponent}`
}

/** The number that is nearest. */
export function decimalToNumber(decimal: Decimal): number {
  return Number(decimalToText(decimal))
}

/** Its digits without zeros at the end of the fraction. */
function spellDecimal({ units, scale }: Decimal): { sign: string; digits: string; scale: number } {
  const text = String(units < 0n ? -units : units)
  const zeros = /0*$/.exec(text)?.[0].length ?? 0
  const spare = units === 0n ? scale : Math.min(zeros, scale)
  const digits = units === 0n ? '0' : text.slice(0, text.length - spare)
  return { sign: units < 0n ? '-' : '', digits, scale: scale - spare }
}

function liftUnits({ units, scale }: Decimal, to: number): bigint {
  return scale === to ? units : units * powerOfTen(to - scale)
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}
