import { array, enums, literal, number, object, optional, string, tuple, type Infer } from 'superstruct'
import { operationKinds } from '../domain/endpoints.js'
import { moment } from '../domain/fields.js'
import { is } from '../domain/is.js'
import { pauseReasons } from '../domain/outcome.js'
import type { Position } from '../journal/news.js'

/** A pause by its scope, its reason and when it began. */
const KnownPause = tuple([
  enums(['till', 'service', ...operationKinds]),
  enums(['held', ...pauseReasons]),
  moment,
])
export type KnownPause = Infer<typeof KnownPause>

/** What a listener knows of the till as a whole; a part that has not been known yet is missing. */
const Known = object({
  pauses: optional(array(KnownPause)),
  storage: string(),
  worker: string(),
  stalledSince: optional(moment),
})
export type Known = Infer<typeof Known>

const Cursor = object({ v: literal(1), birth: string(), n: number(), place: number(), known: Known })

/** Where a listener stands: how far in which journal, and what it knows beside it. */
export interface Standpoint {
  birth: string
  position: Position
  known: Known
}

/** A standpoint as text, for whoever wants to go on from it. */
export function standpointToCursor({ birth, position: { n, place }, known }: Standpoint): string {
  return JSON.stringify({ v: 1, birth, n, place, known })
}

/** The standpoint that a cursor tells of; none if it is no cursor. */
export function cursorToStandpoint(cursor: string): Standpoint | undefined {
  try {
    const value: unknown = JSON.parse(cursor)
    if (!is(value, Cursor)) return undefined
    const { birth, n, place, known } = value
    return { birth, position: { n, place }, known }
  } catch {
    return undefined
  }
}
