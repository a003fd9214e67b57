import { isUnresolved, type EntryState } from '../domain/entry.js'

/** An operation like one that was settled within this time counts as a duplicate. */
const duplicateMs = 600_000

/** The facts of an entry that a new one is compared with. */
export interface Twin {
  id: string
  state: EntryState
  endedAt?: number | undefined
}

/** The first of the entries with the same fingerprint that is unresolved or was settled recently. */
export function findTwin<Row extends Twin>(alike: readonly Row[], id: string, now: number): Row | undefined {
  // An end further in the future than that was dated by a clock that has been set back since.
  const isRecent = ({ state, endedAt = NaN }: Row) =>
    state === 'settled' && Math.abs(now - endedAt) < duplicateMs
  return alike.find((row) => row.id !== id && (isUnresolved(row) || isRecent(row)))
}
