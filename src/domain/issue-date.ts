/** Reads a date in the form of JSON; a form that browsers read differently counts as none. */
export function readMoment(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : at
}

/** Whether a date is another moment in another time zone: it has a time, and names no zone. */
export function isLocal(text: string): boolean {
  return /^\d{4}-\d\d-\d\d./.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text)
}

/** Whether a date has a time of day; one without is read as midnight in London, which is another day elsewhere. */
export function hasTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text)
}
