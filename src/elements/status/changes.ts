import type { TillStatus } from '../../till/status.js'
import type { Voice } from '../element.js'
import {
  areCopiesFailing,
  copiesToWords,
  countWaiting,
  hintToWords,
  isPausedByHand,
  listPauses,
  pauseToWords,
  storageToWords,
} from './words.js'

const waitMsMin = 5_000

/** The announced changes: the line, faults, and the end of waiting. Single deliveries are not announced. */
export function describeChange(before: TillStatus, after: TillStatus, voice: Voice, now: Date): string {
  const sentences = [
    describeReach(before, after, voice, now),
    describeParked(before, after, voice),
    describeWaiting(before, after, voice, now),
    describeStorage(before, after, voice),
    describeHints(before, after, voice),
    describeCopies(before, after, voice, now),
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function describeReach(before: TillStatus, after: TillStatus, voice: Voice, now: Date): string {
  const fresh = listPauses(after).find(
    ({ scope, reason }) => !before.pauses.some((old) => old.scope === scope && old.reason === reason),
  )
  if (fresh) return pauseToWords(fresh, voice, now)
  if (isPausedByHand(before) && !isPausedByHand(after)) return voice.texts.status.resumed
  if (before.reach === after.reach || after.reach !== 'online') return ''
  return voice.texts.reachChanges.online
}

function describeParked(before: TillStatus, after: TillStatus, { texts, formats }: Voice): string {
  const { parked } = after.counts
  if (parked === undefined || before.counts.parked === undefined || parked <= before.counts.parked) return ''
  return texts.list.count(parked, formats.whole(parked))
}

/** An operation that is sent at once is not announced. */
function describeWaiting(before: TillStatus, after: TillStatus, { texts }: Voice, now: Date): string {
  const waitedMs = before.oldestQueuedAt ? now.getTime() - before.oldestQueuedAt.getTime() : 0
  return waitedMs > waitMsMin && countWaiting(after.counts) === 0 ? texts.status.nothingWaits : ''
}

function describeStorage(before: TillStatus, after: TillStatus, voice: Voice): string {
  const words = storageToWords(after.storage, voice)
  return words === storageToWords(before.storage, voice) ? '' : words
}

function describeHints(before: TillStatus, after: TillStatus, voice: Voice): string {
  const fresh = after.hints.filter(({ likely }) => !before.hints.some((old) => old.likely === likely))
  return fresh.map((hint) => hintToWords(hint, voice)).join(' ')
}

function describeCopies(before: TillStatus, after: TillStatus, voice: Voice, now: Date): string {
  return areCopiesFailing(before) ? '' : copiesToWords(after, voice, now)
}
