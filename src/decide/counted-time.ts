// One clock may be wrong, and a wrong one must not erase a till's past. So retention reads no date from an entry: it
// adds up the time that has passed between one look at the clocks and the next, and believes the slower of the two.

/** Both clocks at one moment; the service's is missing where no reply of this run told it. */
export interface Sighting {
  till: number
  service?: number | undefined
}

/** The time that has passed for certain, and the sighting up to which it is counted. */
export interface CountedTime {
  passedMs: number
  last: Sighting
  /** Seen after a long gap, which counts once the clocks are seen again on another day. */
  doubted?: Sighting | undefined
}

export const dayMs = 86_400_000

/** A longer gap needs a second sighting; of one that the till's clock alone tells, no more than this is believed. */
export const gapMsMax = 4 * dayMs

/** Counts the time since the last sighting, in steps of a day at least; the same count where nothing has changed. */
export function countTime(before: CountedTime | undefined, seen: Sighting): CountedTime {
  if (!before) return { passedMs: 0, last: seen }
  const { passedMs, last } = before
  const gapMs = measureGap(last, seen)
  // A clock was set back: nothing is known of the time between, so it is counted from here. Where the service told its
  // time before, it will again: until then the clock may be put right as it was.
  if (gapMs < -dayMs)
    return seen.service === undefined && last.service !== undefined ? before : { passedMs, last: seen }
  if (gapMs < dayMs) return countSameDay(before, seen, gapMs)
  return gapMs <= gapMsMax ? { passedMs: passedMs + gapMs, last: seen } : countLongGap(before, seen)
}

/** By the slower of the two clocks where both sightings tell both. */
function measureGap(from: Sighting, to: Sighting): number {
  const tillMs = to.till - from.till
  const serviceMs = (to.service ?? NaN) - (from.service ?? NaN)
  return Number.isNaN(serviceMs) ? tillMs : Math.min(tillMs, serviceMs)
}

/** The first reply of a day tells the service's time, so that the next gap is measured by both clocks. */
function countSameDay(before: CountedTime, seen: Sighting, gapMs: number): CountedTime {
  const { passedMs, last, doubted } = before
  if (last.service === undefined && seen.service !== undefined)
    return { passedMs: passedMs + Math.max(0, gapMs), last: seen }
  return doubted ? { passedMs, last } : before
}

function countLongGap(before: CountedTime, seen: Sighting): CountedTime {
  const { passedMs, last, doubted } = before
  if (!doubted) return { passedMs, last, doubted: seen }
  const sinceMs = measureGap(doubted, seen)
  const isBetter = doubted.service === undefined && seen.service !== undefined
  if (sinceMs < -dayMs || (sinceMs < dayMs && isBetter)) return { passedMs, last, doubted: seen }
  if (sinceMs < dayMs) return before
  const isKnown = last.service !== undefined && doubted.service !== undefined
  const counted = isKnown ? measureGap(last, doubted) : gapMsMax
  return countTime({ passedMs: passedMs + counted, last: doubted }, seen)
}
