/** A fault that is planted into a page before web-platform-tests run there, and the test that must notice it. */
export interface PlatformFault {
  name: string
  /** What the page runs first. */
  script: string
  files: readonly string[]
  noticed: string
}

export const platformFaults: readonly PlatformFault[] = [
  {
    name: 'an abort keeps what was written',
    script: 'IDBTransaction.prototype.abort = IDBTransaction.prototype.commit',
    files: ['transaction-abort-generator-revert'],
    noticed:
      'transaction-abort-generator-revert: The current number of a key generator is reverted when a readwrite transaction aborts',
  },
  {
    name: 'a reading of some rows gives all',
    script: `const read = IDBObjectStore.prototype.getAll
      IDBObjectStore.prototype.getAll = function (query) {
        return read.call(this, query)
      }`,
    files: ['idbobjectstore_getAll'],
    noticed: 'idbobjectstore_getAll: Test maxCount',
  },
  {
    name: 'every index takes a list for one key',
    script: `const create = IDBObjectStore.prototype.createIndex
      IDBObjectStore.prototype.createIndex = function (name, path, options) {
        return create.call(this, name, path, { ...options, multiEntry: false })
      }`,
    files: ['idbindex-multientry'],
    noticed: 'idbindex-multientry: A 1000 entry multiEntry array',
  },
  {
    name: 'a transaction asked for strict durability is relaxed',
    script: `const begin = IDBDatabase.prototype.transaction
      IDBDatabase.prototype.transaction = function (stores, mode, options) {
        return begin.call(this, stores, mode, { ...options, durability: 'relaxed' })
      }`,
    files: ['transaction-relaxed-durability'],
    noticed: 'transaction-relaxed-durability: Committed data can be read back out: case 4',
  },
  {
    name: 'an open bound counts as closed',
    script: `const above = IDBKeyRange.lowerBound
      IDBKeyRange.lowerBound = (key) => above.call(IDBKeyRange, key, false)`,
    files: ['idbkeyrange'],
    noticed:
      'idbkeyrange: IDBKeyRange.lowerBound() - returns an IDBKeyRange and the properties are set correctly',
  },
]
