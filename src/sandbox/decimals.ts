interface Scaled {
  digits: bigint
  scale: number
}

// A double's shortest text is the decimal that its writer meant, so the sum is taken on the text.
function toScaled(value: number): Scaled {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

function addPair(left: Scaled, right: Scaled): Scaled {
  const scale = Math.max(left.scale, right.scale)
  const lift = (value: Scaled) => value.digits * 10n ** BigInt(scale - value.scale)
  return { digits: lift(left) + lift(right), scale }
}

/** Adds amounts as decimals, not as binary fractions: 0.1 and 0.2 make 0.3. */
export function addDecimals(...amounts: readonly number[]): number {
  const sum = amounts.map(toScaled).reduce(addPair, { digits: 0n, scale: 0 })
  return Number(`${sum.digits.toString()}e-${sum.scale}`)
}
