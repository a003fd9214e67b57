import type { TillStatus } from '../../till/status.js'
import type { Voice } from '../element.js'
import { countWaiting, hintToWords, isHeld, pauseToWords, storageToWords } from './words.js'

const waitMsMin = 5_000

/**
 * What is worth saying aloud when one status follows another: the line, trouble, and the end of waiting. Every
 * single delivery would be chatter.
 */
export function describeChange(before: TillStatus, after: TillStatus, voice: Voice, now: Date): string {
  const said = [
    describeReach(before, after, voice, now),
    describeParked(before, after, voice),
    describeWaiting(before, after, voice, now),
    describeStorage(before, after, voice),
    describeHints(before, after, voice),
  ]
  return said.filter((sentence) => sentence !== '').join(' ')
}

function describeReach(before: TillStatus, after: TillStatus, voice: Voice, now: Date): string {
  const fresh = after.pauses.find(
    ({ scope, reason }) => !before.pauses.some((old) => old.scope === scope && old.reason === reason),
  )
  if (fresh) return pauseToWords(fresh, voice, now)
  if (isHeld(before) && !isHeld(after)) return voice.texts.status.resumed
  if (before.reach === after.reach || after.reach !== 'online') return ''
  return voice.texts.reachChanges.online
}

function describeParked(before: TillStatus, after: TillStatus, { texts, formats }: Voice): string {
  const { parked } = after.counts
  if (parked === undefined || before.counts.parked === undefined || parked <= before.counts.parked) return ''
  return texts.list.count(parked, formats.whole(parked))
}

/** What goes out within moments of being rung up is no news. */
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
