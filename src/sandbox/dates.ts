const time = '(?<time>\\d\\d:\\d\\d:\\d\\d)'

// The three forms of RFC 9110, section 5.6.7. `Date.parse` reads far more, and the third form by the machine's own clock.
const forms = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
]

/** The milliseconds of a date in a header; undefined if it cannot be read. */
export function readDate(header: string): number | undefined {
  const parts = forms.map((form) => form.exec(header)?.groups).find(Boolean)
  if (parts === undefined) return undefined
  const { day = '', month = '', year = '' } = parts
  const text = `${day.replace(' ', '0')} ${month} ${fullYear(year)} ${parts.time ?? ''} GMT`
  const at = Date.parse(text)
  // A day that the month does not have becomes one of the next month.
  return !Number.isNaN(at) && new Date(at).toUTCString().endsWith(text) ? at : undefined
}

/** A year of two digits is at most 50 years ahead. */
function fullYear(year: string): string {
  if (year.length === 4) return year
  const latest = new Date().getUTCFullYear() + 50
  return String(latest - ((latest - Number(year)) % 100))
}
