import { OwnError } from '../../domain/error-name.js'
import { TillOutdated } from '../../domain/errors.js'

/** The tables that every version of the database has; without them another program made it. */
const firstTables = ['entries', 'bodies', 'receipts', 'history', 'pauses', 'runs', 'validators', 'settings']

function hasFirstTables({ objectStoreNames }: IDBDatabase): boolean {
  return firstTables.every((name) => objectStoreNames.contains(name))
}

export interface Guard {
  /** Once a till is open, its database must exist: an empty one must not take its place. */
  mayCreate: boolean
  /** Whether an opening found no database, or another one. */
  isGone: boolean
}

/** Dexie multiplies versions by ten, and uses the numbers between for its own patches. */
const versionStep = 10

/** Opens the database at our version or not at all: Dexie would open, and even patch, a newer release's data. */
export function guardFactory(indexedDB: IDBFactory, guard: Guard): IDBFactory {
  return {
    open(name, version) {
      if (version === undefined) throw new TillOutdated('openTill')
      if (version % versionStep !== 0)
        throw new OwnError('the database of this name belongs to another program')
      const request = indexedDB.open(name, version)
      request.addEventListener('upgradeneeded', (event) => {
        const isForeign = event.oldVersion > 0 && !hasFirstTables(request.result)
        if (!isForeign && (event.oldVersion > 0 || guard.mayCreate)) return
        guard.isGone = !isForeign
        event.stopImmediatePropagation()
        // An aborted creation leaves nothing behind.
        request.transaction?.abort()
      })
      return request
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name),
    databases: () => indexedDB.databases(),
    cmp: (left, right) => indexedDB.cmp(left, right),
  }
}
