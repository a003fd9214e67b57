import { Dexie, RangeSet, type ObservabilitySet, type Table } from 'dexie'
import { isChromium } from './chromium.js'

// A database that is asked for nothing takes its time all the same, and most turns have little to write.

/** The rows under those keys, in their order. */
export function getAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  keys: Key[],
): Promise<(Row | undefined)[]> | (Row | undefined)[] {
  return keys.length > 0 ? table.bulkGet(keys) : []
}

// Writing goes past Dexie, which waits for the browser's answers and looks at each. Nobody needs them: what cannot be
// written undoes the whole transaction, and what is asked after a write finds it written.

/** Writes rows that are new in the transaction that is on. */
export function addAll<Row, Key, Fresh>(table: Table<Row, Key, Fresh>, rows: readonly Fresh[]): void {
  writeAll(table, rows, 'add')
}

/** Writes rows in the transaction that is on, each over the one that has its key. */
export function putAll<Row, Key, Fresh>(table: Table<Row, Key, Fresh>, rows: readonly Fresh[]): void {
  writeAll(table, rows, 'put')
}

/**
 * Says that nothing more will be asked in the transaction that is on. The browser commits at once, where it would
 * otherwise answer first and then wait whether there is more. Only Chromium is told so: once it has been, Firefox 153
 * keeps the other rows where one cannot be written, and WebKit does not say why it kept none.
 */
export function commit(): void {
  if (isChromium()) Dexie.currentTransaction.idbtrans.commit()
}

function writeAll<Row, Key, Fresh>(
  table: Table<Row, Key, Fresh>,
  rows: readonly Fresh[],
  how: 'add' | 'put',
): void {
  if (rows.length === 0) return
  const { idbtrans } = Dexie.currentTransaction
  const store = idbtrans.objectStore(table.name)
  for (const row of rows) store[how](row).onerror = keepFromDexie
  tellWatchers(idbtrans, table, rows)
}

/** Dexie would keep a failure that it hears of from undoing the rest. */
function keepFromDexie(event: Event): void {
  event.stopPropagation()
}

/** Dexie tells whoever watches one of these rows, in this tab and in all others, once they are committed. */
function tellWatchers<Row, Key, Fresh>(
  transaction: IDBTransaction & { mutatedParts?: ObservabilitySet },
  { db, name, schema: { primKey, indexes } }: Table<Row, Key, Fresh>,
  rows: readonly Fresh[],
): void {
  const parts = (transaction.mutatedParts ??= {})
  for (const { name: index, keyPath, unique } of [primKey, ...indexes]) {
    // Nobody watches any other index: of those it is only said that something has changed.
    const isNamed = typeof keyPath === 'string' && (index === primKey.name || unique === true)
    const told = isNamed
      ? new RangeSet().addKeys(
          rows.map((row) => Dexie.getByKeyPath(row as object, keyPath) as string | number),
        )
      : new RangeSet(Dexie.minKey, Dexie.maxKey)
    const part = `idb://${db.name}/${name}/${index === primKey.name ? '' : index}`
    parts[part] = parts[part] ? told.add(parts[part]) : told
  }
}
