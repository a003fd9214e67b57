// The three forms of RFC 9110, section 5.6.7. Date.parse accepts far more, and differs between browsers.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const month = `(?<month>${months.join('|')})`
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longDay = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)'
const timeOfDay = '(?<time>(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d|23:59:60)'

const imfFixdate = new RegExp(`^${shortDay}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${timeOfDay} GMT$`)
const rfc850Date = new RegExp(`^${longDay}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${timeOfDay} GMT$`)
const asctimeDate = new RegExp(`^${shortDay} ${month} (?<day>\\d\\d| \\d) ${timeOfDay} (?<year>\\d{4})$`)

/** Two-digit years are less than 50 years after this, unless the caller passes a better date. */
const defaultNow = Date.UTC(2020, 0, 1)

/**
 * Reads an HTTP date by its own rules, so that no browser's leniency decides when to resend. A wrong weekday is
 * accepted, because the date is enough.
 */
export function parseHttpDate(text: string, now = defaultNow): number | undefined {
  const parts = [imfFixdate, rfc850Date, asctimeDate].map((form) => form.exec(text)?.groups).find(Boolean)
  if (parts === undefined) return undefined
  const day = Number(parts.day)
  const date = new Date(0)
  date.setUTCFullYear(textToYear(parts.year ?? '', now), months.indexOf(parts.month ?? ''), day)
  if (date.getUTCDate() !== day) return undefined
  const [hour = 0, minute, second] = (parts.time ?? '').split(':').map(Number)
  return date.setUTCHours(hour, minute, second)
}

/** The only form allowed in a request; the other two are for reading old servers. */
export function isImfFixdate(text: string): boolean {
  return imfFixdate.test(text) && parseHttpDate(text) !== undefined
}

/** A year of two digits is at most 50 years ahead, as RFC 9110 requires. */
function textToYear(text: string, now: number): number {
  const year = Number(text)
  if (text.length === 4) return year
  const latest = new Date(now).getUTCFullYear() + 50
  return latest - ((latest - year) % 100)
}
