import { is } from '../domain/is.js'
import type { Marked } from './claim.js'
import { BodyRow, EntryRow } from './rows.js'

/** What this run is sending: nobody else writes the sealed bodies while it does, and hardly anybody the rows. */
export interface UnderWay {
  /** The bodies of those that stand at the given places. */
  findBodies(run: number, places: readonly number[]): BodyRow[]
  /** Whether a row is as it should be; one that is as it was marked has been looked at. */
  isSound(row: EntryRow): boolean
  /** Once a turn has been committed: some have come back, others have left. */
  change(run: number, back: readonly number[], left: readonly Marked[]): void
}

interface Known {
  /** The row as it was marked, if it was sound. */
  text?: string
  body?: BodyRow
}

export function createUnderWay(): UnderWay {
  const known = new Map<number, Known>()
  let of: number | undefined

  /** What another run left behind may have been changed since. */
  function begin(run: number): void {
    if (run !== of) known.clear()
    of = run
  }

  return {
    findBodies(run, places) {
      begin(run)
      return places.flatMap((place) => known.get(place)?.body ?? [])
    },
    isSound(row) {
      const text = known.get(row.place)?.text
      return (text !== undefined && text === rowToText(row)) || is(row, EntryRow)
    },
    change(run, back, left) {
      begin(run)
      for (const place of back) known.delete(place)
      for (const { row, body, isSound } of left) {
        // A body that waits for its transaction is written once more before it is sent.
        const isKept = row.transactionOf === undefined && is(body, BodyRow)
        known.set(row.place, { ...(isSound && { text: JSON.stringify(row) }), ...(isKept && { body }) })
      }
    },
  }
}

/** A damaged row may hold what no text can say. */
function rowToText(row: EntryRow): string | undefined {
  try {
    return JSON.stringify(row)
  } catch {
    return undefined
  }
}
