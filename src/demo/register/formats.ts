import { locales, type Language } from '../languages.js'

/** How the page's language writes what the register shows. */
export interface Formats {
  /** To the last digit; an amount that cannot be read is a dash. */
  money: (amount: number | string | undefined) => string
  whole: (count: number) => string
  /** A number as somebody would type it. */
  typed: (number: string) => string
  /** The time alone for today, with its day for any other. */
  time: (at: Date, now: Date) => string
}

const decimalMarks: Record<Language, string> = { en: '.', it: ',' }
const unknownMark = '–'

/** Formats of one language; amounts are euros. */
export function createFormats(language: Language): Formats {
  const locale = locales[language]
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 15,
  })
  const whole = new Intl.NumberFormat(locale)
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dayAndClock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    // A decimal as text is formatted exactly; the type of the language's year does not know that yet.
    money: (amount) => (isKnown(amount) ? money.format(amount as number) : unknownMark),
    whole: (count) => whole.format(count),
    typed: (number) => number.replace('.', decimalMarks[language]),
    time: (at, now) => (at.toDateString() === now.toDateString() ? clock : dayAndClock).format(at),
  }
}

function isKnown(amount: number | string | undefined): boolean {
  return amount !== undefined && !Number.isNaN(Number(amount))
}
