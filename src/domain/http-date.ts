// The three forms of RFC 9110, section 5.6.7. Date.parse would accept far more, and differently in each browser.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const month = `(?<month>${months.join('|')})`
const shortDay = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longDay = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)'
const timeOfDay = '(?<time>(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d|23:59:60)'

const imfFixdate = new RegExp(`^${shortDay}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${timeOfDay} GMT$`)
const rfc850Date = new RegExp(`^${longDay}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${timeOfDay} GMT$`)
const asctimeDate = new RegExp(`^${shortDay} ${month} (?<day>\\d\\d| \\d) ${timeOfDay} (?<year>\\d{4})$`)

/** Two-digit years lie less than 50 years after this, unless a better notion of now is at hand. */
const defaultNow = Date.UTC(2020, 0, 1)

/**
 * Reads a date as HTTP writes it, so that no browser's leniency decides when to resend. A weekday that does not
 * fit its date is let pass: the date says enough.
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

/** The only form a request may carry; the other two are for reading old servers. */
export function isImfFixdate(text: string): boolean {
  return imfFixdate.test(text) && parseHttpDate(text) !== undefined
}

/** A year of two digits is never more than 50 years ahead, as RFC 9110 asks. */
function textToYear(text: string, now: number): number {
  const year = Number(text)
  if (text.length === 4) return year
  const latest = new Date(now).getUTCFullYear() + 50
  return latest - ((latest - year) % 100)
}
