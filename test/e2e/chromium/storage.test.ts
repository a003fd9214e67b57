import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { CDPSession, Page } from 'playwright'
import type { Till } from '../../../src/index.js'
import { engineToWords, refuseSync, startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import {
  askWorker,
  cutOff,
  listDatabases,
  readStatus,
  readTables,
  ringUpMany,
  untilReady,
  untilStatus,
  tryEverything,
} from '../../support/page.js'
import { readLedger, resetSandbox, setOutage } from '../../support/sandbox.js'
import { startHost } from '../../support/host.js'
import type { Server } from '../../support/vite.js'

declare const counterfoilTill: Till

let server: Server
const profiles: { remove: () => void }[] = []
const browsers: Chromium[] = []

beforeAll(async () => {
  server = await startHost({ isInFull: true })
})
afterAll(async () => {
  await server.stop()
  for (const profile of profiles) profile.remove()
})
afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.kill()
  await setOutage(server.url, false)
  await resetSandbox(server.url)
})

function newProfile(): string {
  const profile = createProfile()
  profiles.push(profile)
  return profile.path
}

async function start(profile = newProfile()): Promise<Chromium> {
  const browser = await startChromium(profile, engineToWords(inject('engine')))
  browsers.push(browser)
  return browser
}

async function openTillPage(browser: Chromium): Promise<Page> {
  const page = await browser.open(server.url)
  await untilReady(page)
  return page
}

/** A page of the same origin that is no till. */
async function openNeighbour(browser: Chromium): Promise<Page> {
  return browser.open(`${server.url}/api/_sandbox/state`)
}

async function createSession(browser: Chromium): Promise<CDPSession> {
  const [blank] = browser.context.pages()
  if (!blank) throw new Error('the browser has no blank page')
  return browser.context.newCDPSession(blank)
}

/** Chromium looks at the room only now and then: it must be as small as this from the beginning. */
const roomBytes = 12_000_000

/**
 * Enough to deliver what waits: LevelDB's log grows by up to 4 MB, and before that is deleted it is written once more as
 * a table. And not enough to take a reserve as well: that takes 10 MB, and LevelDB frees up to 3 MB as it is opened.
 */
const spareBytes = 6_000_000

/** What the demo's own files take in the cache, which Chromium at first counts in part. */
const cacheBytes = 3_330_000

async function limitRoom(session: CDPSession, quotaSize?: number): Promise<void> {
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: server.url,
    ...(quotaSize !== undefined && { quotaSize }),
  })
}

/** The till's reserve is taken, which is most of what this origin takes. */
async function untilReserved(page: Page): Promise<void> {
  await expect.poll(() => readUsage(page)).toBeGreaterThan(8_000_000)
}

async function readUsage(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
}

/** The same once Chromium has counted the cache. */
async function readFinalUsage(page: Page): Promise<number> {
  const estimate = await page.evaluate(() => navigator.storage.estimate())
  const { usage = 0, usageDetails } = estimate as StorageEstimate & { usageDetails?: { caches?: number } }
  return usage - (usageDetails?.caches ?? 0) + cacheBytes
}

/** How much the till's reserve holds; what there is none of is not made by asking. */
async function countReserve(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('counterfoil:reserve')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => {
          resolve(0)
        }
        opening.onsuccess = () => {
          const { result } = opening
          const counting = result.transaction('room').objectStore('room').count()
          counting.onsuccess = () => {
            result.close()
            resolve(counting.result)
          }
        }
      }),
  )
}

/** Chromium clears away what was given back when it gets to it; until then there is no room to begin. */
async function beginReplay(page: Page, observer = page): Promise<void> {
  const begin = () => page.evaluate(() => counterfoilTill.replay().then(() => 'begun', String))
  const readEstimate = () => observer.evaluate(async () => JSON.stringify(await navigator.storage.estimate()))
  await expect
    .poll(async () => {
      const end = await begin()
      return end === 'begun' ? end : `${end} ${await readEstimate()}`
    })
    .toBe('begun')
}

/** Whole or not there at all: entry, body and receipt of each. */
async function expectWhole(page: Page, told: readonly string[]): Promise<void> {
  const { entries, bodies, receipts } = await readTables(page)
  expect(told.filter((id) => !entries.includes(id))).toEqual([])
  expect(bodies).toEqual(entries)
  expect(receipts).toEqual(entries)
}

describe('a disk that fills up', () => {
  it('refuses new sales while there is still room for what waits, loses nothing, and delivers it all', async () => {
    const profile = newProfile()
    // A worker that is woken before the room is limited would have Chromium go by the room that it finds then.
    refuseSync(profile)
    const first = await start(profile)
    await limitRoom(await createSession(first), roomBytes)
    const page = await openTillPage(first)
    await cutOff(page, server.url)
    await untilReserved(page)
    const { ids, refusal } = await ringUpMany(page, 5_000, 20_000)
    expect(refusal).toMatchObject({ code: 'storage-refused' })
    await untilStatus(page, { storage: { state: 'low' }, counts: { queued: ids.length } })
    await expectWhole(page, ids)
    // Killed before the browser got to it, the reserve would still be there.
    await expect.poll(() => countReserve(page)).toBe(0)
    const usage = await readFinalUsage(page)
    await first.kill()

    const second = await start(profile)
    const session = await createSession(second)
    await limitRoom(session, usage + spareBytes)
    const again = await openTillPage(second)
    await expectWhole(again, ids)
    await untilStatus(again, { storage: { state: 'low' } })
    expect((await ringUpMany(again, 1)).refusal).toMatchObject({ code: 'storage-refused' })
    await setOutage(server.url, false)
    await beginReplay(again)
    const settled = { queued: 0, sending: 0, parked: 0, settled: ids.length }
    await untilStatus(again, { counts: settled })
    expect((await readLedger(server.url)).effects).toHaveLength(ids.length)

    await limitRoom(session)
    await expect.poll(async () => (await ringUpMany(again, 1)).ids.length).toBe(1)
    await untilStatus(again, { storage: { state: 'open' } })
  })

  it('through somebody else of the same origin: the browser’s own refusal is no lie either', async () => {
    const browser = await start()
    await limitRoom(await createSession(browser), roomBytes)
    const page = await openTillPage(browser)
    await cutOff(page, server.url)
    await untilReserved(page)
    // The till asks for an estimate every minute, and would then refuse by itself what the browser shall refuse here.
    await page.evaluate(() => {
      navigator.storage.estimate = () => Promise.reject(new Error('no estimate'))
    })
    const before = await ringUpMany(page, 5)
    expect(await countReserve(page)).toBe(1)
    const neighbour = await openNeighbour(browser)
    await fillUp(neighbour)
    const { ids, refusal } = await ringUpMany(page, 1_000, 20_000)
    expect(refusal).toMatchObject({ code: 'storage-refused' })
    // Page or worker, the first that the browser refuses gives the reserve back; without an estimate nothing else does.
    await expect.poll(() => countReserve(page)).toBe(0)
    const told = [...before.ids, ...ids]
    await untilStatus(page, { storage: { state: 'low' }, counts: { queued: told.length } })
    await expectWhole(page, told)

    await setOutage(server.url, false)
    await beginReplay(page, neighbour)
    const settled = { queued: 0, sending: 0, parked: 0, settled: told.length }
    await untilStatus(page, { storage: { state: 'low' }, counts: settled })
    expect((await readLedger(server.url)).effects).toHaveLength(told.length)

    await removeDatabase(neighbour, 'ballast')
    await expect.poll(async () => (await ringUpMany(page, 1)).ids.length).toBe(1)
    await untilStatus(page, { storage: { state: 'open' } })
  })

  it('while nobody rings up: what waits is delivered in the room held for it', async () => {
    const browser = await start()
    await limitRoom(await createSession(browser), roomBytes)
    const page = await openTillPage(browser)
    await cutOff(page, server.url)
    await untilReserved(page)
    const { ids } = await ringUpMany(page, 50)
    await untilStatus(page, { counts: { queued: 50 } })
    await fillUp(await openNeighbour(browser))
    await setOutage(server.url, false)
    await beginReplay(page)
    await untilStatus(page, { counts: { queued: 0, sending: 0, parked: 0, settled: ids.length } })
    expect((await readLedger(server.url)).effects).toHaveLength(50)
    expect((await ringUpMany(page, 50, 20_000)).refusal).toMatchObject({ code: 'storage-refused' })
  })
})

/** Takes all the room there is, down to the last kilobyte. */
async function fillUp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('ballast', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('blobs', { autoIncrement: true })
      request.onsuccess = () => {
        resolve(request.result)
      }
      request.onerror = () => {
        reject(request.error ?? new Error('no ballast'))
      }
    })
    const put = (size: number) =>
      new Promise<boolean>((resolve) => {
        const transaction = database.transaction('blobs', 'readwrite')
        const bytes = crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536)))
        const parts = Array.from({ length: Math.ceil(size / bytes.length) }, () => bytes)
        transaction.objectStore('blobs').add(new Blob(parts))
        transaction.oncomplete = () => {
          resolve(true)
        }
        transaction.onabort = () => {
          resolve(false)
        }
      })
    for (const size of [1_048_576, 65_536, 4_096, 1_024]) while (await put(size));
    database.close()
  })
}

async function removeDatabase(page: Page, name: string): Promise<void> {
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = () => {
          resolve()
        }
        request.onerror = () => {
          reject(request.error ?? new Error('not deleted'))
        }
      }),
    name,
  )
}

describe('a database that vanishes under the page', () => {
  it.each<[string, (browser: Chromium) => Promise<void>]>([
    ['its site data is cleared', (browser) => clearData(browser, 'indexeddb')],
    ['everything of its site is cleared', (browser) => clearData(browser, 'all')],
  ])('is told as deleted, with nothing counted and nothing created anew: %s', async (how, vanish) => {
    const browser = await start()
    const page = await openTillPage(browser)
    const neighbour = await openNeighbour(browser)
    await cutOff(page, server.url)
    await ringUpMany(page, 3)
    await untilStatus(page, { counts: { queued: 3 } })
    const waiting = page.evaluate(async () => {
      const [entry] = await counterfoilTill.entries()
      return counterfoilTill.settled(entry?.id ?? '').catch((error: unknown) => String(error))
    })
    await page.evaluate(() => counterfoilTill.entries())
    await vanish(browser)
    await untilStatus(page, { storage: { state: 'deleted' }, replay: { running: false } })
    expect((await readStatus(page)).counts).toEqual({})
    expect(await waiting).toContain('deleted from the browser')
    const ends = await tryEverything(page)
    expect(ends.filter((end) => !/^storage-refused: .*deleted from the browser/.test(end))).toEqual([])
    const status = page.locator('counterfoil-status')
    await expect.poll(() => status.locator('[part=waiting]').textContent()).toBe('Waiting: not known')
    expect(await status.locator('[part~=storage]').textContent()).toContain('deleted')
    if (how !== 'everything of its site is cleared') {
      // The worker hears of it in its own time; until then its own attempts fail.
      await expect.poll(() => askWorker(page)).toEqual({ tag: 'declined', option: 'name' })
    }
    await expect.poll(() => listDatabases(neighbour)).toEqual([])
  })
})

async function clearData(browser: Chromium, storageTypes: string): Promise<void> {
  const session = await createSession(browser)
  await session.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes })
}
