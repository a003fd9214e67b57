import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { cutOff, ringUpAll, untilReady, untilStatus } from '../../support/page.js'
import { readLedger, resetSandbox, seedTransaction, setOutage } from '../../support/sandbox.js'
import { startHost } from '../../support/host.js'
import type { Server } from '../../support/vite.js'

let server: Server
const profiles: { remove: () => void }[] = []
const browsers: Chromium[] = []

beforeAll(async () => {
  server = await startHost()
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

async function start(): Promise<Chromium> {
  const profile = createProfile()
  profiles.push(profile)
  const browser = await startChromium(profile.path)
  browsers.push(browser)
  return browser
}

describe('with the page open', () => {
  it('waits out an outage of the service and goes by itself when it ends', async () => {
    const browser = await start()
    const page = await browser.open(server.url)
    await untilReady(page)
    await cutOff(page, server.url)
    await ringUpAll(page)
    await untilStatus(page, { reach: 'offline' })
    await setOutage(server.url, false)
    await seedTransaction(server.url)
    // A wait of up to a minute is drawn by lot, and the probe after it takes its time.
    await untilStatus(page, { counts: { queued: 0, sending: 0, settled: 5 } }, 100_000)
  })
})

describe('with every page closed', () => {
  it('the worker delivers when the browser tells it that the line is back', async () => {
    const browser = await start()
    const page = await browser.open(server.url)
    await untilReady(page)
    await cutOff(page, server.url)
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

interface SyncRegistration {
  sync: { getTags: () => Promise<string[]> }
}

async function readSyncTags(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as unknown as SyncRegistration
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
