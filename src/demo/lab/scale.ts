/** A period that is drawn to scale, and its place; the time between two periods is left out. */
export interface Segment {
  from: number
  until: number
  left: number
  right: number
}

/** The place of a time in the picture. */
export interface Scale {
  segments: readonly Segment[]
  toPlace: (at: number) => number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const cutMsMin = minute
const calmMsMin = 30 * second
const cutShare = 0.08
const cutsMost = 3

/**
 * Lays times out from left to right. Long periods without an event are left out, because one quiet night would
 * squeeze everything else into a point.
 */
export function createScale(moments: readonly number[], left: number, right: number): Scale {
  const spans = cutIntoSpans(moments)
  const cuts = spans.length - 1
  const gap = cuts === 0 ? 0 : (right - left) * cutShare
  const drawnMs = spans.reduce((sum, { from, until }) => sum + until - from, 0)
  const perMs = (right - left - gap * cuts) / Math.max(drawnMs, second)
  let next = left
  const segments = spans.map(({ from, until }) => {
    const segment = { from, until, left: next, right: next + (until - from) * perMs }
    next = segment.right + gap
    return segment
  })
  return { segments, toPlace: (at) => findPlace(segments, at) }
}

function cutIntoSpans(moments: readonly number[]): { from: number; until: number }[] {
  const sorted = [...moments].sort((one, other) => one - other)
  const cutMs = findCut(sorted)
  const spans: { from: number; until: number }[] = []
  for (const at of sorted) {
    const span = spans.at(-1)
    if (span && at - span.until < cutMs) span.until = at
    else spans.push({ from: at, until: at })
  }
  return spans
}

/** The length from which a period is left out: more than twice the sum of all shorter ones, and rare. */
function findCut(sorted: readonly number[]): number {
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? at))
  let sum = 0
  for (const [index, gap] of gaps.sort((one, other) => one - other).entries()) {
    const isRare = gaps.length - index <= cutsMost
    if (isRare && gap > cutMsMin && gap > 2 * Math.max(sum, calmMsMin)) return gap
    sum += gap
  }
  return Infinity
}

function findPlace(segments: readonly Segment[], at: number): number {
  const segment = segments.find(({ until }) => at <= until) ?? segments.at(-1)
  if (!segment) return 0
  const { from, until, left, right } = segment
  const share = until === from ? 0 : (Math.min(Math.max(at, from), until) - from) / (until - from)
  return left + share * (right - left)
}

/** A mark on the time axis. */
export interface Tick {
  at: number
  place: number
}

/** The marks on the axis, and how precisely their times are written. */
export interface Axis {
  ticks: Tick[]
  unit: 'second' | 'minute' | 'day'
}

const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12, 24, 48, 168].map((count) => count * hour),
]

/**
 * Finds marks at round times, at least `roomMin` apart. Each period after a cut begins with a mark. `zoneMs` is how
 * far local time is ahead of UTC.
 */
export function createAxis({ segments }: Scale, roomMin: number, zoneMs = 0): Axis {
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last) return { ticks: [], unit: 'second' }
  const stepMs = findStep(segments, roomMin)
  const starts = segments.length === 1 ? [] : segments.map(({ from, left }) => ({ at: from, place: left }))
  const round = segments.flatMap((segment) => listRound(segment, stepMs, zoneMs))
  const ticks = thinOut([...thinOut(starts, roomMin), ...round], roomMin)
  const isLong = last.until - first.from >= 24 * hour
  return {
    ticks: ticks.sort((one, other) => one.place - other.place),
    unit: isLong ? 'day' : stepMs < minute ? 'second' : 'minute',
  }
}

function findStep(segments: readonly Segment[], roomMin: number): number {
  const drawnMs = segments.reduce((sum, { from, until }) => sum + until - from, 0)
  const room = segments.reduce((sum, { left, right }) => sum + right - left, 0)
  const msMin = room <= 0 ? Infinity : (drawnMs / room) * roomMin
  return steps.find((step) => step >= msMin) ?? 168 * hour
}

function listRound({ from, until, left, right }: Segment, stepMs: number, zoneMs: number): Tick[] {
  if (until === from) return [{ at: from, place: left }]
  const first = Math.ceil((from + zoneMs) / stepMs) * stepMs - zoneMs
  const count = Math.max(0, Math.floor((until - first) / stepMs) + 1)
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * stepMs
    return { at, place: left + ((at - from) / (until - from)) * (right - left) }
  })
}

/** Leaves out each mark that is too near to an earlier one. */
function thinOut(ticks: readonly Tick[], roomMin: number): Tick[] {
  const kept: Tick[] = []
  for (const tick of ticks)
    if (kept.every(({ place }) => Math.abs(place - tick.place) >= roomMin)) kept.push(tick)
  return kept
}
