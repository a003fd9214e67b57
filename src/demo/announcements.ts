import type { TillStatus } from '../index.js'
import { pauseToWords, storageToWords } from './words.js'

const waitMsMin = 5_000

/**
 * What is worth saying aloud when one status follows another: the line, trouble, and the end of waiting. Every
 * single delivery would be chatter.
 */
export function describeChange(before: TillStatus, after: TillStatus, now: Date): string {
  const said = [
    describeReach(before, after, now),
    describeParked(before, after),
    describeWaiting(before, after, now),
    describeFault(before, after),
  ]
  return said.filter((sentence) => sentence !== '').join(' ')
}

/** Queued and on its way; not known if either is not. */
export function countWaiting({ queued, sending }: TillStatus['counts']): number | undefined {
  return queued === undefined || sending === undefined ? undefined : queued + sending
}

function describeReach(before: TillStatus, after: TillStatus, now: Date): string {
  const pause = after.pauses[0]
  if (pause && before.pauses[0]?.reason !== pause.reason) return pauseToWords(pause, now)
  if (before.reach === after.reach) return ''
  return after.reach === 'online' ? 'The card service answers.' : ''
}

function describeParked(before: TillStatus, after: TillStatus): string {
  const { parked } = after.counts
  if (parked === undefined || before.counts.parked === undefined || parked <= before.counts.parked) return ''
  return parked === 1 ? 'One operation needs a person.' : `${parked} operations need a person.`
}

/** What goes out within moments of being rung up is no news. */
function describeWaiting(before: TillStatus, after: TillStatus, now: Date): string {
  const waitedMs = before.oldestQueuedAt ? now.getTime() - before.oldestQueuedAt.getTime() : 0
  return waitedMs > waitMsMin && countWaiting(after.counts) === 0 ? 'Nothing is waiting any more.' : ''
}

function describeFault(before: TillStatus, after: TillStatus): string {
  const { state, fault } = after.storage
  if (state !== 'open' && state !== before.storage.state) return storageToWords(after.storage)
  return fault !== undefined && fault !== before.storage.fault
    ? 'This till has trouble with its storage.'
    : ''
}
