import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Till } from '../../src/index.js'
import { copyWorker, installApp, type InstalledApp } from '../support/apps.js'
import { startChromium, type Chromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { isNoise, readStatus, untilReady, untilStatus } from '../support/page.js'
import { setOutage } from '../support/sandbox.js'
import { buildWithVite, startPreview, type Server } from '../support/vite.js'

declare const counterfoilTill: Till

const tarball = inject('tarball')

async function answerOnceWith(url: string, status: number): Promise<void> {
  const { ok } = await fetch(`${url}/api/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ kind: 'status', status }]),
  })
  expect(ok).toBe(true)
}

/** Presses a key until something of that name has the focus, however deep in the shadows it lies. */
async function tabTo(page: Page, name: string, tag: string): Promise<void> {
  const isThere = () =>
    page.evaluate(
      ([name, tag]) => {
        let focused = document.activeElement
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
        const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : focused
        return focused?.localName === tag && label?.textContent.trim() === name
      },
      [name, tag] as const,
    )
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by keyboard to ${name}`)
}

/** Counts who follows the till's status from now on. */
async function countFollowers(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { status } = counterfoilTill
    const subscribe = status.subscribe.bind(status)
    const followers = new Set<object>()
    Object.assign(globalThis, { followers })
    status.subscribe = (listener) => {
      const follower = {}
      followers.add(follower)
      const stop = subscribe(listener)
      return () => {
        followers.delete(follower)
        stop()
      }
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { followers: Set<object> }).followers.size)
}

const apps = [
  { name: 'html', worker: '', isBuilt: false },
  { name: 'react', worker: 'public', isBuilt: true },
  { name: 'vue', worker: 'public', isBuilt: true },
]

describe.each(apps)('the packed package in $name', ({ name, worker, isBuilt }) => {
  const profile = createProfile()
  let app: InstalledApp
  let server: Server
  let browser: Chromium
  let page: Page

  beforeAll(async () => {
    app = installApp(name, tarball)
    copyWorker(app, worker)
    if (isBuilt) buildWithVite(app.folder)
    server = await startPreview(app.folder)
    browser = await startChromium(profile.path)
    page = await browser.open(server.url)
  })
  afterAll(async () => {
    await browser.kill()
    await server.stop()
    profile.remove()
    app.remove()
  })

  const ringUp = () => page.getByRole('button', { name: 'Refund 25.00' }).click()
  const untilShown = (element: string, text: string | RegExp) =>
    page.locator(element).getByText(text).first().waitFor()

  /** What the hooks or composables of the guide tell the page. */
  const untilFollowed = async (text: string) => {
    if (isBuilt) await page.locator('#followed').getByText(text).waitFor()
  }

  it('opens with its worker, under a strict policy', async () => {
    await untilReady(page)
    // A worker that is slow to start counts as missing until it answers.
    await expect.poll(async () => (await readStatus(page)).worker).toEqual({ state: 'active' })
    await untilShown('counterfoil-status', '0 waiting')
    await untilShown('counterfoil-day', 'Everything so far is settled or voided')
    await untilShown('counterfoil-attention', 'Nothing needs attention.')
  })

  it('shows what waits, and that it was delivered', async () => {
    await setOutage(server.url, true)
    await ringUp()
    await untilShown('counterfoil-status', '1 waiting')
    await untilShown('counterfoil-receipt', 'Provisional')
    await untilFollowed('1 queued, the last: queued')
    await setOutage(server.url, false)
    await page.getByRole('button', { name: 'Send now' }).click()
    await untilShown('counterfoil-status', '0 waiting')
    await page.locator('counterfoil-receipt').getByText('Provisional').waitFor({ state: 'detached' })
    await untilShown('counterfoil-receipt', /25\.00/)
    await page
      .locator('counterfoil-journal')
      .getByRole('row')
      .filter({ hasText: /settled/i })
      .waitFor()
    await untilShown('counterfoil-day', 'Everything so far is settled or voided')
    await untilStatus(page, { counts: { settled: 1, queued: 0, parked: 0 } })
    await untilFollowed('0 queued, the last: settled')
  })

  it('lets a person void what was refused, by keyboard alone, and tells the page', async () => {
    await answerOnceWith(server.url, 409)
    await ringUp()
    await untilShown('counterfoil-status', '1 needs attention')
    await page.getByRole('heading', { name: 'For the supervisor' }).waitFor()
    await tabTo(page, 'Void', 'button')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Your name', 'input')
    await page.keyboard.type('Ada')
    await tabTo(page, 'Reason', 'input')
    await page.keyboard.type('Entered twice')
    await tabTo(page, 'Void it', 'button')
    await page.keyboard.press('Enter')
    await page.getByText('void: 1', { exact: true }).waitFor()
    await untilShown('counterfoil-attention', 'Nothing needs attention.')
    await untilShown('counterfoil-receipt', /void/i)
    await untilStatus(page, { counts: { parked: 0, voided: 1 } })
    await untilFollowed('0 queued, the last: voided')
  })

  it('leaves nobody listening when it is taken out, and goes on when it is put back', async () => {
    const toggle = page.getByRole('button', { name: 'Back office' })
    await toggle.click()
    const readFollowers = await countFollowers(page)
    await toggle.click()
    await untilShown('counterfoil-attention', 'Nothing needs attention.')
    await expect.poll(readFollowers).toBe(3)
    await toggle.click()
    await page.locator('counterfoil-attention').waitFor({ state: 'detached' })
    await expect.poll(readFollowers).toBe(0)
    await toggle.click()
    await answerOnceWith(server.url, 409)
    await ringUp()
    await untilShown('counterfoil-attention', 'One operation needs attention.')
    await untilShown('counterfoil-day', 'This day is not complete.')
  })

  it('has nothing to complain of', () => {
    expect(browser.complaints.filter((text) => !isNoise(text))).toEqual([])
  })
})

describe('the package', () => {
  it('has nothing in it that only this project needs, and all that its entries name', () => {
    const { files } = tarball
    expect(files.filter((path) => !/^(dist\/lib|dist\/types|docs)\//.test(path)).sort()).toEqual([
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(files.filter((path) => /demo|simulation|\btests?\b|\.map$/.test(path))).toEqual([])
    const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, string | { types: string; default: string }>
      bin: Record<string, string>
    }
    const named = [...Object.values(exports), ...Object.values(bin)]
      .flatMap((target) => (typeof target === 'string' ? target : Object.values(target)))
      .map((path) => path.replace(/^\.\//, ''))
    expect(named.filter((path) => !files.includes(path))).toEqual([])
  })

  it('brings no elements and no telemetry to a page that asks for none', () => {
    const traces = /litHtmlVersions|litElementVersions|reactiveElementVersions|counterfoil-status/
    const [bare, whole] = ['bare', 'vue'].map((name) => {
      const app = installApp(name, tarball)
      buildWithVite(app.folder)
      const code = readBundle(app.folder)
      app.remove()
      return code
    })
    expect(bare).not.toMatch(traces)
    expect(bare).not.toContain('counterfoil-telemetry')
    expect(whole).toMatch(traces)
    console.log(`the till alone, built and gzipped: ${gzipSync(bare ?? '').length} bytes`)
  })

  it('declares all of itself to a strict React app that looks into every file', () => {
    const app = installApp('react', tarball)
    expect(checkTypes(app.folder, '--skipLibCheck', 'false')).toBe('')
    const wrong = join(app.folder, 'src/wrong.tsx')
    writeFileSync(
      wrong,
      [
        'export const till = <counterfoil-status till={1} />',
        'export const listener = <counterfoil-attention oncounterfoil-acted={2} />',
        'export const entry = <counterfoil-receipt entryId={3} />',
      ].join('\n'),
    )
    expect(checkTypes(app.folder).match(/TS2322/g)).toHaveLength(3)
    app.remove()
  })
})

function checkTypes(folder: string, ...options: string[]): string {
  const words = [resolve('node_modules/typescript/bin/tsc'), '-p', '.', ...options]
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).stdout
}

function readBundle(folder: string): string {
  const assets = join(folder, 'dist/assets')
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return names.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n')
}
