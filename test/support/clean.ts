import Dexie from 'dexie'
import { afterAll, beforeAll } from 'vitest'
import { calmSandbox } from './service.js'
import { refuseTurns, spareReserves } from './sparing.js'

// Where Dexie looks for faults it prints a stack for each transaction that a test breaks off on purpose.
Dexie.debug = false

spareReserves()
beforeAll(refuseTurns)

/** All files share one service: what the file before left in its books is none of this one's. */
beforeAll(calmSandbox)

afterAll(async () => {
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
})
