import type { Table } from 'dexie'

// A database that is asked for nothing takes its time all the same, and most turns have little to write.

/** The rows under those keys, in their order. */
export function getAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  keys: Key[],
): Promise<(Row | undefined)[]> | (Row | undefined)[] {
  return keys.length > 0 ? table.bulkGet(keys) : []
}

/** Writes rows that are new. */
export function addAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  rows: readonly Fresh[],
): Promise<unknown> | undefined {
  return rows.length > 0 ? table.bulkAdd(rows) : undefined
}

/** Writes the rows, each over the one that has its key. */
export function putAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  rows: readonly Fresh[],
): Promise<unknown> | undefined {
  return rows.length > 0 ? table.bulkPut(rows) : undefined
}
