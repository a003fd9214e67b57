import type { StorageLoss } from '../../till/storage.js'
import type { ReplayReport } from '../../till/till.js'
import type { TillHint, TillPause, TillStatus } from '../../till/status.js'
import { sanitizeText } from '../foreign.js'
import type { Voice } from '../element.js'

/** The number of queued and sending operations; undefined if either is unknown. */
export function countWaiting({ queued, sending }: TillStatus['counts']): number | undefined {
  return queued === undefined || sending === undefined ? undefined : queued + sending
}

/** The waiting operations in words; an unknown count is not zero. */
export function waitingToWords(status: TillStatus | undefined, { texts, formats }: Voice): string {
  const count = status && countWaiting(status.counts)
  return count === undefined ? texts.status.waitingUnknown : texts.status.waiting(count, formats.whole(count))
}

/** The operations that need attention, in words. */
export function parkedToWords(status: TillStatus | undefined, { texts, formats }: Voice): string {
  const count = status?.counts.parked
  return count === undefined ? texts.status.parkedUnknown : texts.status.parked(count, formats.whole(count))
}

/** The reason of a pause, its operations, and its end. */
export function pauseToWords(pause: TillPause, voice: Voice, now: Date): string {
  const { scope, reason, until, since, by } = pause
  const { texts, formats } = voice
  if (reason === 'held') return texts.status.held(formats.time(since, now), by)
  const why = texts.pauses[reason]
  const whole = scope === 'service' || scope === 'till' ? why : texts.status.pauseOf(texts.kinds[scope], why)
  const sentences = [whole, texts.status.keepServing, ...(until ? [nextTryToWords(until, voice, now)] : [])]
  return sentences.join(' ')
}

/** The pauses to be told. A till that a person holds does not try again, so none of them names a next try. */
export function listPauses({ pauses }: TillStatus): TillPause[] {
  const isHeld = pauses.some(({ reason }) => reason === 'held')
  return isHeld ? pauses.map(({ until: _, ...pause }) => pause) : pauses
}

/** Some languages shorten a second with a full stop, which ends the sentence too. */
function endOnce(sentences: string): string {
  return sentences.replaceAll('..', '.')
}

/** When the till tries next: a time that has passed is never named. */
function nextTryToWords(until: Date, { texts, formats }: Voice, now: Date): string {
  const leftMs = until.getTime() - now.getTime()
  if (leftMs <= 0) return texts.status.tryingNow
  return endOnce(texts.status.nextTry(formats.duration(Math.max(1_000, leftMs))))
}

/** How long the oldest operation has waited. */
export function stalledToWords(status: TillStatus | undefined, { texts, formats }: Voice, now: Date): string {
  const waitedMs = now.getTime() - (status?.oldestQueuedAt ?? now).getTime()
  return endOnce(texts.status.stalled(formats.duration(waitedMs)))
}

/** One attempt may fail by chance; the next is made within minutes. */
const copyFailuresMin = 2

/** Whether the copies that should leave the device have failed more than once in a row. */
export function areCopiesFailing({ copies }: TillStatus): boolean {
  return (copies?.failing?.times ?? 0) >= copyFailuresMin
}

/** Since when no copy has left the device; empty unless that lasts. */
export function copiesToWords(status: TillStatus, { texts, formats }: Voice, now: Date): string {
  const { failing } = status.copies ?? {}
  if (!failing || !areCopiesFailing(status)) return ''
  const since = formats.time(failing.since, now)
  return `${endOnce(texts.status.copiesFailing(since))} ${texts.status.keepServing}`
}

/** A likely mistake in the service's setup, and its operations. */
export function hintToWords(hint: TillHint, { texts }: Voice): string {
  const words = texts.hints[hint.likely]
  if (!('kinds' in hint)) return words
  return texts.status.pauseOf(hint.kinds.map((kind) => texts.kinds[kind]).join(', '), words)
}

/** Whether a person has paused the till. */
export function isPausedByHand({ pauses }: TillStatus): boolean {
  return pauses.some(({ reason }) => reason === 'held')
}

/** The fault of the till's storage; empty if there is none. */
export function storageToWords(
  { state, fault, losses = [] }: TillStatus['storage'],
  voice: Voice,
  now = new Date(),
): string {
  const { texts } = voice
  if (state === 'replaced') return losses.map((loss) => lossToWords(loss, voice, now)).join(' ')
  if (state !== 'open') return texts.storage[state]
  return fault === undefined ? '' : texts.status.trouble(sanitizeText(fault))
}

/** What the browser lost, how much is missing, and what to do. */
export function lossToWords(
  { how, missing, knownUntil }: StorageLoss,
  { texts: { loss }, formats }: Voice,
  now: Date,
): string {
  const count = missing === 0 ? loss.none : loss[how].missing(missing, formats.whole(missing))
  return [endOnce(loss[how].what(formats.time(knownUntil, now))), count, loss[how].advice].join(' ')
}

/** What delivers while no page is open. */
export function workerToWords(worker: TillStatus['worker'], { texts: { worker: texts } }: Voice): string {
  switch (worker.state) {
    case 'starting':
    case 'active':
      return texts[worker.state]
    case 'none':
    case 'failed':
      return texts[worker.state](sanitizeText(worker.detail))
    case 'missing':
      return texts.missing[worker.what](sanitizeText(worker.script))
    case 'held-back':
      return heldBackToWords(worker.detail, texts)
  }
}

/** What a worker has of an earlier page, until every page is loaded again. */
const stale = ['name', 'service.baseUrl']

function heldBackToWords(what: string, texts: Voice['texts']['worker']): string {
  if (what === 'outdated') return texts.outdated
  return stale.includes(what) ? texts.reload : texts.heldBack(sanitizeText(what))
}

const clockMsMin = 60_000

/** Facts that support needs and a cashier does not. */
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

/** The remaining time of a replay; empty while there is no basis for an estimate. */
export function leftToWords(ms: number | undefined, { texts, formats }: Voice): string {
  if (ms === undefined) return ''
  const minutes = Math.round(ms / 60_000)
  return minutes < 1
    ? texts.status.secondsLeft(0, formats.whole(0))
    : texts.status.minutesLeft(minutes, formats.whole(minutes))
}

/** The result of a replay that a person asked for. */
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
