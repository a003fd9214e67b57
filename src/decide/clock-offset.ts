import { parseHttpDate } from '../domain/http-date.js'
import { minute } from './schedule.js'

/** How far the service's clock is ahead of the till's, by the `Date` of an answer; undefined where it says none. */
export function clockOffsetMs(date: string | undefined, receivedAt: number): number | undefined {
  const time = parseHttpDate(date ?? '', receivedAt)
  return time === undefined ? undefined : time - receivedAt
}

/** The `Date` of an answer; undefined where a cache has kept the answer since. */
export function freshDate({ date, age = '0' }: { date?: string; age?: string }): string | undefined {
  return Number.parseInt(age) > 0 ? undefined : date
}

/** A slow answer brings an old date. */
const noiseMs = 5 * minute

/** Whether the till's clock fell behind the service's since it was last compared: it was set back, or stood still. */
export function isFallenBehind(beforeMs: number | undefined, offsetMs: number | undefined): boolean {
  return beforeMs !== undefined && offsetMs !== undefined && offsetMs - beforeMs > noiseMs
}
