/**
 * Reads a date in the form of JSON; a form that browsers read differently counts as none. A date without a time is that
 * day here: JavaScript takes it for midnight in London, which is another day elsewhere.
 */
export function readMoment(text: string): number | undefined {
  const isDate = /^\d{4}-\d\d-\d\d/.test(text)
  const at = isDate ? Date.parse(/^.{10}$/.test(text) ? `${text}T00:00` : text) : NaN
  return Number.isNaN(at) ? undefined : at
}

/** Whether a date is another moment in another time zone, since it names none. */
export function isLocal(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text)
}

/** Whether a date has a time of day. */
export function hasTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text)
}
