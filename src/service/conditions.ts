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
    if (!matches(ifMatch, version, listStrongTags)) return 'If-Match'
  } else if (typeof since === 'string' && isModifiedSince(since, version)) return 'If-Unmodified-Since'
  if (typeof ifNoneMatch === 'string' && matches(ifNoneMatch, version, listTags)) return 'If-None-Match'
  return undefined
}

function matches(header: string, version: Version | undefined, list: (text: string) => string[]): boolean {
  if (version === undefined) return false
  if (header.trim() === '*') return true
  return list(version.etag ?? '').some((tag) => list(header).includes(tag))
}

/** Only strong tags, each alone between its commas: a weak one that is misspelt must not count as strong. */
function listStrongTags(text: string): string[] {
  return [...text.matchAll(/(?:^|,)[ \t]*("[^"]*")[ \t]*(?=,|$)/g)].flatMap(([, tag]) => tag ?? [])
}

/** Weak tags too, without their mark, wherever they stand: whoever forbids a version in odd words forbids it all the same. */
function listTags(text: string): string[] {
  return text.match(/"[^"]*"/g) ?? []
}

/** RFC 9110 ignores a date that cannot be read, and a version without a date. */
function isModifiedSince(header: string, version: Version | undefined): boolean {
  const sinceMs = parseHttpDate(header)
  if (sinceMs === undefined || version?.lastModified === undefined) return false
  return Math.floor(version.lastModified.getTime() / 1000) > Math.floor(sinceMs / 1000)
}
