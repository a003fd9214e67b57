/** The visible part of a long list, in pixels and rows. */
export interface Frame {
  top: number
  height: number
  rowHeight: number
  count: number
}

/** A span of places, without its end. */
export interface Span {
  from: number
  to: number
}

/** Extra rows above and below, so that scrolling does not outrun them at once. */
const overscan = 8

/** Browsers cannot lay out a higher list; later rows are found by a narrower search. */
const heightMax = 14_000_000

/** The number of rows that a list can show. */
export function limitCount(count: number, rowHeight: number): number {
  return Math.max(0, Math.min(count, Math.floor(heightMax / Math.max(1, rowHeight))))
}

export function findSpan(frame: Frame): Span {
  const { from, to } = findSeen(frame)
  return { from: Math.max(0, from - overscan), to: Math.min(frame.count, to + overscan) }
}

/** The rows that are visible, whole or in part. */
export function findSeen({ top, height, rowHeight, count }: Frame): Span {
  const first = Math.min(Math.max(0, Math.floor(top / rowHeight)), Math.max(0, count - 1))
  const rows = Math.ceil((top + height) / rowHeight) - first
  return { from: first, to: Math.min(count, first + Math.max(1, rows)) }
}

/** The scroll position that shows a whole row with the least movement. */
export function topToShow(index: number, { top, height, rowHeight }: Frame): number {
  const above = index * rowHeight
  if (above < top) return above
  return Math.max(top, above + rowHeight - height)
}

/** The row to which a key leads; undefined if it leads nowhere. */
export function keyToIndex(
  key: string,
  index: number,
  { height, rowHeight, count }: Frame,
): number | undefined {
  const page = Math.max(1, Math.floor(height / rowHeight) - 1)
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  }
  const wanted = Object.hasOwn(steps, key) ? steps[key] : undefined
  return wanted === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, wanted))
}

/** The fixed point while rows change: the first visible row, and how far it is scrolled past. */
export interface Anchor {
  ids: readonly string[]
  offset: number
}

/** The anchor of a list; if the first row is removed, the rows after it replace it. */
export function findAnchor(ids: readonly string[], { top, height, rowHeight }: Frame): Anchor | undefined {
  if (top <= 0) return undefined
  const first = Math.floor(top / rowHeight)
  const seen = ids.slice(first, first + Math.ceil(height / rowHeight) + 1)
  return seen.length === 0 ? undefined : { ids: seen, offset: top - first * rowHeight }
}

/** The scroll position that keeps the anchor in place. */
export function topOfAnchor(
  { ids: kept, offset }: Anchor,
  ids: readonly string[],
  rowHeight: number,
): number | undefined {
  for (const [behind, id] of kept.entries()) {
    const index = ids.indexOf(id)
    if (index >= 0) return Math.max(0, (index - behind) * rowHeight + offset)
  }
  return undefined
}
