import { parseHttpDate } from '../domain/http-date.js'
import { clockOffsetMs } from './clock-offset.js'

/** A till waits for a day at most, whatever the service's clock says. */
export const retryAfterMsMax = 24 * 60 * 60 * 1000

/** How long the service asks to be left alone; a date is read by the service's own clock if it shows it. */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const text = headers['retry-after'] ?? ''
  const delayMs = /^\d+$/.test(text) ? Number(text) * 1000 : dateToDelayMs(text, headers, now)
  return delayMs === undefined ? undefined : Math.min(Math.max(delayMs, 0), retryAfterMsMax)
}

function dateToDelayMs(text: string, headers: Record<string, string>, now: number): number | undefined {
  const serviceNow = now + (clockOffsetMs(headers.date, now) ?? 0)
  const until = parseHttpDate(text, serviceNow)
  return until === undefined ? undefined : until - serviceNow
}
