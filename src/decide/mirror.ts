import {
  array,
  type Infer,
  literal,
  number,
  object,
  optional,
  record,
  string,
  type,
  union,
} from 'superstruct'

/** The key under which copies are sealed: beside them, or only for whoever has the shop's private key. */
export const MirrorKey = union([
  object({ raw: string() }),
  object({ shop: object({ sender: string(), wrapped: string() }) }),
])
export type MirrorKey = Infer<typeof MirrorKey>

const CopyFacts = type({
  id: string(),
  /** The last hash of the entry's history: a copy with the same one is as good as new. */
  head: string(),
  key: string(),
  length: number(),
})
export type CopyFacts = Infer<typeof CopyFacts>

/** Up to where the journal is in the mirror: a place in line, and a line of the history. */
const Position = type({ place: number(), n: number() })
export type MirrorPosition = Infer<typeof Position>

/** What a segment says of itself; its copies follow, sealed one by one. */
export const SegmentHead = type({
  v: literal(1),
  /** Which database it copies, and since when it was set back. */
  epoch: string(),
  /** Missing while older entries are still being copied. */
  position: optional(Position),
  /** The segments whose place it takes; one that is still there is worth nothing. */
  replaces: array(string()),
  keys: record(string(), MirrorKey),
  copies: array(CopyFacts),
})
export type SegmentHead = Infer<typeof SegmentHead>

/** A segment of the mirror, by its name. */
export interface Segment {
  name: string
  head: SegmentHead
  /** Its end is missing: its head lists only the copies that are whole. */
  isCut?: boolean
}

/** What a step of the mirror writes and takes away. */
export interface MirrorStep {
  /** The copies that are kept, by the segment in which they are. */
  carried: { name: string; ids: Set<string> }[]
  /** The segments that are not needed any more once the copies are written. */
  outdated: string[]
}

/** Beyond this many copies a segment is not written again to gather it with others. */
const gatheredMax = 256

/**
 * Plans a step: entries that have ended leave the mirror at once, new copies take the place of older ones, and small
 * segments are gathered, each copy a few times only. Segments are never changed.
 */
export function planStep(
  segments: readonly Segment[],
  fresh: readonly string[],
  ended: readonly string[],
): MirrorStep {
  const leaving = new Set([...fresh, ...ended])
  const kept = segments.map(({ name, head, isCut = false }) => {
    const ids = head.copies.map(({ id }) => id)
    return {
      name,
      ids: new Set(ids.filter((id) => !leaving.has(id))),
      isTouched: isCut || ids.some((id) => leaving.has(id)),
    }
  })
  const touched = kept.filter(({ isTouched }) => isTouched)
  const carried = touched.filter(({ ids }) => ids.size > 0)
  let size = fresh.length + carried.reduce((sum, { ids }) => sum + ids.size, 0)
  const others = kept
    .filter(({ isTouched }) => !isTouched)
    .sort((left, right) => left.ids.size - right.ids.size)
  const gathered = []
  for (const one of others) {
    if (size === 0 || one.ids.size > size || size + one.ids.size > gatheredMax) break
    size += one.ids.size
    gathered.push(one)
  }
  return {
    carried: [...carried, ...gathered].map(({ name, ids }) => ({ name, ids })),
    outdated: [...touched, ...gathered].map(({ name }) => name),
  }
}

/** The position that the mirror of a database has reached; undefined if it is not whole. */
export function findPosition(segments: readonly Segment[]): MirrorPosition | undefined {
  const positions = segments.flatMap(({ head }) => head.position ?? [])
  return positions.reduce<MirrorPosition | undefined>(
    (furthest, one) => (furthest && isBehind(one, furthest) ? furthest : one),
    undefined,
  )
}

/** Whether one position is behind another. */
export function isBehind(one: MirrorPosition, other: MirrorPosition): boolean {
  return one.n < other.n || (one.n === other.n && one.place < other.place)
}

/** How many operations of lost databases can be brought back, and whether that takes the shop's private key. */
export interface Kept {
  operations: number
  needsKey: boolean
}

/** Counts the copies of databases other than the present one. */
export function countKept(former: readonly Segment[]): Kept | undefined {
  const ids = new Set(former.flatMap(({ head }) => head.copies.map(({ id }) => id)))
  if (ids.size === 0) return undefined
  const keys = former.flatMap(({ head }) => head.copies.map(({ key }) => head.keys[key]))
  return { operations: ids.size, needsKey: keys.some((key) => key !== undefined && 'shop' in key) }
}
