/** A database as a release left it on disk: its stores, their indexes and every row. */
export interface StoredSample {
  release: string
  /** As IndexedDB counts it: Dexie multiplies its own number by ten. */
  version: number
  stores: readonly StoredStore[]
}

interface StoredStore {
  name: string
  keyPath: string | string[]
  autoIncrement: boolean
  indexes: readonly StoredIndex[]
  rows: readonly object[]
}

interface StoredIndex {
  name: string
  keyPath: string | string[]
  unique: boolean
  multiEntry: boolean
}

/** Puts a release's database back as it was, past all code that might have changed since. */
export async function restoreStored(sample: StoredSample, name: string): Promise<void> {
  const opening = indexedDB.open(name, sample.version)
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion > 0) throw new Error(`restoring ${name} was refused: such a database exists`)
    for (const store of sample.stores) createStore(opening.result, store)
  }
  const database = await settle(opening)
  const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve()
    }
    transaction.onabort = () => {
      reject(new Error(`restoring ${name} was aborted`, { cause: transaction.error }))
    }
  })
  for (const { name: store, rows } of sample.stores) {
    for (const row of rows) transaction.objectStore(store).add(reviveBytes(row))
  }
  await done
  database.close()
}

/** Every row of a database, by store, as it lies on disk. */
export async function readStored(name: string): Promise<Record<string, unknown[]>> {
  const database = await settle(indexedDB.open(name))
  const stores = [...database.objectStoreNames]
  const transaction = database.transaction(stores)
  const rows = await Promise.all(
    stores.map(async (store) => [store, await settle(transaction.objectStore(store).getAll())] as const),
  )
  database.close()
  return Object.fromEntries(rows)
}

/** JSON has no bytes: they lie in a sample as what they are in base64. */
function reviveBytes(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      isBytes(value) ? toBytes(value) : value,
    ]),
  )
}

function isBytes(value: unknown): value is { bytes: string } {
  return typeof value === 'object' && value !== null && 'bytes' in value && typeof value.bytes === 'string'
}

function toBytes({ bytes }: { bytes: string }): Uint8Array {
  return Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
}

function createStore(database: IDBDatabase, { name, keyPath, autoIncrement, indexes }: StoredStore): void {
  const store = database.createObjectStore(name, { keyPath, autoIncrement })
  for (const { name: index, keyPath: path, ...options } of indexes) store.createIndex(index, path, options)
}

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(new Error('the database refused', { cause: request.error }))
    }
  })
}
