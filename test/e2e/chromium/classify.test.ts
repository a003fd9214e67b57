import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { Till } from '../../../src/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { startHost, waitForWorker } from '../../support/host.js'
import { fullModels } from '../../support/models.js'
import { readStatus, untilReady, untilStatus } from '../../support/page.js'
import { readLedger, setFaults } from '../../support/sandbox.js'
import type { Server } from '../../support/vite.js'

declare const counterfoilTill: Till

/** A shop's worker that knows its service; it throws where it knows nothing. */
const workerCode = `
import { installReplay } from ${JSON.stringify(resolve('src/worker.ts'))}
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
installReplay({
  service: {
    classify({ status, body }, entry) {
      if (entry.kind === 'migrate') throw new Error('of this the shop knows nothing')
      if (status === 404 && body.Code === 17) return 'rejected'
      if (status === 409 && body.Code === 40) return 'settled'
      if (status === 500 && body.Code === 90) return 'busy'
    },
  },
})
`

const profile = createProfile()
let browser: Chromium
let server: Server
let folder: string

/** The built demo, with the shop's worker in the place of its own. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-classify-'))
  cpSync('dist/demo', folder, { recursive: true })
  const entry = join(folder, 'shop-sw.js')
  writeFileSync(entry, workerCode)
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry, formats: ['iife'], name: 'shop', fileName: () => 'demo-sw.js' },
    },
  })
  server = await startHost({ folder, firstScript: waitForWorker })
  browser = await startChromium(profile.path)
})
afterAll(async () => {
  await browser.kill()
  await server.stop()
  profile.remove()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function openTill(): Promise<Page> {
  const page = await browser.open(server.url)
  await untilReady(page)
  await untilStatus(page, { worker: { state: 'active' } })
  return page
}

/** The state of each kind of operation, and why it is parked. */
function readStates(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const entries = await counterfoilTill.entries()
    return Object.fromEntries(
      entries.map((entry) => [
        entry.kind,
        entry.state === 'parked' ? `${entry.state}: ${entry.reason}` : entry.state,
      ]),
    )
  })
}

describe('a worker whose shop says what its service means', () => {
  it('places each answer by that word, and by the status where it says nothing or fails', async () => {
    await setFaults(server.url, [
      { kind: 'status', operation: 'associate', status: 409, body: { Code: 40 }, standing: true },
      { kind: 'status', operation: 'refund', status: 404, body: { Code: 17 }, standing: true },
      { kind: 'status', operation: 'confirmOrder', status: 500, body: { Code: 90 }, standing: true },
      { kind: 'status', operation: 'migrate', status: 422, body: { Code: 40 }, standing: true },
      { kind: 'status', operation: 'updateReceipt', status: 400, body: { Code: 1 }, standing: true },
    ])
    const page = await openTill()
    await page.evaluate(async (text) => {
      const models = JSON.parse(text) as typeof fullModels
      await counterfoilTill.associate(models.associate)
      await counterfoilTill.refund(models.refund)
      await counterfoilTill.migrate(models.migrate)
      await counterfoilTill.updateReceipt(models.updateReceipt)
      await counterfoilTill.confirmOrder(models.confirmOrder)
    }, JSON.stringify(fullModels))
    await expect
      .poll(() => readStates(page))
      .toEqual({
        associate: 'settled',
        refund: 'parked: rejected',
        confirmOrder: 'queued',
        migrate: 'parked: rejected',
        updateReceipt: 'parked: rejected',
      })
    await expect.poll(async () => (await readStatus(page)).pauses).toEqual([])
    const { arrivals } = await readLedger(server.url)
    const sent = arrivals.filter(({ method }) => method === 'PUT' || method === 'POST')
    expect(new Set(sent.map(({ headers }) => new URL(headers.referer ?? '').pathname))).toEqual(
      new Set(['/demo-sw.js']),
    )
    // What is busy is sent again.
    const countOrders = async () =>
      (await readLedger(server.url)).arrivals.filter(({ path }) => /order/i.test(path)).length
    await expect.poll(countOrders).toBeGreaterThan(1)
  })
})
