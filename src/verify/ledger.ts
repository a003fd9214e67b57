import type { LogRecord } from '../journal/seal/index.js'

/** What the log says of each place. */
export type Ledger = ReadonlyMap<number, readonly PlacedRecord[]>
export type PlacedRecord = Exclude<LogRecord, { at: number }>

/** The records of each place, in the order in which they were signed. */
export function groupRecords(records: readonly LogRecord[]): Ledger {
  const byPlace = new Map<number, PlacedRecord[]>()
  for (const record of records) {
    if (!('place' in record)) continue
    const known = byPlace.get(record.place)
    if (known) known.push(record)
    else byPlace.set(record.place, [record])
  }
  return byPlace
}

/** The ids that were ever signed for a place. */
export function idsOf(records: readonly PlacedRecord[]): string[] {
  return records.flatMap((record) => ('id' in record ? [record.id] : []))
}
