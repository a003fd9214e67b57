/** What this shop's card numbers look like; a number must keep all of it. */
export interface CardCodeFormat {
  /** The whole number matches it; its flags `g` and `y` do not count. */
  pattern?: RegExp
  lengthMin?: number
  lengthMax?: number
  /** The last digit is a Luhn check digit, as on bank cards. */
  isLuhn?: boolean
}

/** Tells card numbers from other codes: a format, or a function that returns `true` or what is wrong, in words. */
export type CardCodeRule = CardCodeFormat | ((code: string) => true | string)

/** Why a code is no card number of this shop. `reason` is what the host's function said, if it said anything. */
export type CardCodeFault =
  | { tag: 'length'; min: number; max: number }
  | { tag: 'pattern' }
  | { tag: 'check-digit' }
  | { tag: 'refused'; reason?: string }

/** Finds why a code is no card number; an empty code is a missing one, which is another fault. */
export function findCardCodeFault(code: string, rule: CardCodeRule | undefined): CardCodeFault | undefined {
  const number = code.trim()
  if (rule === undefined || number === '') return undefined
  return typeof rule === 'function' ? askHost(number, rule) : compare(number, rule)
}

function askHost(
  number: string,
  rule: Extract<CardCodeRule, (code: string) => unknown>,
): CardCodeFault | undefined {
  try {
    const said: unknown = rule(number)
    if (said === true) return undefined
    return typeof said === 'string' && said !== '' ? { tag: 'refused', reason: said } : { tag: 'refused' }
  } catch {
    // The words of a foreign error may quote the card: the caller says that the rule refused it.
    return { tag: 'refused' }
  }
}

function compare(
  number: string,
  { pattern, lengthMin: min = 1, lengthMax: max = Infinity, isLuhn = false }: CardCodeFormat,
): CardCodeFault | undefined {
  if (number.length < min || number.length > max) return { tag: 'length', min, max }
  if (pattern && !toWhole(pattern).test(number)) return { tag: 'pattern' }
  return isLuhn && !hasLuhnDigit(number) ? { tag: 'check-digit' } : undefined
}

/** A part of the number is not enough, and a search must not begin where the last one ended. */
function toWhole({ source, flags }: RegExp): RegExp {
  return new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, ''))
}

/** Whether the last digit is the check digit of the others: every second digit from the right is doubled. */
function hasLuhnDigit(number: string): boolean {
  if (!/^\d+$/.test(number)) return false
  const sum = Array.from(number)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((left, right) => left + (right > 9 ? right - 9 : right), 0)
  return sum % 10 === 0
}

/** What was expected instead, for an error's text; `found` is the host's own words, where it gave any. */
export function describeFault(fault: CardCodeFault): { expected: string; found?: string } {
  switch (fault.tag) {
    case 'length':
      return { expected: `a card code of ${describeLength(fault.min, fault.max)} characters` }
    case 'pattern':
      return { expected: 'a card code that matches rules.cardCode' }
    case 'check-digit':
      return { expected: 'a card code with a right check digit' }
    case 'refused':
      return {
        expected: 'a card code that rules.cardCode accepts',
        ...(fault.reason !== undefined && { found: fault.reason }),
      }
  }
}

function describeLength(min: number, max: number): string {
  if (min === max) return String(min)
  if (max === Infinity) return `at least ${min}`
  return min > 1 ? `${min} to ${max}` : `at most ${max}`
}

/** A format as JSON, for the worker; a function cannot be stored. */
export interface StoredCardCode extends Omit<CardCodeFormat, 'pattern'> {
  pattern?: { source: string; flags: string }
}

/** The format in a form that can be stored; undefined for a function. */
export function storeCardCode(rule: CardCodeRule | undefined): StoredCardCode | undefined {
  if (rule === undefined || typeof rule === 'function') return undefined
  const { pattern, ...others } = rule
  return { ...others, ...(pattern && { pattern: { source: pattern.source, flags: pattern.flags } }) }
}

/** The rule that was stored. */
export function restoreCardCode({ pattern, ...others }: StoredCardCode): CardCodeRule {
  return { ...others, ...(pattern && { pattern: new RegExp(pattern.source, pattern.flags) }) }
}
