/** How one language writes what the elements show. */
export interface Formats {
  language: string
  money: (amount: number) => string
  whole: (count: number) => string
  /** The time alone for today, with its day for any other. */
  time: (at: Date, now: Date) => string
  duration: (ms: number) => string
  size: (bytes: number) => string
}

/** Formats for a language and a currency; a tag or a code that means nothing falls back and breaks nothing. */
export function createFormats(language: string, currency: string): Formats {
  const locale = isKnown(() => Intl.getCanonicalLocales(language)) && language !== '' ? language : 'en'
  const code = isKnown(() => new Intl.NumberFormat('en', { style: 'currency', currency })) ? currency : 'EUR'
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: code })
  const whole = new Intl.NumberFormat(locale)
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dayAndClock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 1 }).format(value)
  return {
    language: locale,
    money: (amount) => money.format(amount),
    whole: (count) => whole.format(count),
    time: (at, now) => (at.toDateString() === now.toDateString() ? clock : dayAndClock).format(at),
    duration: (ms) =>
      ms < minuteMs ? unit(Math.round(ms / 1_000), 'second') : unit(Math.round(ms / minuteMs), 'minute'),
    size: (bytes) =>
      bytes < gigabyte ? unit(bytes / megabyte, 'megabyte') : unit(bytes / gigabyte, 'gigabyte'),
  }
}

const minuteMs = 60_000
const megabyte = 1_000_000
const gigabyte = 1_000_000_000

function isKnown(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

/** The language that holds for an element: its own, or that of the nearest element around it, shadow roots included. */
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
