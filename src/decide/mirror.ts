import {
  array,
  define,
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
import { isPlainObject } from '../domain/fields.js'

/** The key under which copies are sealed: beside them, or only for whoever has the shop's private key. */
export const MirrorKey = union([
  object({ raw: string() }),
  object({ shop: object({ sender: string(), wrapped: string() }) }),
])
export type MirrorKey = Infer<typeof MirrorKey>

export interface CopyFacts {
  id: string
  /** As `headOf` tells it: a copy with the same one is as good as new. */
  head: string
  key: string
  length: number
}

/** All at once: a hundred thousand may lie there as a page opens, and a struct for each takes half a second. */
const AllFacts = define<CopyFacts[]>('AllFacts', (value) => Array.isArray(value) && value.every(isFacts))

function isFacts(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const { id, head, key, length } = value
  return [id, head, key].every((text) => typeof text === 'string') && Number.isFinite(length)
}

/** What a copy is compared by: the last hash of the entry's history, and whether its secrets were erased, which adds no line. */
export function headOf({ head, isBare = false }: { head: string; isBare?: boolean | undefined }): string {
  return isBare ? `${head}/bare` : head
}

/**
 * Up to where the journal is copied: the last place in line, the last line of the history, and the count of entries
 * that retention has deleted or has erased the secrets of.
 */
const Position = type({ place: number(), n: number(), pruned: optional(number()) })
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
  copies: AllFacts,
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

/** The most copies in a gathered segment. A segment with half of them is not gathered again. */
const gatheredMax = 256
/** The count of small segments at which they are gathered, so that each copy is written only a few times. */
const smallMax = 8

/**
 * Plans a step: entries that have ended leave the mirror at once, new copies take the place of older ones, and small
 * segments are gathered once there are `smallMax` of them. Segments are never changed.
 */
export function planStep(
  segments: readonly Segment[],
  fresh: readonly string[],
  ended: readonly string[],
): MirrorStep {
  const leaving = new Set([...fresh, ...ended])
  const isTouched = ({ head, isCut = false }: Segment) =>
    isCut || head.copies.some(({ id }) => leaving.has(id))
  // Most segments stay as they are: of those there may be hundreds, and nothing is made of their copies.
  const toKept = ({ name, head }: Segment) => ({
    name,
    ids: new Set(head.copies.flatMap(({ id }) => (leaving.has(id) ? [] : id))),
  })
  const touched = segments.filter(isTouched)
  const carried = touched.map(toKept).filter(({ ids }) => ids.size > 0)
  let size = fresh.length + carried.reduce((sum, { ids }) => sum + ids.size, 0)
  const small = segments
    .filter((segment) => segment.head.copies.length < gatheredMax / 2 && !isTouched(segment))
    .map(toKept)
    .sort((left, right) => left.ids.size - right.ids.size)
  const gathered = []
  for (const one of small.length < smallMax ? [] : small) {
    if (one.ids.size > size || size + one.ids.size > gatheredMax) break
    size += one.ids.size
    gathered.push(one)
  }
  return {
    carried: [...carried, ...gathered],
    outdated: [...touched, ...gathered].map(({ name }) => name),
  }
}

/** The position that the mirror of a database has reached; undefined if it is not whole. */
export function findPosition(segments: readonly Segment[]): MirrorPosition | undefined {
  return segments.reduce<MirrorPosition | undefined>(
    (known, { head }) => further(known, head.position),
    undefined,
  )
}

/** The further one of two positions. */
export function further(
  one: MirrorPosition | undefined,
  other: MirrorPosition | undefined,
): MirrorPosition | undefined {
  // Each change of the journal adds a line to its history.
  return (one?.n ?? -1) < (other?.n ?? -1) ? other : one
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
