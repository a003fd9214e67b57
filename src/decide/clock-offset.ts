import { parseHttpDate } from '../domain/http-date.js'

/** How far the service's clock is ahead of the till's, by the `Date` of a reply; undefined where it says none. */
export function clockOffsetMs(headers: Record<string, string>, receivedAt: number): number | undefined {
  const date = parseHttpDate(headers.date ?? '', receivedAt)
  return date === undefined ? undefined : date - receivedAt
}
