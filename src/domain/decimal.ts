const form = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?$/i

/** An exact decimal: so many units of the last of its decimals. */
export class Decimal {
  readonly #units: bigint
  readonly #decimals: number

  constructor(units: bigint, decimals: number) {
    this.#units = units
    this.#decimals = decimals
  }

  /** The decimal that a number prints as, or that a text says; throws if it is none. */
  static from(value: number | string): Decimal {
    const [, sign = '', whole = '', part = '', power = 0] = form.exec(String(value)) ?? []
    if (whole + part === '') throw new RangeError(`a decimal was expected, found ${value}`)
    const units = BigInt(`${sign}${whole}${part}`)
    const decimals = part.length - Number(power)
    return decimals < 0 ? new Decimal(units * ten(-decimals), 0) : new Decimal(units, decimals)
  }

  plus(other: Decimal): Decimal {
    const decimals = Math.max(this.#decimals, other.#decimals)
    return new Decimal(this.#in(decimals) + other.#in(decimals), decimals)
  }

  minus(other: Decimal): Decimal {
    return this.plus(new Decimal(-other.#units, other.#decimals))
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.#units * other.#units, this.#decimals + other.#decimals)
  }

  abs(): Decimal {
    return this.#units < 0n ? new Decimal(-this.#units, this.#decimals) : this
  }

  isMoreThan(other: Decimal): boolean {
    return this.minus(other).#units > 0n
  }

  isSame(other: Decimal): boolean {
    return this.minus(other).#units === 0n
  }

  /** Rounds half away from zero, as tills do. */
  round(decimals: number): Decimal {
    if (this.#decimals <= decimals) return this
    const step = ten(this.#decimals - decimals)
    const half = (this.#units < 0n ? -step : step) / 2n
    return new Decimal((this.#units + half) / step, decimals)
  }

  /** All digits, or exactly so many decimals. */
  toFixed(decimals?: number): string {
    if (decimals !== undefined) return new Decimal(this.round(decimals).#in(decimals), decimals).#print()
    return this.#decimals > 0 ? this.#print().replace(/\.?0+$/, '') : this.#print()
  }

  toString(): string {
    return this.toFixed()
  }

  toNumber(): number {
    return Number(this.#print())
  }

  #in(decimals: number): bigint {
    return this.#units * ten(decimals - this.#decimals)
  }

  #print(): string {
    const sign = this.#units < 0n ? '-' : ''
    const digits = String(this.abs().#units).padStart(this.#decimals + 1, '0')
    const at = digits.length - this.#decimals
    return `${sign}${digits.slice(0, at)}${this.#decimals > 0 ? '.' : ''}${digits.slice(at)}`
  }
}

function ten(power: number): bigint {
  return 10n ** BigInt(power)
}
