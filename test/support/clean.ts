import Dexie from 'dexie'
import { afterAll, beforeAll } from 'vitest'
import { calmSandbox } from './service.js'

// Where Dexie looks for faults it prints a stack for each transaction that a test breaks off on purpose.
Dexie.debug = false

/** All files share one service: what the file before left in its books is none of this one's. */
beforeAll(calmSandbox)

/** Every till holds megabytes in reserve: what a file of tests leaves behind would in the end fill the browser's quota. */
afterAll(async () => {
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
})
