import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** What a site may leave in each of the places that a browser gives it, beside the databases of the till. */
export interface Marks {
  localStorage: string
  cookie: string
  cache: string
  directory: string
  /** In a database of a storage bucket of its own. */
  bucket: string
}

export const marksKept: Marks = {
  localStorage: 'kept',
  cookie: 'mark=kept',
  cache: 'kept',
  directory: 'kept',
  bucket: 'kept',
}

/** What Chromium leaves where it deletes databases. */
export const marksWithoutDatabases: Marks = { ...marksKept, bucket: '' }

/** Not yet among the types of the web. */
interface Buckets {
  storageBuckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
}

/** Leaves a mark in each place, committed. */
export async function leaveMarks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('mark', 'kept')
    document.cookie = 'mark=kept; max-age=86400'
    await (await caches.open('mark')).put('/mark', new Response('kept'))
    const root = await navigator.storage.getDirectory()
    const file = await (await root.getFileHandle('mark', { create: true })).createWritable()
    await file.write('kept')
    await file.close()
    const { indexedDB } = await (navigator as unknown as Buckets).storageBuckets.open('mark')
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('mark', 1)
      const fail = () => {
        reject(opening.error ?? new Error('the bucket keeps nothing'))
      }
      opening.onerror = fail
      opening.onupgradeneeded = () => opening.result.createObjectStore('marks')
      opening.onsuccess = () => {
        const writing = opening.result.transaction('marks', 'readwrite', { durability: 'strict' })
        writing.objectStore('marks').put('kept', 'mark')
        writing.onabort = fail
        writing.oncomplete = () => {
          opening.result.close()
          resolve()
        }
      }
    })
  })
}

/** The marks that a page finds. */
export async function readMarks(page: Page): Promise<Marks> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const file = await root.getFileHandle('mark').catch(() => undefined)
    const { indexedDB } = await (navigator as unknown as Buckets).storageBuckets.open('mark')
    const readBucket = () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('mark')
        opening.onerror = () => {
          reject(opening.error ?? new Error('the bucket opens nothing'))
        }
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction('marks').objectStore('marks').get('mark')
          reading.onsuccess = () => {
            database.close()
            resolve(String(reading.result))
          }
        }
      })
    const isInBucket = (await indexedDB.databases()).length > 0
    return {
      localStorage: localStorage.getItem('mark') ?? '',
      cookie: document.cookie,
      cache: (await (await caches.match('/mark'))?.text()) ?? '',
      directory: (await (await file?.getFile())?.text()) ?? '',
      bucket: isInBucket ? await readBucket() : '',
    }
  })
}

/**
 * Chromium files localStorage a while after it was written, and as the last page of an origin goes. A browser that ends
 * before that has lost it.
 */
export async function untilMarksFiled(profile: string): Promise<void> {
  const folder = join(profile, 'Default/Local Storage/leveldb')
  const isFiled = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .some((name) => readFileSync(join(folder, name)).includes('mark'))
  await expect.poll(isFiled, { interval: 50 }).toBe(true)
}
