import { shopCurrency } from '../currency.js'
import type { LabTexts } from './words.js'

/** The formats of the lab in one language. */
export interface LabFormats {
  whole: (count: number) => string
  money: (amount: number) => string
  /** The time to the second, with its day unless that is today. */
  time: (at: Date, now: Date) => string
  tick: Record<'second' | 'minute' | 'day', (at: number) => string>
  list: (parts: readonly string[]) => string
}

export function createLabFormats(locale: string): LabFormats {
  const whole = new Intl.NumberFormat(locale)
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: shopCurrency.code })
  const second = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const minute = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  const dayAndSecond = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  return {
    whole: (count) => whole.format(count),
    money: (amount) => money.format(amount),
    time: (at, now) => (at.toDateString() === now.toDateString() ? second : dayAndSecond).format(at),
    tick: {
      second: (at) => second.format(at),
      minute: (at) => minute.format(at),
      day: (at) => day.format(at),
    },
    list: (parts) => parts.filter((part) => part !== '').join(', '),
  }
}

/** The texts and formats of the lab in one language. */
export interface LabVoice {
  texts: LabTexts
  formats: LabFormats
}
