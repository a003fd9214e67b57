import { afterAll } from 'vitest'

/** Every till holds megabytes in reserve: what a file of tests leaves behind would in the end fill the browser's quota. */
afterAll(async () => {
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
})
