import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { findNginx, nginxMissing, startNginx } from '../../cruel/nginx.js'
import { startBrowser } from '../../drivers/chromium.js'
import { createProfile, type Tab } from '../../drivers/driver.js'
import {
  comeBackAfterAnHour,
  ringUpAll,
  untilPrecached,
  untilReady,
  untilStatus,
} from '../../support/page.js'
import { readLedger, seedTransaction, setFaults } from '../../support/sandbox.js'
import { startHost } from '../../support/host.js'

declare const counterfoilTill: Till

const isThere = findNginx() !== undefined

if (!isThere)
  it(nginxMissing, ({ skip }) => {
    if (process.env.REQUIRE_ENGINES) throw new Error(nginxMissing)
    skip(nginxMissing)
  })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The demo behind nginx over TLS, and a browser that takes its certificate. */
async function setUp(more: (pass: string) => string = () => '') {
  const upstream = await startHost({ isInFull: true })
  closers.push(upstream.stop)
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-log-'))
  closers.push(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const log = join(folder, 'access.log')
  const pass = `proxy_pass ${upstream.url};`
  const nginx = await startNginx({
    isSecure: true,
    http: `log_format lines '$server_protocol $request_method $uri $status';`,
    server: `access_log ${log} lines; location / { ${pass} } ${more(pass)}`,
  })
  closers.push(nginx.remove)
  const profile = createProfile()
  closers.push(profile.remove)
  const spki = `--ignore-certificate-errors-spki-list=${nginx.certificate?.spki ?? ''}`
  const browser = await startBrowser(profile.path, [spki])
  closers.push(browser.kill)
  const tab = await browser.open(nginx.url)
  await untilReady(tab)
  await untilPrecached(tab)
  const readLog = () => readFileSync(log, 'utf8').trim().split('\n')
  return { upstream, browser, tab, readLog }
}

async function refund(tab: Tab, marker: string): Promise<string> {
  return tab.evaluate(async (marker) => {
    const { id } = await counterfoilTill.refund({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000001' }],
      StoredValueCardReceipt: { Total: 5 },
      Notes: marker,
    })
    return id
  }, marker)
}

describe.skipIf(!isThere || inject('isEngineMissing'))('the demo behind nginx, over TLS and HTTP/2', () => {
  it('brings page, worker and every operation over one protocol, with nothing to complain of', async () => {
    const { upstream, browser, tab, readLog } = await setUp()
    await seedTransaction(upstream.url)
    await ringUpAll(tab)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 5, parked: 0 }, reach: 'online' })
    const page = await tab.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation')
      return (navigation as PerformanceNavigationTiming).nextHopProtocol
    })
    expect(page).toBe('h2')
    // nginx notes an answer after it has sent it.
    const listOperations = () => readLog().filter((line) => line.includes(' /api/v1.0/'))
    await expect.poll(listOperations).toHaveLength(5)
    const lines = readLog()
    expect(lines).toContain('HTTP/2.0 GET /demo-sw.js 200')
    expect(lines.filter((line) => !line.startsWith('HTTP/2.0 '))).toEqual([])
    expect((await readLedger(upstream.url)).effects).toHaveLength(6)
    expect(browser.complaints).toEqual([])
  })

  it('keeps operations in the queue while nginx answers 502, starts from what it holds, and delivers', async () => {
    const { upstream, tab, readLog } = await setUp()
    await upstream.stop()
    await tab.reload()
    await untilReady(tab)
    await refund(tab, 'away')
    const { paused } = await tab.evaluate(() => counterfoilTill.replay())
    expect(paused?.reason).toBeDefined()
    await untilStatus(tab, { counts: { queued: 1, sending: 0, settled: 0, parked: 0 } })
    await expect.poll(() => readLog().filter((line) => line.endsWith(' /api 502'))).not.toEqual([])
    expect(readLog().filter((line) => line.includes(' /api/v1.0/'))).toEqual([])

    const again = await startHost({ port: Number(new URL(upstream.url).port), isInFull: true })
    closers.push(again.stop)
    await comeBackAfterAnHour(tab)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 1, parked: 0 } })
    expect((await readLedger(again.url)).effects).toHaveLength(1)
  })

  it('does not know what became of an operation that nginx answered with 504, and does not send it again', async () => {
    // The refund alone has so little time: all else may come as late as it does.
    const location = (pass: string) => `location /api/v1.0/svc/refund { ${pass} proxy_read_timeout 2s; }`
    const { upstream, tab, readLog } = await setUp(location)
    await setFaults(upstream.url, [{ kind: 'delay', delayMs: 20_000, operation: 'refund' }])
    const id = await refund(tab, 'late')
    await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 0, parked: 1 } })
    const entry = await tab.evaluate((id) => counterfoilTill.entry(id), id)
    expect(entry).toMatchObject({ state: 'parked', reason: 'unknown' })
    await expect
      .poll(() => readLog().filter((line) => line.includes(' /api/v1.0/')))
      .toEqual(['HTTP/2.0 PUT /api/v1.0/svc/refund 504'])
    expect((await readLedger(upstream.url)).effects).toHaveLength(1)
  })
})
