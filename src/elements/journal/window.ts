/** What of a long list can be seen, in pixels and rows. */
export interface Frame {
  top: number
  height: number
  rowHeight: number
  count: number
}

/** Places from one up to, and without, another. */
export interface Span {
  from: number
  to: number
}

/** Rows kept ready on either side, so that scrolling does not outrun them at once. */
const overscan = 8

/** Browsers cannot lay out what is much higher; the rest is found by narrowing the search. */
const heightMax = 14_000_000

/** How many rows a list of that many can show. */
export function limitCount(count: number, rowHeight: number): number {
  return Math.max(0, Math.min(count, Math.floor(heightMax / Math.max(1, rowHeight))))
}

/** The rows to draw. */
export function findSpan(frame: Frame): Span {
  const { from, to } = findSeen(frame)
  return { from: Math.max(0, from - overscan), to: Math.min(frame.count, to + overscan) }
}

/** The rows that can be seen, whole or in part. */
export function findSeen({ top, height, rowHeight, count }: Frame): Span {
  const first = Math.min(Math.max(0, Math.floor(top / rowHeight)), Math.max(0, count - 1))
  const rows = Math.ceil((top + height) / rowHeight) - first
  return { from: first, to: Math.min(count, first + Math.max(1, rows)) }
}

/** Where to scroll so that a row is seen whole, moving no further than it takes. */
export function topToShow(index: number, { top, height, rowHeight }: Frame): number {
  const above = index * rowHeight
  if (above < top) return above
  return Math.max(top, above + rowHeight - height)
}

/** Where a key leads from a row; nothing if it leads nowhere. */
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

/** What stands still under the eye while rows come and go: the first row seen, and how far it is scrolled past. */
export interface Anchor {
  ids: readonly string[]
  offset: number
}

/** The anchor of a list; the rows behind the first stand in for it should it go. */
export function findAnchor(ids: readonly string[], { top, height, rowHeight }: Frame): Anchor | undefined {
  if (top <= 0) return undefined
  const first = Math.floor(top / rowHeight)
  const seen = ids.slice(first, first + Math.ceil(height / rowHeight) + 1)
  return seen.length === 0 ? undefined : { ids: seen, offset: top - first * rowHeight }
}

/** Where to scroll so that the anchor stands where it stood. */
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
