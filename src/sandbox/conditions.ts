import type { Validators } from './books.js'

/** The conditional request headers that the interface names. */
export interface Conditions {
  ifMatch?: string
  ifNoneMatch?: string
  ifUnmodifiedSince?: string
}

/** The header whose condition failed. */
export type FailedCondition = 'If-Match' | 'If-None-Match' | 'If-Unmodified-Since'

/**
 * Evaluates conditions against a record as RFC 9110, section 13.2.2, orders them; a record that does not exist
 * yet has no validators. The answer names the first condition that failed.
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

function listTags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? []
}

function isAny(header: string): boolean {
  return header.trim() === '*'
}

function matchesStrongly(header: string, record: Validators | undefined): boolean {
  return record !== undefined && (isAny(header) || listTags(header).includes(record.etag))
}

function matchesWeakly(header: string, record: Validators | undefined): boolean {
  return (
    record !== undefined &&
    (isAny(header) ||
      listTags(header)
        .map((tag) => tag.replace(/^W\//, ''))
        .includes(record.etag))
  )
}

// A date that cannot be read, or a record without one, leaves the condition without meaning: it is ignored.
function isModifiedSince(header: string, record: Validators | undefined): boolean {
  const since = Date.parse(header)
  if (record === undefined || Number.isNaN(since)) return false
  return Math.floor(record.lastModified.getTime() / 1000) > Math.floor(since / 1000)
}
