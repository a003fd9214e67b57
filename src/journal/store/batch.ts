import { Dexie, type ObservabilitySet, RangeSet, type Table } from 'dexie'
import { isChromium } from './chromium.js'

// An empty request to the database takes time too, and most turns write little.

/** The rows of the keys, in the same order. */
export function getAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  keys: Key[],
): Promise<(Row | undefined)[]> | (Row | undefined)[] {
  return keys.length > 0 ? table.bulkGet(keys) : []
}

// Writes bypass Dexie, which waits for the result of each request. No result is waited for: a failed write undoes the
// whole transaction, and a read that follows a write sees it.

/** Adds new rows in the current transaction; their keys are in the requests once it has ended. */
export function addAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  rows: readonly Fresh[],
): IDBRequest<IDBValidKey>[] {
  return writeAll(table, rows, 'add')
}

/** Puts rows in the current transaction. */
export function putAll<Row, Key, Fresh>(table: Table<Row, Key, Fresh>, rows: readonly Fresh[]): void {
  writeAll(table, rows, 'put')
}

/** Deletes the rows of the keys in the current transaction; a key without a row is no error. */
export function deleteAll<Row, Key extends IDBValidKey, Fresh>(
  table: Table<Row, Key, Fresh>,
  keys: readonly Key[],
): void {
  if (keys.length === 0) return
  const { idbtrans } = Dexie.currentTransaction
  const store = idbtrans.objectStore(table.name)
  for (const key of keys) store.delete(key).onerror = keepFromDexie
  notifyWatchers(idbtrans, table)
}

/**
 * Commits the current transaction at once, so that the browser does not wait for further requests. Only in Chromium:
 * after an early commit Firefox 153 keeps the other rows when one row cannot be written, and WebKit does not report
 * why it kept none.
 */
export function commit(): void {
  if (isChromium()) Dexie.currentTransaction.idbtrans.commit()
}

function writeAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  rows: readonly Fresh[],
  how: 'add' | 'put',
): IDBRequest<IDBValidKey>[] {
  if (rows.length === 0) return []
  const { idbtrans } = Dexie.currentTransaction
  const store = idbtrans.objectStore(table.name)
  notifyWatchers(idbtrans, table, rows)
  return rows.map((row) => {
    const request = store[how](row)
    request.onerror = keepFromDexie
    return request
  })
}

/** If Dexie handled the error, the failure would not undo the transaction. */
function keepFromDexie(event: Event): void {
  event.stopPropagation()
}

/** Dexie notifies the live queries on these rows, in every tab, after the commit. */
function notifyWatchers<Row, Key, Fresh>(
  transaction: IDBTransaction & { mutatedParts?: ObservabilitySet },
  { db, name, schema: { primKey, indexes } }: Table<Row, Key, Fresh>,
  rows?: readonly Fresh[],
): void {
  const parts = (transaction.mutatedParts ??= {})
  for (const { name: index, keyPath, unique } of [primKey, ...indexes]) {
    // No live query uses the other indexes: for them the whole range counts as changed.
    const isNamed = typeof keyPath === 'string' && (index === primKey.name || unique === true)
    const changed =
      rows && isNamed
        ? new RangeSet().addKeys(
            rows.map((row) => Dexie.getByKeyPath(row as object, keyPath) as string | number),
          )
        : new RangeSet(Dexie.minKey, Dexie.maxKey)
    const part = `idb://${db.name}/${name}/${index === primKey.name ? '' : index}`
    parts[part] = parts[part] ? changed.add(parts[part]) : changed
  }
}
