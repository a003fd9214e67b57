import { parseHttpDate } from '../domain/http-date.js'
import { Refusal } from './answer.js'

/** The version of what an operation changes. */
export interface Version {
  /** A strong entity tag, with its quotes. */
  etag?: string
  lastModified?: Date
}

/** The conditions of a request. */
export type AskedConditions = Pick<Headers, 'get'>

/**
 * Refuses with 412 unless the version meets the conditions, in the order of RFC 9110, section 13.2.2; `undefined` is the
 * version of what does not exist. Read the version in the operation's transaction, with its row locked.
 */
export function checkConditions(asked: AskedConditions, version: Version | undefined): void {
  const failed = findFailed(asked, version)
  if (failed === undefined) return
  throw new Refusal(412, {
    title: `The condition ${failed} failed; nothing was done`,
    headers: versionToHeaders(version),
  })
}

/** The headers that tell a version. */
export function versionToHeaders({ etag, lastModified }: Version = {}): Record<string, string> {
  return {
    ...(etag !== undefined && { etag }),
    ...(lastModified && { 'last-modified': lastModified.toUTCString() }),
  }
}

function findFailed(asked: AskedConditions, version: Version | undefined): string | undefined {
  const [ifMatch, ifNoneMatch, since] = ['if-match', 'if-none-match', 'if-unmodified-since'].map((name) =>
    asked.get(name),
  )
  if (typeof ifMatch === 'string') {
    if (!matches(ifMatch, version, (tag) => tag)) return 'If-Match'
  } else if (typeof since === 'string' && isModifiedSince(since, version)) return 'If-Unmodified-Since'
  if (typeof ifNoneMatch === 'string' && matches(ifNoneMatch, version, (tag) => tag.replace(/^W\//, '')))
    return 'If-None-Match'
  return undefined
}

function matches(header: string, version: Version | undefined, read: (tag: string) => string): boolean {
  if (version === undefined) return false
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return version.etag !== undefined && tags.map(read).includes(version.etag)
}

/** RFC 9110 ignores a date that cannot be read, and a version without a date. */
function isModifiedSince(header: string, version: Version | undefined): boolean {
  const sinceMs = parseHttpDate(header)
  if (sinceMs === undefined || version?.lastModified === undefined) return false
  return Math.floor(version.lastModified.getTime() / 1000) > Math.floor(sinceMs / 1000)
}
