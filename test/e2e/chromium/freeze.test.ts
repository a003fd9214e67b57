import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { readApplied } from '../../support/books.js'
import { startHost } from '../../support/host.js'
import { cutOff, letRunAge, ringUpMany, untilReady, untilStatus } from '../../support/page.js'
import { setFaults, setOutage } from '../../support/sandbox.js'
import { startPreview, type Server } from '../../support/vite.js'

declare const counterfoilTill: Till

let server: Server
let host: Server
let browser: Chromium
const profile = createProfile()

beforeAll(async () => {
  server = await startPreview()
  host = await startHost({ service: server.url })
  browser = await startChromium(profile.path)
})
afterAll(async () => {
  await browser.kill()
  await host.stop()
  await server.stop()
  profile.remove()
})

async function openTill(): Promise<Page> {
  const page = await browser.open(host.url)
  await untilReady(page)
  return page
}

const setLife = (session: CDPSession, state: 'frozen' | 'active') =>
  session.send('Page.setWebLifecycleState', { state })

describe('a tab that the browser itself freezes in the midst of a run', () => {
  it('finds itself overtaken when it thaws, and goes on', async () => {
    const [frozen, other] = [await openTill(), await openTill()]
    const session = await browser.context.newCDPSession(frozen)
    await cutOff(frozen, server.url)
    await ringUpMany(frozen, 9)
    await setOutage(server.url, false)
    await setFaults(server.url, [{ kind: 'delay', delayMs: 3_000 }])
    await frozen.evaluate(() => {
      document.addEventListener('resume', () => Object.assign(globalThis, { isThawed: true }))
      void counterfoilTill.replay()
    })
    await expect.poll(() => readApplied(server.url), { timeout: 50_000, interval: 20 }).toHaveLength(1)
    await setLife(session, 'frozen')
    await letRunAge(other)
    expect(await other.evaluate(() => counterfoilTill.replay())).toMatchObject({ settled: 7, parked: 1 })
    await setLife(session, 'active')
    await expect.poll(() => frozen.evaluate(() => 'isThawed' in globalThis), { timeout: 50_000 }).toBe(true)
    const { ids } = await ringUpMany(frozen, 1)
    expect(ids).toHaveLength(1)
    await frozen.evaluate(() => counterfoilTill.replay())
    // The one whose answer nobody heard, and two more of its card behind it.
    for (const page of [frozen, other])
      await untilStatus(page, { counts: { queued: 2, sending: 0, settled: 7, parked: 1 } })
    expect(new Set(await readApplied(server.url)).size).toBe(8)
    expect(await readApplied(server.url)).toHaveLength(8)
  })
})
