import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { Till } from '../../../src/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { cutOff, readStatus, ringUpAll, untilReady, untilStatus } from '../../support/page.js'
import { readLedger, resetSandbox, seedTransaction, setOutage } from '../../support/sandbox.js'
import { startHost } from '../../support/host.js'
import type { Server } from '../../support/vite.js'

declare const counterfoilTill: Till

let server: Server
let alone: Server
const profiles: { remove: () => void }[] = []
const browsers: Chromium[] = []

beforeAll(async () => {
  server = await startHost()
  alone = await startHost({ isWorkerless: true, firstScript: `(${freezeLongTimers.toString()})()` })
})
afterAll(async () => {
  await Promise.all([server.stop(), alone.stop()])
  for (const profile of profiles) profile.remove()
})
afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.kill()
  for (const { url } of [server, alone]) {
    await setOutage(url, false)
    await resetSandbox(url)
  }
})

/** Only what does not wait for the time of the next try may make a page send. */
function freezeLongTimers(): void {
  const setTimer = globalThis.setTimeout
  const longest = 3_000
  const stand = { areTimersFrozen: false }
  Object.assign(globalThis, { stand })
  globalThis.setTimeout = ((work: () => void, ms = 0) =>
    stand.areTimersFrozen && ms > longest ? 0 : setTimer(work, ms)) as typeof setTimeout
}

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
    await seedTransaction(server.url)
    await cutOff(page, server.url)
    await ringUpAll(page)
    await untilStatus(page, { reach: 'offline' })
    const { nextTryMs, outMs } = await readWait(page)
    // A machine that stood still for a minute may wait as long as after a long outage.
    expect(nextTryMs).toBeLessThanOrEqual(Math.max(20_000, outMs / 2))
    await setOutage(server.url, false)
    await untilStatus(page, { counts: { queued: 0, sending: 0, settled: 5 } })
  })

  it('goes at once when something is rung up, without waiting for its next try', async () => {
    const page = await openAlone()
    await setOutage(alone.url, false)
    await ringUp(page)
    await untilStatus(page, { counts: { queued: 0, sending: 0, settled: 1 } })
  })

  it('goes in seconds when the browser says that it is online', async () => {
    const page = await openAlone()
    const { pauses } = await readStatus(page)
    await ringUp(page)
    // The probe that the new operation caused has failed.
    await expect.poll(async () => (await readStatus(page)).pauses).not.toEqual(pauses)
    await untilStatus(page, { reach: 'offline', counts: { queued: 1 } })
    await setOutage(alone.url, false)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await untilStatus(page, { counts: { queued: 0, sending: 0, settled: 1 } })
  })
})

/** A page that replays by itself, whose service is out, and whose own waits do not end. */
async function openAlone(): Promise<Page> {
  const browser = await start()
  const page = await browser.open(alone.url)
  await untilReady(page)
  await page.evaluate(() => {
    const { stand } = globalThis as unknown as { stand: { areTimersFrozen: boolean } }
    stand.areTimersFrozen = true
  })
  await cutOff(page, alone.url)
  await untilStatus(page, { reach: 'offline' })
  return page
}

function ringUp(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { id } = await counterfoilTill.refund({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
      StoredValueCardReceipt: { Total: 25, Payments: [{ Amount: 25 }] },
    })
    return id
  })
}

/** How long the till says it is until its next try, and how long the line has been out. */
function readWait(page: Page): Promise<{ nextTryMs: number; outMs: number }> {
  return page.evaluate(() => {
    const [pause] = counterfoilTill.status.value.pauses
    if (!pause?.until) throw new Error('the till waits for nothing')
    return { nextTryMs: pause.until.getTime() - Date.now(), outMs: Date.now() - pause.since.getTime() }
  })
}

describe('with every page closed', () => {
  it('the browser is asked anew by a page that finds something waiting, for an earlier request may be used up', async () => {
    const browser = await start()
    const page = await browser.open(server.url)
    await untilReady(page)
    await cutOff(page, server.url)
    await ringUp(page)
    await expect.poll(() => readSyncTags(page)).toHaveLength(1)
    // With its worker goes what was asked for.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister())
    await page.reload()
    await untilReady(page)
    await expect.poll(() => readSyncTags(page)).toHaveLength(1)
  })

  it('the worker delivers when the browser tells it that the line is back', async () => {
    const browser = await start()
    const page = await browser.open(server.url)
    await untilReady(page)
    await seedTransaction(server.url)
    await cutOff(page, server.url)
    await ringUpAll(page)
    // The browser is asked beside the saving.
    await expect.poll(() => readSyncTags(page)).toHaveLength(1)
    const tags = await readSyncTags(page)
    const bell = await createSyncBell(browser, server.url)
    await page.close()
    await setOutage(server.url, false)
    await expect
      .poll(
        async () => {
          await bell.ring(tags[0] ?? '')
          return (await readLedger(server.url)).effects.length
        },
        { interval: 1_000 },
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
