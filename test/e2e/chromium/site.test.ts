import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { findAxeFaults } from '../../support/axe-page.js'
import { ringUpMany, untilReady, untilStatus } from '../../support/page.js'
import { serveFolder } from '../../support/site.js'
import { buildWithVite } from '../../support/vite.js'

declare const counterfoilTill: Till

let profile: ReturnType<typeof createProfile>
let server: Awaited<ReturnType<typeof serveFolder>>
let browser: Chromium

// A folder somewhere on a host of static pages, that knows nothing of a card service.
beforeAll(async () => {
  buildWithVite('.', '--config', 'test/tools/site/vite.config.ts')
  profile = createProfile()
  server = await serveFolder('dist/site', '/counterfoil/')
  browser = await startChromium(profile.path)
})

afterAll(async () => {
  await browser.kill()
  await server.stop()
  profile.remove()
})

/** Types into the search as a reader does, and takes what comes first. */
async function search(page: Page, words: string): Promise<void> {
  await page.locator('#search').fill(words)
  await page.locator('#found a').first().waitFor()
  await page.locator('#search').press('Enter')
}

/** Enters the example refund at the register, and waits until the till says that the service has it. */
async function refundExample(page: Page): Promise<void> {
  const readSettled = () => page.evaluate(() => counterfoilTill.status.value.counts.settled)
  await expect.poll(readSettled).toBeDefined()
  const settled = (await readSettled()) ?? 0
  await page.locator('#refund-card').fill(`900100000000${1000 + settled}`)
  await page.locator('#refund-card').press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Scarf')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12.50')
  await page.keyboard.press('Enter')
  await untilStatus(page, { reach: 'online', counts: { settled: settled + 1, queued: 0, parked: 0 } })
}

const readEffects = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('api/_sandbox/ledger')
    const { effects, arrivals } = (await response.json()) as { effects: unknown[]; arrivals: unknown[] }
    return { effects: effects.length, hasArrivals: arrivals.length >= effects.length }
  })

describe('the site, from a folder of a plain server', () => {
  it('is read, searched, and shows what it found', async () => {
    const page = await browser.open(server.url)
    await page.getByRole('heading', { level: 1, name: 'Counterfoil' }).waitFor()
    await search(page, 'captive portal')
    await page.waitForURL(/counterfoil\/.+\.html#/)
    const target = new URL(page.url()).hash.slice(1)
    expect(await page.locator(`[id="${target}"]`).count()).toBe(1)
    await page.locator('#search').fill('qqqq')
    await page.getByText('Nothing was found.').waitFor()
    await page.close()
  })

  it('shuts what it found at Escape, back in the search, and takes no single letter for a command', async () => {
    const page = await browser.open(server.url)
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.locator('#search').fill('captive portal')
    await page.locator('#found a').first().waitFor()
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('#found') !== null))
      .toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search')
    // The search is asked again as it is focused, and has answered by the page's next task.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(await page.locator('#found').isVisible()).toBe(false)
    await page.close()
  })

  it('has no fault that axe finds and asks for no sideways scrolling, light and dark, wide and on a telephone', async () => {
    const page = await browser.open(server.url)
    const faults: string[] = []
    for (const path of ['index.html', 'docs/replies-to-outcomes.html', 'glossary.html']) {
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [320, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await page.goto(`${server.url}${path}`)
        const found = await findAxeFaults(page)
        faults.push(...found.map((fault) => `${path} ${width} ${fault}`))
      }
    }
    expect(faults).toEqual([])
    await page.getByRole('button', { name: 'All pages' }).click()
    await page.locator('#guides').getByRole('link', { name: 'Upgrading' }).click()
    await page.getByRole('heading', { level: 1, name: 'Upgrading' }).waitFor()
    await page.close()
  })

  it('opens the demo, whose worker is the card service: a refund is confirmed', async () => {
    const page = await browser.open(server.url)
    await page.getByRole('link', { name: 'Try the till' }).click()
    await untilReady(page)
    await refundExample(page)
    expect(await readEffects(page)).toEqual({ effects: 1, hasArrivals: true })
    expect(server.requests.filter((line) => /\/(api|training)\b/.test(line))).toEqual([])
    await page.close()
  })

  it('lets its service refuse and cut off, as the lab asks', async () => {
    const page = await browser.open(`${server.url}demo.html`)
    await untilReady(page)
    await page.evaluate(() =>
      fetch('api/_sandbox/faults', { method: 'POST', body: '[{"kind":"status","status":422}]' }),
    )
    await ringUpMany(page, 1)
    await untilStatus(page, { counts: { parked: 1 } })
    await page.evaluate(async () => {
      const [entry] = await counterfoilTill.entries({ state: 'parked' })
      await counterfoilTill.attention.void(entry?.id ?? '', { by: 'Ada', reason: 'a test' })
    })
    await page.evaluate(() => fetch('api/_sandbox/outage', { method: 'POST', body: '{"on":true}' }))
    const readReason = () => page.evaluate(async () => (await counterfoilTill.replay()).paused?.reason)
    await expect.poll(readReason).toBe('offline')
    await page.evaluate(() => fetch('api/_sandbox/outage', { method: 'POST', body: '{"on":false}' }))
    await page.evaluate(() => counterfoilTill.replay())
    await untilStatus(page, { reach: 'online' })
    await page.close()
  })

  it('gives the line back that its tour had taken when the page was loaded again', async () => {
    const page = await browser.open(`${server.url}demo.html`)
    await untilReady(page)
    await page.locator('[data-testid=lab-toggle]').click()
    await page.locator('[data-testid=tour-start]').click()
    const isCut = () =>
      page.evaluate(async () => {
        const response = await fetch('api/_sandbox/state')
        return ((await response.json()) as { outage: boolean }).outage
      })
    await expect.poll(isCut).toBe(true)
    await page.reload()
    await untilReady(page)
    await expect.poll(isCut, { timeout: 20_000 }).toBe(false)
    await untilStatus(page, { reach: 'online' }, 30_000)
    await page.close()
  })

  it('says that its demo needs a service worker, where the browser has or allows none', async () => {
    for (const take of [
      () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
      () => {
        ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('Denied.'))
      },
    ]) {
      const page = await browser.context.newPage()
      await page.addInitScript(take)
      await page.goto(`${server.url}demo.html`)
      const failure = page.locator('#failure')
      await failure.waitFor({ timeout: 20_000 })
      expect(await failure.textContent()).toContain('This till cannot open.')
      expect(await failure.textContent()).toContain('service worker')
      await page.close()
    }
  })

  it('says that the till is opening while the browser’s database does not answer', async () => {
    const page = await browser.context.newPage()
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    })
    await page.goto(`${server.url}demo.html`)
    await page.getByText('Opening…').waitFor({ timeout: 20_000 })
    await page.close()
  })

  it('needs no server any more: pages, search, demo and service go on in another life of the worker', async () => {
    await server.stop()
    await browser.close()
    browser = await startChromium(profile.path)
    const page = await browser.open(`${server.url}index.html`)
    await search(page, 'exactly once')
    await page.waitForURL(/\.html#/)
    await page.getByRole('link', { name: 'Try the till' }).click()
    await untilReady(page)
    const { effects } = await readEffects(page)
    expect(effects).toBeGreaterThan(0)
    await refundExample(page)
    expect(await readEffects(page)).toEqual({ effects: effects + 1, hasArrivals: true })
    await page.close()
  })

  it.each([
    'paper=58',
    'currency=JPY',
    'view=customer&till=counterfoil&currency=EUR',
    'utm_source=a&fbclid=b',
  ])('opens the demo with ?%s without a server too', async (query) => {
    const page = await browser.context.newPage()
    await page.goto(`${server.url}demo.html?${query}`)
    await page.locator('main').waitFor()
    await page.close()
  })
})
