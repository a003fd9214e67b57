import { is } from '../domain/is.js'
import type { Marked } from './claim.js'
import { BodyRow } from './rows.js'

/** The sealed bodies of what this run is sending: nobody else writes them while it does. */
export interface UnderWay {
  /** Those that stand at the given places. */
  find(run: number, places: readonly number[]): BodyRow[]
  /** Once a turn has been committed: some have come back, others have left. */
  change(run: number, back: readonly number[], left: readonly Marked[]): void
}

export function createUnderWay(): UnderWay {
  const bodies = new Map<number, BodyRow>()
  let of: number | undefined

  /** What another run left behind may have been changed since. */
  function begin(run: number): void {
    if (run !== of) bodies.clear()
    of = run
  }

  return {
    find(run, places) {
      begin(run)
      return places.flatMap((place) => bodies.get(place) ?? [])
    },
    change(run, back, left) {
      begin(run)
      for (const place of back) bodies.delete(place)
      for (const { row, body } of left) {
        // A body that waits for its transaction is written once more before it is sent.
        if (row.transactionOf === undefined && is(body, BodyRow)) bodies.set(row.place, body)
      }
    },
  }
}
