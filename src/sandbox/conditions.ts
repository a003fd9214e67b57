import type { Validators } from './books.js'
import { readDate } from './dates.js'

/** The conditional request headers of the interface. */
export interface Conditions {
  ifMatch?: string
  ifNoneMatch?: string
  ifUnmodifiedSince?: string
}

/** The header whose condition failed. */
export type FailedCondition = 'If-Match' | 'If-None-Match' | 'If-Unmodified-Since'

/**
 * Compares conditions with a record in the order of RFC 9110, section 13.2.2, and returns the first that failed.
 * A record that does not exist yet has no validators.
 */
export function findFailedCondition(
  { ifMatch, ifNoneMatch, ifUnmodifiedSince }: Conditions,
  record: Validators | undefined,
): FailedCondition | undefined {
  if (ifMatch !== undefined) {
    if (!matchesStrongly(ifMatch, record)) return 'If-Match'
  } else if (ifUnmodifiedSince !== undefined && isModifiedSince(ifUnmodifiedSince, record)) {
    return 'If-Unmodified-Since'
  }
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, record)) return 'If-None-Match'
  return undefined
}

/** Only strong tags, each alone between its commas: a weak one that is misspelt must not count as strong. */
function listStrongTags(header: string): (string | undefined)[] {
  return [...header.matchAll(/(?:^|,)[ \t]*("[^"]*")[ \t]*(?=,|$)/g)].map(([, tag]) => tag)
}

/** Wherever they stand: whoever forbids a version in odd words forbids it all the same. */
function listTags(header: string): string[] {
  return header.match(/"[^"]*"/g) ?? []
}

function isAny(header: string): boolean {
  return header.trim() === '*'
}

function matchesStrongly(header: string, record: Validators | undefined): boolean {
  return record !== undefined && (isAny(header) || listStrongTags(header).includes(record.etag))
}

function matchesWeakly(header: string, record: Validators | undefined): boolean {
  return record !== undefined && (isAny(header) || listTags(header).includes(record.etag))
}

// RFC 9110 says to ignore the condition if its date is unreadable or the record has no date.
function isModifiedSince(header: string, record: Validators | undefined): boolean {
  const since = readDate(header)
  if (record === undefined || since === undefined) return false
  return Math.floor(record.lastModified.getTime() / 1000) > Math.floor(since / 1000)
}
