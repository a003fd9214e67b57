import { currencyToDigits, readCurrency } from '../domain/currency.js'
import { createMoneyFormat } from './amounts.js'

export interface Formats {
  language: string
  /** The ISO 4217 code of the currency of `money`. */
  currency: string
  money: (amount: string | number) => string
  /** An amount with its sign, also if it is positive. */
  difference: (amount: string | number) => string
  whole: (count: number) => string
  /** A number as a person types it into a field; an amount of money with the decimals of its currency. */
  typed: (value: number, isMoney: boolean) => string
  /** Only the time for today, with the day for any other, and with the year for any but this. */
  time: (at: Date, now: Date) => string
  /** A time in words: 90 min, 26 hr, 3 days. */
  duration: (ms: number) => string
  /** Hours with all their decimals. */
  hours: (count: number) => string
  size: (bytes: number) => string
}

/** The formats of a language and a currency; an invalid tag or code falls back to a default. */
export function createFormats(language: string, currency: string): Formats {
  const locale = isKnown(() => Intl.getCanonicalLocales(language)) && language !== '' ? language : 'en'
  const whole = new Intl.NumberFormat(locale)
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dayAndClock = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  const yearAndClock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    language: locale,
    currency: readCurrency(currency),
    money: createMoneyFormat(locale, currency),
    difference: createMoneyFormat(locale, currency, { sign: 'exceptZero' }),
    whole: (count) => whole.format(count),
    typed: (value, isMoney) =>
      toTyped(
        new Intl.NumberFormat(locale, {
          numberingSystem: 'latn',
          useGrouping: false,
          minimumFractionDigits: isMoney ? currencyToDigits(currency) : 0,
          maximumFractionDigits: 15,
        }).formatToParts(value),
      ),
    time: (at, now) => {
      if (at.toDateString() === now.toDateString()) return clock.format(at)
      return (at.getFullYear() === now.getFullYear() ? dayAndClock : yearAndClock).format(at)
    },
    ...createUnits(locale),
  }
}

function createUnits(locale: string): Pick<Formats, 'duration' | 'hours' | 'size'> {
  const unit = (value: number, name: string, style: Intl.NumberFormatOptions = {}) => {
    const options = { style: 'unit', unit: name, maximumFractionDigits: 1, ...style } as const
    return keepTogether(new Intl.NumberFormat(locale, options).format(value))
  }
  return {
    duration: (ms) => {
      if (ms < minuteMs) return unit(Math.round(ms / 1_000), 'second')
      if (ms < 2 * hourMs) return unit(Math.round(ms / minuteMs), 'minute')
      return ms < 2 * dayMs ? unit(ms / hourMs, 'hour') : unit(ms / dayMs, 'day')
    },
    hours: (count) => unit(count, 'hour', { unitDisplay: 'long', maximumFractionDigits: 15 }),
    size: (bytes) =>
      bytes < gigabyte ? unit(bytes / megabyte, 'megabyte') : unit(bytes / gigabyte, 'gigabyte'),
  }
}

/** The minus sign that keyboards have, without the marks of direction that some languages put beside it. */
function toTyped(parts: readonly Intl.NumberFormatPart[]): string {
  return parts
    .map(({ type, value }) => (type === 'minusSign' ? '-' : value))
    .join('')
    .replace(/[\u061c\u200e\u200f]/g, '')
}

/** A number and its unit stay in one line. */
function keepTogether(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const megabyte = 1_000_000
const gigabyte = 1_000_000_000

function isKnown(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    // A throw is the browser’s way to say that it does not know it.
    return false
  }
}

/** The language of an element: its own, or that of the nearest element around it, shadow roots included. */
export function findLanguage(element: Element): string {
  let around: Element | undefined = element
  while (around) {
    const named: Element | null = around.closest('[lang]:not([lang=""])')
    if (named) return named.getAttribute('lang') ?? ''
    const root: Node = around.getRootNode()
    around = root instanceof ShadowRoot ? root.host : undefined
  }
  return document.documentElement.lang
}
