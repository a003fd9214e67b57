import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { createDemoCopy } from '../../support/demo-copy.js'
import { cutOff, untilReady } from '../../support/page.js'
import { clearFaults, readLedger, setFaults, setOutage } from '../../support/sandbox.js'
import type { Server } from '../../support/vite.js'

declare const counterfoilTill: Till

const operations = 120

let server: Server
let browser: Chromium
const demo = createDemoCopy()
const profile = createProfile()

beforeAll(async () => {
  server = await demo.serve()
  browser = await startChromium(profile.path)
})
afterAll(async () => {
  await browser.kill()
  await server.stop()
  profile.remove()
})

describe('a worker that is stopped in the midst of a replay as a new one takes over', () => {
  it('loses nothing and doubles nothing', async () => {
    const page = await browser.open(server.url)
    await untilReady(page)
    await cutOff(page, server.url)
    await page.evaluate(async (operations) => {
      for (let index = 0; index < operations; index += 1) {
        await counterfoilTill.refund({
          StoredValueCardCodeCollection: [{ StoredValueCardCode: String(9_001_000_000_000_000 + index) }],
          StoredValueCardReceipt: { Total: index },
        })
      }
    }, operations)
    // Slow enough that there is something left when the new worker has come.
    await setFaults(server.url, [{ kind: 'delay', delayMs: 4_000, standing: true }])
    await setOutage(server.url, false)
    await page.evaluate(() => void counterfoilTill.replay())
    const readCount = async () => (await readLedger(server.url)).effects.length
    await expect.poll(readCount).toBeGreaterThan(5)
    demo.release()
    const session = await browser.context.newCDPSession(page)
    let old: string | undefined
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      old ??= versions.find(({ status }) => status === 'activated')?.versionId
    })
    await session.send('ServiceWorker.enable')
    await expect.poll(() => old).toBeDefined()
    const isTaken = page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const taken = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
      })
      await registration.update()
      const coming = registration.waiting ?? registration.installing
      coming?.postMessage({ type: 'SKIP_WAITING' })
      await taken
    })
    // Left alone, Chromium lets the old worker finish whatever it is doing: here it dies in the midst of it.
    await session.send('ServiceWorker.stopWorker', { versionId: old ?? '' })
    await isTaken
    expect(await readCount()).toBeLessThan(operations)
    await clearFaults(server.url)
    const settle = async () => {
      await page.evaluate(() => counterfoilTill.replay())
      const { queued, sending } = await page.evaluate(() => counterfoilTill.status.value.counts)
      return { queued, sending }
    }
    await expect.poll(settle).toEqual({ queued: 0, sending: 0 })
    const applied = (await readLedger(server.url)).effects.map(({ body }) =>
      JSON.stringify(body.StoredValueCardCodeCollection),
    )
    expect(new Set(applied).size).toBe(applied.length)
    const entries = await page.evaluate(() => counterfoilTill.entries({ limit: 1_000 }))
    const unknown = entries.filter((entry) => 'reason' in entry && entry.reason === 'unknown')
    const settled = entries.filter(({ state }) => state === 'settled')
    expect(settled.length + unknown.length).toBe(operations)
    // What was under way as the old worker ended may be unknown, never more than could be under way at once.
    expect(unknown.length).toBeLessThanOrEqual(4)
    expect(applied.length).toBeGreaterThanOrEqual(settled.length)
    expect(await page.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
  })
})
