import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { Models, Till } from '../../src/index.js'
import { createProfile, startChromium, type Chromium } from '../support/browser.js'
import { fullModels, kinds } from '../support/models.js'
import { readLedger, resetSandbox, seedTransaction, setOutage, type Ledger } from '../support/sandbox.js'
import { startPreview, type Server } from '../support/vite.js'

declare const counterfoilTill: Till

/** A tab in the background paints nothing, so that waiting for its next frame would never end. */
const polling = 50

let server: Server
const profiles: { remove: () => void }[] = []
const browsers: Chromium[] = []

beforeAll(async () => {
  server = await startPreview()
})
afterAll(async () => {
  await server.stop()
  for (const profile of profiles) profile.remove()
})
afterEach(async () => {
  await setOutage(server.url, false)
  await resetSandbox(server.url)
  for (const browser of browsers.splice(0)) await browser.kill()
})

function newProfile(): string {
  const profile = createProfile()
  profiles.push(profile)
  return profile.path
}

async function start(profile: string): Promise<Chromium> {
  const browser = await startChromium(profile)
  browsers.push(browser)
  return browser
}

/** The till is open and its worker in charge of the page, so that the next visit needs no server. */
async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(
    () => 'counterfoilTill' in globalThis && counterfoilTill.status.value.worker.state !== 'starting',
    undefined,
    { polling },
  )
}

async function untilPrecached(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { polling })
}

async function untilCounts(page: Page, counts: Record<string, number>): Promise<void> {
  const read = () => page.evaluate(() => counterfoilTill.status.value.counts)
  await expect.poll(read, { timeout: 90_000, interval: polling }).toMatchObject(counts)
}

/** The service is cut off, and the till has noticed, so that nothing is under way. */
async function cutOff(page: Page): Promise<void> {
  await setOutage(server.url, true)
  const { paused } = await page.evaluate(() => counterfoilTill.replay())
  expect(paused?.reason).toBe('offline')
}

async function ringUpAll(page: Page): Promise<string[]> {
  return page.evaluate(async (text) => {
    const models = JSON.parse(text) as Models
    const entries = [
      await counterfoilTill.associate(models.associate),
      await counterfoilTill.refund(models.refund),
      await counterfoilTill.migrate(models.migrate),
      await counterfoilTill.updateReceipt(models.updateReceipt),
      await counterfoilTill.confirmOrder(models.confirmOrder),
    ]
    return entries.map(({ id }) => id)
  }, JSON.stringify(fullModels))
}

/** What any fetch of a browser carries by itself. */
const browserHeaders =
  /^(host|connection|content-length|content-type|accept|accept-encoding|accept-language|cache-control|pragma|user-agent|origin|referer|sec-.*)$/

describe('an operation rung up offline', () => {
  it('starts cold with no server, is kept over closing the browser, and arrives exactly as documented', async () => {
    const own = await startPreview()
    const profile = newProfile()
    const first = await start(profile)
    const page = await first.open(own.url)
    await untilReady(page)
    await untilPrecached(page)
    await first.close()
    await own.stop()

    const second = await start(profile)
    const offline = await second.open(own.url)
    await untilReady(offline)
    await ringUpAll(offline)
    await untilCounts(offline, { queued: 5, settled: 0, parked: 0 })
    await second.close()

    const again = await startPreview(Number(new URL(own.url).port))
    try {
      await seedTransaction(again.url)
      const third = await start(profile)
      const online = await third.open(again.url)
      await untilReady(online)
      await untilCounts(online, { queued: 0, sending: 0, settled: 5, parked: 0 })
      expect(third.complaints).toEqual([])
      const { arrivals } = await readLedger(again.url)
      const operations = arrivals.slice(1).filter(({ method }) => method !== 'HEAD')
      expect(operations.map(arrivalToRequest).sort(byLine)).toEqual(
        kinds.map((kind, index) => ({
          line: documented[index],
          type: 'application/json',
          body: fullModels[kind],
        })),
      )
      const names = operations.flatMap(({ headers }) => Object.keys(headers))
      expect(names.filter((name) => !browserHeaders.test(name))).toEqual([])
    } finally {
      await again.stop()
    }
  })

  it('waits out an outage of the service and goes by itself when it ends', async () => {
    const browser = await start(newProfile())
    const page = await browser.open(server.url)
    await untilReady(page)
    await cutOff(page)
    await ringUpAll(page)
    expect(await page.evaluate(() => counterfoilTill.status.value.reach)).toBe('offline')
    await setOutage(server.url, false)
    await seedTransaction(server.url)
    await untilCounts(page, { queued: 0, sending: 0, settled: 5 })
  })
})

const documented = [
  'POST /v1.0/svc/associate',
  'PUT /v1.0/svc/refund',
  'PUT /v1.0/svc/migrate',
  'PUT /v1.0/svc/receipt',
  'POST /v1.0/mktp/order',
]

interface ReceivedRequest {
  line: string
  type: string | undefined
  body: unknown
}

function arrivalToRequest({ method, path, headers, bodyText }: Ledger['arrivals'][number]): ReceivedRequest {
  return { line: `${method} ${path}`, type: headers['content-type'], body: JSON.parse(bodyText) as unknown }
}

function byLine(left: ReceivedRequest, right: ReceivedRequest): number {
  return documented.indexOf(left.line) - documented.indexOf(right.line)
}

describe('two tabs and the worker, all awake', () => {
  it('deliver each of 500 exactly once, in order per card', async () => {
    const browser = await start(newProfile())
    const tabs = [await browser.open(server.url), await browser.open(server.url)]
    for (const tab of tabs) await untilReady(tab)
    for (const tab of tabs) await cutOff(tab)
    const ringUp = (tab: Page, prefix: string) =>
      tab.evaluate(async (prefix) => {
        for (let index = 0; index < 250; index += 1) {
          const StoredValueCardCodeCollection = [{ StoredValueCardCode: `${prefix}-${index % 25}` }]
          const StoredValueCardReceipt = { Total: index }
          await counterfoilTill.refund({
            StoredValueCardCodeCollection,
            StoredValueCardReceipt,
            Notes: String(index),
          })
        }
      }, prefix)
    await Promise.all(tabs.map((tab, index) => ringUp(tab, `tab${index}`)))
    await setOutage(server.url, false)
    await Promise.all(tabs.map((tab) => tab.evaluate(() => counterfoilTill.replay())))
    for (const tab of tabs) await untilCounts(tab, { queued: 0, sending: 0, parked: 0, settled: 500 })
    const effects = (await readLedger(server.url)).effects
    expect(effects).toHaveLength(500)
    const notesByCard = new Map<string, number[]>()
    for (const { body } of effects) {
      const [item] = body.StoredValueCardCodeCollection as { StoredValueCardCode: string }[]
      const card = item?.StoredValueCardCode ?? ''
      notesByCard.set(card, [...(notesByCard.get(card) ?? []), Number(body.Notes)])
    }
    expect(notesByCard.size).toBe(50)
    for (const notes of notesByCard.values())
      expect(notes).toEqual([...notes].sort((left, right) => left - right))
  })
})

describe('with every page closed', () => {
  it('the worker delivers when the browser tells it that the line is back', async () => {
    const browser = await start(newProfile())
    const page = await browser.open(server.url)
    await untilReady(page)
    await cutOff(page)
    await ringUpAll(page)
    const tags = await readSyncTags(page)
    expect(tags).toHaveLength(1)
    const bell = await createSyncBell(browser, server.url)
    await page.close()
    await setOutage(server.url, false)
    await seedTransaction(server.url)
    await expect
      .poll(
        async () => {
          await bell.ring(tags[0] ?? '')
          return (await readLedger(server.url)).effects.length
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toBe(6)
    expect(browser.context.pages().filter((open) => open.url().startsWith(server.url))).toEqual([])
  })
})

interface SyncRegistration extends ServiceWorkerRegistration {
  sync: { getTags: () => Promise<string[]> }
}

async function readSyncTags(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as SyncRegistration
    return registration.sync.getTags()
  })
}

/** Tells the worker that the line is back, as Chromium does; on a machine with loopback only it never would. */
async function createSyncBell(
  browser: Chromium,
  url: string,
): Promise<{ ring: (tag: string) => Promise<void> }> {
  const blank = browser.context.pages().find((open) => open.url() === 'about:blank')
  if (!blank) throw new Error('the browser has no blank page')
  const session = await browser.context.newCDPSession(blank)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(url))
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  return {
    async ring(tag) {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin: url,
        registrationId,
        tag,
        lastChance: false,
      })
    },
  }
}

describe('a browser killed right after a call resolved', () => {
  it('has every operation that was told safe, twenty times over', async () => {
    await setOutage(server.url, true)
    const profile = newProfile()
    const told: string[] = []
    for (let round = 0; round < 20; round += 1) {
      const browser = await startChromium(profile)
      const page = await browser.open(server.url)
      await untilReady(page)
      const ids = await page.evaluate(async (round) => {
        const kept: string[] = []
        for (let index = 0; index < 1 + (round % 4); index += 1) {
          const StoredValueCardCodeCollection = [{ StoredValueCardCode: `kill-${round}` }]
          const StoredValueCardReceipt = { Total: index }
          kept.push(
            (await counterfoilTill.refund({ StoredValueCardCodeCollection, StoredValueCardReceipt })).id,
          )
        }
        return kept
      }, round)
      await browser.kill()
      told.push(...ids)
    }
    const browser = await start(profile)
    const page = await browser.open(server.url)
    await untilReady(page)
    const found = await page.evaluate(async () =>
      (await counterfoilTill.entries({ limit: 1_000 })).map(({ id }) => id),
    )
    expect(told.filter((id) => !found.includes(id))).toEqual([])
    expect(told).toHaveLength(50)
  })
})
