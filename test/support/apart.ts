import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, vi } from 'vitest'

// Files that share a process share its globals: each begins with no database, and leaves nothing put in another's place.
Dexie.dependencies.indexedDB = globalThis.indexedDB = new IDBFactory()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
