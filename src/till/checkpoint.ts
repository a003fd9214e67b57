import { array, enums, literal, number, object, optional, string, tuple, type Infer } from 'superstruct'
import { operationKinds } from '../domain/endpoints.js'
import { moment } from '../domain/fields.js'
import { is } from '../domain/is.js'
import { pauseReasons } from '../domain/outcome.js'
import type { Position } from '../journal/views/index.js'

/** A pause, named by its scope, its reason and its beginning. */
const KnownPause = tuple([
  enums(['till', 'service', ...operationKinds]),
  enums(['held', ...pauseReasons]),
  moment,
])
export type KnownPause = Infer<typeof KnownPause>

/** What a listener knows of the whole till; an unknown part is missing. */
const Known = object({
  pauses: optional(array(KnownPause)),
  storage: string(),
  worker: string(),
  stalledSince: optional(moment),
  copies: optional(string()),
})
export type Known = Infer<typeof Known>

const Cursor = object({ v: literal(1), birth: string(), n: number(), place: number(), known: Known })

/** The position of a listener in a journal, and what it knows of the whole till. */
export interface Checkpoint {
  birth: string
  position: Position
  known: Known
}

/** A checkpoint as text, from which a listener can continue. */
export function checkpointToCursor({ birth, position: { n, place }, known }: Checkpoint): string {
  return JSON.stringify({ v: 1, birth, n, place, known })
}

/** The checkpoint of a cursor; undefined if it is not a cursor. */
export function cursorToCheckpoint(cursor: string): Checkpoint | undefined {
  try {
    const value: unknown = JSON.parse(cursor)
    if (!is(value, Cursor)) return undefined
    const { birth, n, place, known } = value
    return { birth, position: { n, place }, known }
  } catch {
    // The caller refuses a text that is no cursor.
    return undefined
  }
}
