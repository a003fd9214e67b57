import { dayMs } from './counted-time.js'

/** The time from the first to the last of some entries that were deleted, both included. */
export type ErasedSpan = readonly [from: number, to: number]

/** Two spans with less between them are kept as one. */
const gapMsMax = dayMs

/** With more spans, the oldest become one. */
const spansMax = 400

/** The spans with more entries in them, by the times at which they were saved, in order. */
export function addErased(spans: readonly ErasedSpan[], times: readonly number[]): ErasedSpan[] {
  const added = times.filter(Number.isFinite).map((at): ErasedSpan => [at, at])
  const ordered = [...spans, ...added].sort(([left], [right]) => left - right)
  const joined: [number, number][] = []
  for (const [from, to] of ordered) {
    const last = joined.at(-1)
    if (last && from - last[1] < gapMsMax) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  const excess = joined.length - spansMax
  const [first, last] = [joined[0], joined[excess]]
  return excess > 0 && first && last ? [[first[0], last[1]], ...joined.slice(excess + 1)] : joined
}

/** Whether an entry may have been deleted that was saved from one moment on and before another. */
export function isErasedWithin(spans: readonly ErasedSpan[], from: number, before: number): boolean {
  return spans.some((span) => span[0] < before && span[1] >= from)
}
