import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { startSandbox, type Sandbox } from '../../../src/sandbox/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { ringUpMany, untilReady, untilStatus } from '../../support/page.js'
import { serveFolder } from '../../support/site.js'

declare const counterfoilTill: Till

const profile = createProfile()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-local-'))
let server: Awaited<ReturnType<typeof serveFolder>>
let sandbox: Sandbox
let browser: Chromium

// The browser takes the page's server for one in the internet; the service is on this machine, in the shop's network.
beforeAll(async () => {
  sandbox = await startSandbox()
  cpSync('dist/lib/standalone/elements.js', join(folder, 'elements.js'))
  cpSync('dist/lib/counterfoil-sw.js', join(folder, 'counterfoil-sw.js'))
  writeFileSync(
    join(folder, 'index.html'),
    '<counterfoil-status></counterfoil-status><script type="module" src="till.js"></script>',
  )
  writeFileSync(
    join(folder, 'till.js'),
    `import { openTill } from './elements.js'
    globalThis.counterfoilTill = await openTill({ shop: 'S01', terminal: 'T3', service: { baseUrl: '${sandbox.url}' } })
    document.querySelector('counterfoil-status').till = counterfoilTill`,
  )
  server = await serveFolder(folder, '/')
  const { host } = new URL(server.url)
  browser = await startChromium(profile.path, [`--ip-address-space-overrides=${host}=public`])
})

afterAll(async () => {
  await browser.kill()
  await server.stop()
  await sandbox.close()
  profile.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** As a person answers the browser's question, or changes the answer in the site's settings. */
async function answerPrompt(page: Page, setting: 'denied' | 'granted'): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const permission = { name: 'loopback-network' }
  await session?.send('Browser.setPermission', { permission, setting, origin: new URL(server.url).origin })
}

describe("a service in the shop's own network, and a page from elsewhere", () => {
  it('is named by a hint once a person has said no; nothing is sent, and all of it once they say yes', async () => {
    const page = await browser.open('about:blank')
    await answerPrompt(page, 'denied')
    await page.goto(server.url)
    await untilReady(page)
    await ringUpMany(page, 2)
    await page.evaluate(() => counterfoilTill.replay())
    await untilStatus(page, { reach: 'offline', counts: { queued: 2 }, hints: [{ likely: 'local-network' }] })
    await page.locator('counterfoil-status').getByText('This browser blocks').first().waitFor()
    expect(sandbox.service.arrivalCount).toBe(0)

    await answerPrompt(page, 'granted')
    await page.evaluate(() => counterfoilTill.replay())
    await untilStatus(page, { reach: 'online', counts: { queued: 0, settled: 2, parked: 0 }, hints: [] })
    expect(sandbox.bank.effects).toHaveLength(2)
    await page.close()
  })
})
