import { type BodyRow, type EntryRow, isSoundBody, isSoundEntry } from './below.js'
import type { Marked } from './claim.js'

/** The rows and bodies that this run is sending: no other code writes these bodies meanwhile, and rarely the rows. */
export interface InFlight {
  /** The rows as they were marked, as far as they are known. */
  findRows(run: number, places: readonly number[]): EntryRow[]
  findBodies(run: number, places: readonly number[]): BodyRow[]
  /** Whether a row has the expected form; a row that is unchanged since it was marked was checked then. */
  isSound(row: EntryRow): boolean
  /** Called after a turn is committed, with the entries that came back and those that were claimed. */
  change(run: number, back: readonly number[], left: readonly Marked[]): void
}

interface Known {
  /** The text of the row when it was marked, if it had the expected form. */
  text?: string
  row?: EntryRow
  body?: BodyRow
}

export function createInFlight(): InFlight {
  const known = new Map<number, Known>()
  let currentRun: number | undefined

  /** Another run may have changed the rows since. */
  function begin(run: number): void {
    if (run !== currentRun) known.clear()
    currentRun = run
  }
  return {
    findRows(run, places) {
      begin(run)
      return places.flatMap((place) => known.get(place)?.row ?? [])
    },
    findBodies(run, places) {
      begin(run)
      return places.flatMap((place) => known.get(place)?.body ?? [])
    },
    isSound(row) {
      const text = known.get(row.place)?.text
      return (text !== undefined && text === rowToText(row)) || isSoundEntry(row)
    },
    change(run, back, left) {
      begin(run)
      for (const place of back) known.delete(place)
      for (const { row, body, isSound } of left) {
        // A body that waits for its transaction id is written again before it is sent.
        const isKept = row.transactionOf === undefined && isSoundBody(body)
        known.set(row.place, { ...(isSound && { row, text: JSON.stringify(row) }), ...(isKept && { body }) })
      }
    },
  }
}

/** A damaged row may hold a value that JSON cannot represent. */
function rowToText(row: EntryRow): string | undefined {
  try {
    return JSON.stringify(row)
  } catch {
    // Such a row counts as not known, and is checked whole.
    return undefined
  }
}
