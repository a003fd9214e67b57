import { shopCurrency } from '../currency.js'
import { locales, type Language } from '../languages.js'

/** The formats of the register in one language. */
export interface Formats {
  /** An amount with all its digits; an unreadable amount is a dash. */
  money: (amount: number | string | undefined) => string
  /** A whole amount without its decimals. */
  round: (amount: number) => string
  whole: (count: number) => string
  /** Hours with all their decimals. */
  hours: (count: number) => string
  /** A number as a person types it. */
  typed: (number: string) => string
  /** The time, with its day unless that is today. */
  time: (at: Date, now: Date) => string
}

const unknownMark = '–'

/** Creates the formats of one language; amounts are in the shop's currency. */
export function createFormats(language: Language, { code: currency } = shopCurrency): Formats {
  const locale = locales[language]
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 15,
  })
  const round = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: 0,
  })
  const whole = new Intl.NumberFormat(locale)
  const hours = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 15,
  })
  const mark = whole.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dayAndClock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    // A decimal as text is formatted exactly, but the type of this language version does not list text yet.
    money: (amount) => (isKnown(amount) ? money.format(amount as number) : unknownMark),
    round: (amount) => round.format(amount),
    whole: (count) => whole.format(count),
    hours: (count) => hours.format(count),
    typed: (number) => number.replace('.', mark),
    time: (at, now) => (at.toDateString() === now.toDateString() ? clock : dayAndClock).format(at),
  }
}

function isKnown(amount: number | string | undefined): boolean {
  return amount !== undefined && !Number.isNaN(Number(amount))
}
