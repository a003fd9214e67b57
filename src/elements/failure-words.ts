/** The kind of error of a field, as far as a person needs it. */
export type FailureKind = 'missing' | 'sum' | 'sameCard' | 'whole' | 'number' | 'text' | 'other'

/** A wrong field, as the till reports it. */
export interface Failure {
  path: string
  expected: string
  found: string
}

/** Classifies a failure by its structure, so that every language has words for it; an unknown one is `other`. */
export function failureToKind({ path, expected, found }: Failure): FailureKind {
  if (found === 'nothing') return 'missing'
  if (/(^|\.)Total$/.test(path) && expected.includes('adds up')) return 'sum'
  if (expected === 'two cards') return 'sameCard'
  if (/\b(integer|whole number)\b/i.test(expected)) return 'whole'
  if (/\b(number|decimal)\b/i.test(expected)) return 'number'
  return /\b(string|text)\b/i.test(expected) ? 'text' : 'other'
}
