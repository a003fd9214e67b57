import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Till } from '../../src/index.js'
import { startChromium, type Chromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { findBlock } from '../support/blocks.js'
import {
  buildWithBundler,
  bundlers,
  checkTypes,
  installExisting,
  type Bundler,
  type ExistingApp,
} from '../support/existing.js'
import { startHost, waitForWorker, type HostTerms } from '../support/host.js'
import { isNoise, readStatus, untilPrecached, untilReady, untilStatus } from '../support/page.js'
import { readLedger, setFaults, setOutage } from '../support/sandbox.js'
import type { Server } from '../support/vite.js'

// A shop's app that was there first: React 18, Vite 5, TypeScript 5.5, its own Dexie, its own worker with a cache.

declare const counterfoilTill: Till

const profile = createProfile()
let app: ExistingApp
let browser: Chromium
const servers: Server[] = []
const pages: Page[] = []

async function startBrowser(): Promise<void> {
  browser = await startChromium(profile.path)
}

beforeAll(async () => {
  app = await installExisting(inject('tarball').path)
  await startBrowser()
})
afterAll(async () => {
  await browser.kill()
  profile.remove()
  app.remove()
})
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()))
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

/** Each test has an origin of its own, and so no worker and no data of another. */
async function serve(folder = app.site, terms: HostTerms = {}): Promise<Server> {
  const server = await startHost({ folder, ...terms })
  servers.push(server)
  return server
}

async function visit(url: string): Promise<Page> {
  const page = await browser.open(url)
  pages.push(page)
  return page
}

async function open(url: string): Promise<Page> {
  const page = await visit(url)
  await untilReady(page)
  return page
}

/** The shop's own worker controls the page, as it did before the till came. */
async function openControlled(url: string): Promise<Page> {
  const page = await open(url)
  await untilPrecached(page)
  return page
}

const button = (page: Page) => page.getByRole('button', { name: 'Refund 25.00' })

/** What the shop says of the press, so that a failure tells why it was not safe. */
async function untilSafe(page: Page): Promise<void> {
  await expect.poll(() => page.locator('#root > p').textContent()).toBe('Safe')
}

async function ringUp(page: Page): Promise<void> {
  await button(page).click()
  await untilSafe(page)
}

const replay = (page: Page) => page.evaluate(() => void counterfoilTill.replay())

/** The state of each sale in the shop's own database. */
function readSales(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const settle = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result)
        }
        request.onerror = () => {
          reject(request.error ?? new Error('reading failed'))
        }
      })
    const database = await settle(indexedDB.open('shop'))
    const sales = (await settle(database.transaction('sales').objectStore('sales').getAll())) as {
      state: string
    }[]
    database.close()
    return sales.map(({ state }) => state)
  })
}

const untilSales = (page: Page, states: string[]) => expect.poll(() => readSales(page)).toEqual(states)

async function readRefunds(url: string): Promise<string[]> {
  const { effects, arrivals } = await readLedger(url)
  expect(effects.map(({ operation }) => operation)).toEqual(['refund'])
  return arrivals
    .filter(({ path }) => path.endsWith('/refund'))
    .map(({ headers }) => new URL(headers.referer ?? url).pathname)
}

it('the shop’s code is what the guide tells, its own compiler takes it, and its own Dexie serves both', async () => {
  expect(readFileSync('test/apps/existing/src/sales.ts', 'utf8')).toBe(findBlock('sales').code)
  expect(readFileSync('test/apps/existing/src/status.tsx', 'utf8')).toBe(findBlock('react-18').code)
  expect(await checkTypes(app)).toBe('')
  expect(existsSync(join(app.folder, 'node_modules/counterfoil/node_modules/dexie'))).toBe(false)
})

it.each(Object.keys(bundlers).map(Number) as Bundler[])(
  'what README tells was not built by Vite %s, or stayed blank',
  async (bundler) => {
    const { url } = await serve(await buildWithBundler(app, bundler))
    const page = await visit(url)
    await button(page).click()
    await page.getByText(/^Safe: /).waitFor()
    await expect.poll(async () => (await readLedger(url)).effects.length).toBe(1)
  },
)

describe('a shop’s own worker', () => {
  it('lost its place to the ready-made one, and the shop its offline page', async () => {
    const server = await serve()
    const before = await openControlled(`${server.url}/?own=/sw.js&worker=none`)
    await before.close()
    const page = await open(`${server.url}/?own=/sw.js`)
    await untilStatus(page, { worker: { state: 'missing', what: 'scope', script: '/sw.js' } })
    const { worker } = await readStatus(page)
    expect(worker).toMatchObject({
      detail: expect.stringMatching(/installReplay.*importScripts.*\/cards\//) as string,
    })
    await server.stop()
    servers.length = 0
    await page.goto(`${server.url}/some/page`)
    expect(await page.title()).toBe('The shop’s own offline page')
  })

  it('lost its place where both were registered at the same moment', async () => {
    const { url } = await serve()
    const page = await open(`${url}/?own=/sw.js`)
    await page.reload()
    await untilReady(page)
    await untilStatus(page, { worker: { state: 'missing', what: 'scope', script: '/sw.js' } })
    const newest = await page.evaluate(async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.ready
      return (installing ?? waiting ?? active)?.scriptURL
    })
    expect(newest).toBe(`${url}/sw.js`)
  })

  it('answered for a service that was out of reach, and the refund passed for settled', async () => {
    const { url } = await serve()
    const page = await openControlled(`${url}/?own=/sw.js&worker=none`)
    await setOutage(url, true)
    await ringUp(page)
    await replay(page)
    await untilStatus(page, {
      reach: 'offline',
      pauses: [{ scope: 'service', reason: 'worker-answers' }],
      counts: { queued: 1, settled: 0, parked: 0 },
    })
    // The announcer says the same a moment later.
    await page
      .locator('counterfoil-status [part~=pause]')
      .filter({ hasText: 'answers in place of the card service' })
      .waitFor()
    await setOutage(url, false)
    await replay(page)
    await untilStatus(page, { pauses: [], counts: { queued: 0, settled: 1 } })
    expect(await readRefunds(url)).toEqual(['/'])
    await untilSales(page, ['paid'])
  })

  it('answered for a line that broke in the midst of it, and the refund passed for settled', async () => {
    const { url } = await serve()
    const page = await openControlled(`${url}/?own=/sw.js&worker=none`)
    await setFaults(url, [{ kind: 'dropBeforeEffect', operation: 'refund', standing: true }])
    await ringUp(page)
    await untilStatus(page, { counts: { queued: 0, settled: 0, parked: 1 } })
    expect((await readLedger(url)).effects).toEqual([])
  })

  it('had the probe’s answer in its cache, and what never left was parked', async () => {
    const server = await serve()
    const { url } = server
    const probe = encodeURIComponent(`${url}/offline.html`)
    const page = await openControlled(`${url}/?own=/cache-sw.js&worker=none&probe=${probe}`)
    await server.stop()
    servers.length = 0
    await ringUp(page)
    await replay(page)
    await untilStatus(page, {
      pauses: [{ reason: 'offline' }],
      counts: { queued: 1, sending: 0, parked: 0 },
    })
    const history = await page.evaluate(async () => (await counterfoilTill.entries())[0]?.history)
    expect(history?.map(({ what }) => what)).toEqual(['rung-up'])
  })
})

describe('a worker passed for active', () => {
  it('though it never heard of the till', async () => {
    const { url } = await serve()
    const page = await open(`${url}/?worker=/sw.js`)
    await untilStatus(page, { worker: { state: 'missing', what: 'replay', script: '/sw.js' } })
    await ringUp(page)
    await untilStatus(page, { counts: { settled: 1 } })
  })

  it('though the one that delivers was still waiting', async () => {
    const { url } = await serve()
    const old = await openControlled(`${url}/?own=/sw.js&worker=none`)
    const page = await open(`${url}/?worker=/patient-sw.js`)
    await untilStatus(page, { worker: { state: 'missing', what: 'takeover', script: '/sw.js' } })
    const { untilActivated } = await watchWorkers(await visit('about:blank'))
    await Promise.all([old.close(), page.close()])
    // A page that came before would keep the old one in its place.
    await untilActivated(`${url}/patient-sw.js`)
    const next = await open(`${url}/?worker=/patient-sw.js`)
    await untilStatus(next, { worker: { state: 'active' } })
  })

  it('though its registration was gone', async () => {
    const { url } = await serve()
    const page = await open(`${url}/?worker=/cards/counterfoil-sw.js`)
    await untilStatus(page, { worker: { state: 'active' } })
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    })
    await replay(page)
    await untilStatus(page, { worker: { state: 'missing', what: 'registration' } })
  })
})

const ways = [
  { way: 'bundled into the shop’s', query: 'worker=/embedded-sw.js', script: '/embedded-sw.js' },
  { way: 'imported by the shop’s', query: 'worker=/imported-sw.js', script: '/imported-sw.js' },
  { way: 'imported, though the till names another', query: 'own=/imported-sw.js', script: '/imported-sw.js' },
  { way: 'imported as README tells', query: 'worker=/your-worker.js', script: '/your-worker.js' },
  {
    way: 'in a folder of its own',
    query: 'own=/sw.js&worker=/cards/counterfoil-sw.js',
    script: '/cards/counterfoil-sw.js',
  },
]

describe.each(ways)('the worker $way', ({ query, script }) => {
  it('sent twice what was pressed twice, or believed the shop’s handler', async () => {
    const { url } = await serve(app.site, { firstScript: waitForWorker })
    browser.complaints.length = 0
    const page = await open(`${url}/?${query}`)
    await untilStatus(page, { worker: { state: 'active' } })
    // Not every worker claims the page that registered it.
    await page.reload()
    await untilReady(page)
    await untilPrecached(page)
    await untilStatus(page, { worker: { state: 'active' } })
    await setOutage(url, true)
    await button(page).dblclick()
    await untilSafe(page)
    await replay(page)
    await untilStatus(page, { pauses: [{ reason: 'offline' }], counts: { queued: 1, settled: 0 } })
    await setOutage(url, false)
    await replay(page)
    await untilStatus(page, { counts: { queued: 0, settled: 1 } })
    expect(await readRefunds(url)).toEqual([script])
    await untilSales(page, ['paid'])
    expect(browser.complaints.filter((text) => !isNoise(text))).toEqual([])
  })
})

it('a browser that was killed forgot which of its sales the card had paid', async () => {
  const { url } = await serve()
  const address = `${url}/?worker=/imported-sw.js`
  const page = await openControlled(address)
  await setOutage(url, true)
  await ringUp(page)
  await browser.kill()
  pages.length = 0
  await startBrowser()
  await setOutage(url, false)
  const next = await open(address)
  await replay(next)
  await untilSales(next, ['paid'])
  await readRefunds(url)
})

it('two tabs sent each other’s sales once more', async () => {
  const { url } = await serve()
  const address = `${url}/?worker=/embedded-sw.js`
  const both = [await openControlled(address), await open(`${address}&total=30`)]
  await setOutage(url, true)
  for (const page of both) await ringUp(page)
  await setOutage(url, false)
  await Promise.all(both.map(replay))
  for (const page of both) await untilSales(page, ['paid', 'paid'])
  expect((await readLedger(url)).effects).toHaveLength(2)
})

it('a worker that waited for the line complained of an error that was none', async () => {
  const { url } = await serve()
  const page = await open(`${url}/?worker=/cards/counterfoil-sw.js`)
  await untilStatus(page, { worker: { state: 'active' } })
  const findWorker = () =>
    browser.context.serviceWorkers().find((one) => one.url() === `${url}/cards/counterfoil-sw.js`)
  // The driver hears of it from another process than the page.
  await expect.poll(findWorker).toBeDefined()
  const worker = findWorker()
  if (!worker) throw new Error('the worker does not run')
  await worker.evaluate(() => {
    const rejections: boolean[] = []
    Object.assign(self, { rejections })
    self.addEventListener('unhandledrejection', (event) => {
      setTimeout(() => rejections.push(event.defaultPrevented))
    })
    // The minute in which a worker waits for the line passes at once.
    const setTimer = self.setTimeout.bind(self)
    const readTicks = performance.now.bind(performance)
    let leapMs = 0
    performance.now = () => readTicks() + leapMs
    self.setTimeout = ((work: () => void, ms = 0) => {
      if (ms < 1_000) return setTimer(work, ms)
      leapMs += ms
      return setTimer(work)
    }) as typeof setTimeout
  })
  const readRejections = () =>
    worker.evaluate(() => (self as unknown as { rejections: boolean[] }).rejections)
  const { errors, dispatchSync } = await watchWorkers(page)
  await setOutage(url, true)
  await ringUp(page)
  await replay(page)
  await untilStatus(page, { pauses: [{ reason: 'offline' }], counts: { queued: 1 } })
  await dispatchSync(`${url}/cards/`)
  await expect.poll(async () => (await readRejections()).length).toBeGreaterThan(0)
  expect(errors).toEqual([])
  expect(await readRejections()).not.toContain(false)
})

/** What the browser's own tools see of the workers, and how they let one of them have a sync event. */
async function watchWorkers(page: Page) {
  const session = await browser.context.newCDPSession(page)
  const errors: string[] = []
  const registrations = new Map<string, string>()
  const activated = new Set<string>()
  session.on('ServiceWorker.workerErrorReported', (told) => {
    errors.push(told.errorMessage.errorMessage)
  })
  session.on('ServiceWorker.workerRegistrationUpdated', (told) => {
    for (const { scopeURL, registrationId } of told.registrations) registrations.set(scopeURL, registrationId)
  })
  session.on('ServiceWorker.workerVersionUpdated', (told) => {
    for (const { scriptURL, status } of told.versions) if (status === 'activated') activated.add(scriptURL)
  })
  await session.send('ServiceWorker.enable')
  return {
    errors,
    untilActivated: async (script: string) => {
      await expect.poll(() => [...activated]).toContain(script)
    },
    dispatchSync: async (scope: string) => {
      await expect.poll(() => registrations.has(scope)).toBe(true)
      const registrationId = registrations.get(scope) ?? ''
      const { origin } = new URL(scope)
      const tag = 'counterfoil:1:counterfoil'
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag,
        lastChance: false,
      })
    },
  }
}
