import type { ReplayReport } from '../../till/till.js'
import type { TillHint, TillPause, TillStatus } from '../../till/status.js'
import { tellForeign } from '../foreign.js'
import type { Voice } from '../element.js'

/** Queued and on its way; not known if either is not. */
export function countWaiting({ queued, sending }: TillStatus['counts']): number | undefined {
  return queued === undefined || sending === undefined ? undefined : queued + sending
}

/** How much waits; a count that could not be read is not zero. */
export function waitingToWords(status: TillStatus | undefined, { texts, formats }: Voice): string {
  const count = status && countWaiting(status.counts)
  return count === undefined ? texts.status.waitingUnknown : texts.status.waiting(count, formats.whole(count))
}

/** How much needs a person. */
export function parkedToWords(status: TillStatus | undefined, { texts, formats }: Voice): string {
  const count = status?.counts.parked
  return count === undefined ? texts.status.parkedUnknown : texts.status.parked(count, formats.whole(count))
}

/** Why the line waits, for which operations, and until when. */
export function pauseToWords(pause: TillPause, voice: Voice, now: Date): string {
  const { scope, reason, until, since, by } = pause
  const { texts, formats } = voice
  if (reason === 'held') return texts.status.held(formats.time(since, now), by)
  const why = texts.pauses[reason]
  const whole = scope === 'service' || scope === 'till' ? why : texts.status.pauseOf(texts.kinds[scope], why)
  return until ? `${whole} ${texts.status.until(formats.time(until, now))}` : whole
}

/** What is likely wrong with the service, and for which operations. */
export function hintToWords(hint: TillHint, { texts }: Voice): string {
  const words = texts.hints[hint.likely]
  if (!('kinds' in hint)) return words
  return texts.status.pauseOf(hint.kinds.map((kind) => texts.kinds[kind]).join(', '), words)
}

/** Whether a person holds delivery back. */
export function isHeld({ pauses }: TillStatus): boolean {
  return pauses.some(({ reason }) => reason === 'held')
}

/** What stands in the way of the till's data; nothing if nothing does. */
export function storageToWords({ state, fault }: TillStatus['storage'], { texts }: Voice): string {
  if (state !== 'open') return texts.storage[state]
  return fault === undefined ? '' : texts.status.trouble(tellForeign(fault))
}

/** Who delivers while no page is open. */
export function workerToWords(worker: TillStatus['worker'], { texts: { worker: texts } }: Voice): string {
  switch (worker.state) {
    case 'starting':
    case 'active':
      return texts[worker.state]
    case 'none':
    case 'failed':
      return texts[worker.state](tellForeign(worker.detail))
    case 'held-back':
      return worker.detail === 'outdated' ? texts.outdated : texts.heldBack(tellForeign(worker.detail))
  }
}

const clockMsMin = 60_000

/** What support may want to know and a cashier need not. */
export function detailsToWords(status: TillStatus, voice: Voice, now: Date): string[] {
  const { worker, storage, oldestQueuedAt, clockOffsetMs = 0 } = status
  const { texts, formats } = voice
  const { usageBytes, quotaBytes } = storage
  const offset = formats.duration(Math.abs(clockOffsetMs))
  return [
    workerToWords(worker, voice),
    oldestQueuedAt ? texts.status.oldest(formats.time(oldestQueuedAt, now)) : '',
    clockOffsetMs > clockMsMin ? texts.status.clockAhead(offset) : '',
    clockOffsetMs < -clockMsMin ? texts.status.clockBehind(offset) : '',
    usageBytes !== undefined && quotaBytes !== undefined
      ? texts.status.room(formats.size(usageBytes), formats.size(quotaBytes))
      : '',
  ].filter((sentence) => sentence !== '')
}

/** How long a replay will still take; nothing while there is no basis to tell. */
export function leftToWords(ms: number | undefined, { texts, formats }: Voice): string {
  if (ms === undefined) return ''
  const minutes = Math.round(ms / 60_000)
  return minutes < 1
    ? texts.status.secondsLeft(0, formats.whole(0))
    : texts.status.minutesLeft(minutes, formats.whole(minutes))
}

/** What came of a replay that a person asked for. */
export function reportToWords(report: ReplayReport, { texts: { status }, formats }: Voice): string {
  const { settled, parked, requeued, paused } = report
  const facts = [
    settled > 0 ? status.settledNow(settled, formats.whole(settled)) : '',
    parked > 0 ? status.parkedNow(parked, formats.whole(parked)) : '',
    requeued > 0 ? status.requeuedNow(requeued, formats.whole(requeued)) : '',
  ].filter((fact) => fact !== '')
  if (facts.length > 0) return `${facts.join(', ')}.`
  return paused ? status.stillDown : status.nothingToSend
}
