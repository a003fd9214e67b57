interface Scaled {
  digits: bigint
  scale: number
}

// The shortest text of a double is the decimal that was written, so the sum is made from the text.
function toScaled(value: number): Scaled {
  const [mantissa = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

function addPair(left: Scaled, right: Scaled): Scaled {
  const scale = Math.max(left.scale, right.scale)
  const rescale = (value: Scaled) => value.digits * 10n ** BigInt(scale - value.scale)
  return { digits: rescale(left) + rescale(right), scale }
}

/** Adds amounts as decimals, so that 0.1 and 0.2 make 0.3. */
export function addDecimals(...amounts: readonly number[]): number {
  const sum = amounts.map(toScaled).reduce(addPair, { digits: 0n, scale: 0 })
  return Number(`${sum.digits.toString()}e-${sum.scale}`)
}
