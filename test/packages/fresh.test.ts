import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TillHint } from '../../src/index.js'
import { startChromium, type Chromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { findBlock, readHeaders } from '../support/blocks.js'
import { sendAlways, startCards, type Allowing } from '../support/cards.js'
import {
  buildApp,
  frameworks,
  installFresh,
  replaceAddresses,
  workers,
  type FreshProject,
  type Recipe,
} from '../support/fresh.js'
import { startHost, waitForWorker, type HostTerms } from '../support/host.js'
import { isNoise, readStatus, untilReady, untilStatus } from '../support/page.js'
import { readLedger, resetSandbox } from '../support/sandbox.js'
import type { Server } from '../support/vite.js'

// New apps that have nothing of this project but the packed package and what the README and the guides tell.

const profile = createProfile()
let project: FreshProject
let browser: Chromium
const servers: Server[] = []
const pages: Page[] = []

beforeAll(async () => {
  project = await installFresh(inject('tarball').path)
  browser = await startChromium(profile.path)
})
afterAll(async () => {
  await browser.kill()
  profile.remove()
  project.remove()
})
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()))
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const policyOf = ({ framework }: Pick<Recipe, 'framework'>, service = '') => {
  const headers = readHeaders('policy')
  const own = framework === 'vue' ? 'counterfoil vue' : 'counterfoil'
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('https://cards.example', service).replace(/counterfoil$/, own),
    ]),
  )
}

async function serve(terms: HostTerms): Promise<Server> {
  const server = await startHost(terms)
  servers.push(server)
  return server
}

async function visit(url: string): Promise<Page> {
  browser.complaints.length = 0
  const page = await browser.open(url)
  pages.push(page)
  await untilReady(page)
  return page
}

const ringUp = (page: Page) => page.getByRole('button', { name: 'Refund 25.00' }).click()

/** The script or page that each refund which arrived came from, as the browser tells the service. */
async function readSenders(url: string): Promise<string[]> {
  const { effects, arrivals } = await readLedger(url)
  expect(effects.map(({ operation }) => operation)).toEqual(['refund'])
  const refunds = arrivals.filter(({ path }) => path.endsWith('/refund'))
  return refunds.map(({ headers }) => new URL(headers.referer ?? url).pathname)
}

const scripts = { ready: '/counterfoil-sw.js', own: '/your-worker.js', workbox: '/your-worker.js', none: '/' }
const tills = { ready: 'till', own: 'own-till', workbox: 'own-till', none: 'none-till' }

describe.each(frameworks)('a fresh app in %s, under the strict policy', (framework) => {
  const folders: Partial<Record<Recipe['worker'], string>> = {}
  beforeAll(async () => {
    await Promise.all(
      workers.map(async (worker) => {
        const recipe: Recipe = { framework, worker, till: tills[worker] }
        folders[worker] = await buildApp(project, `${framework}-${worker}`, recipe)
      }),
    )
  })

  it.each(workers)('rings up and delivers, its worker: %s', async (worker) => {
    const { url } = await serve({
      folder: folders[worker] ?? '',
      headers: policyOf({ framework }),
      firstScript: waitForWorker,
    })
    const page = await visit(url)
    // A worker that is slow to start counts as missing until it answers.
    await expect
      .poll(async () => (await readStatus(page)).worker.state)
      .toBe(worker === 'none' ? 'none' : 'active')
    await ringUp(page)
    await page.getByText(/^Safe: /).waitFor()
    await untilStatus(page, { counts: { settled: 1, queued: 0, parked: 0 }, hints: [] })
    await page.locator('counterfoil-status').getByText('0 waiting').waitFor()
    expect(await readSenders(url)).toEqual([scripts[worker]])
    expect(browser.complaints.filter((text) => !isNoise(text))).toEqual([])
  })
})

it('a fresh app with Workbox starts and rings up with no server in sight', async () => {
  const recipe: Recipe = { framework: 'plain', worker: 'workbox', till: 'own-till' }
  const folder = await buildApp(project, 'plain-precached', recipe)
  const server = await startHost({ folder, headers: policyOf(recipe) })
  const page = await visit(server.url)
  await server.stop()
  await page.reload()
  await untilReady(page)
  await ringUp(page)
  await page.getByText(/^Safe: /).waitFor()
  await untilStatus(page, { counts: { queued: 1, settled: 0 } })
})

it('a fresh app below a path brings its worker and its name along', async () => {
  const recipe: Recipe = { framework: 'plain', worker: 'ready', till: 'path-till', build: 'path-build' }
  const folder = await buildApp(project, 'path', recipe)
  const base = '/shop/till/'
  const { url } = await serve({ folder, base, headers: policyOf(recipe), firstScript: waitForWorker })
  const page = await visit(`${url}${base}`)
  await expect.poll(async () => (await readStatus(page)).worker).toEqual({ state: 'active' })
  await ringUp(page)
  await untilStatus(page, { counts: { settled: 1 } })
  expect(await readSenders(url)).toEqual([`${base}counterfoil-sw.js`])
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(names).toContain('till-of-the-shop')
  expect(browser.complaints.filter((text) => !isNoise(text))).toEqual([])
})

describe('a fresh app whose service is at another origin', () => {
  const headers = readHeaders('cors-headers')
  let allow: Allowing
  let cards: Server
  let folder: string
  beforeAll(async () => {
    cards = await startCards((request, response) => allow(request, response))
    folder = await buildApp(project, 'elsewhere', {
      framework: 'plain',
      worker: 'ready',
      till: 'cors-till',
      addresses: { 'https://cards.example': cards.url },
    })
  })
  afterAll(() => cards.stop())

  /** Rings up on a page that has an origin of its own; what the service allows depends on that. */
  async function meet(toAllowing: (origin: string) => Allowing | Promise<Allowing>): Promise<Page> {
    const host = await serve({ folder, headers: policyOf({ framework: 'plain' }, cards.url) })
    allow = await toAllowing(host.url)
    await resetSandbox(cards.url)
    const page = await visit(host.url)
    await ringUp(page)
    return page
  }

  const allowWith = (names: readonly string[]) => (origin: string) =>
    sendAlways(
      Object.fromEntries(
        names.map((name) => [
          name,
          replaceAddresses(headers[name] ?? '', { 'https://till.example': origin }),
        ]),
      ),
    )

  it('delivers with the headers that the README lists', async () => {
    const page = await meet(allowWith(Object.keys(headers)))
    await untilStatus(page, { counts: { settled: 1, queued: 0 }, hints: [] })
    const { arrivals } = await readLedger(cards.url)
    const refund = arrivals.find(({ path }) => path.endsWith('/refund'))
    expect(refund?.headers).toMatchObject({ authorization: 'Bearer of-this-till' })
    expect(refund?.headers['idempotency-key']).toMatch(/^".+"$/)
    expect(browser.complaints.filter((text) => !isNoise(text))).toEqual([])
  })

  it('delivers with the server that the guide shows', async () => {
    const page = await meet(async (origin) => {
      const code = replaceAddresses(findBlock('cors-server').code, { 'https://till.example': origin })
      const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
        allowTills: Allowing
      }
      return module.allowTills
    })
    await untilStatus(page, { counts: { settled: 1, queued: 0 }, hints: [] })
  })

  it.each(Object.keys(headers))('says what is likely wrong without %s', async (missing) => {
    const left = Object.keys(headers).filter((name) => name !== missing)
    const page = await meet(allowWith(left))
    const isExposure = missing === 'Access-Control-Expose-Headers'
    const hint: Partial<TillHint> = isExposure
      ? { likely: 'hidden-headers' }
      : { likely: 'cors', kinds: ['refund'] }
    await untilStatus(page, { reach: 'online', hints: [hint] })
    await page.locator('counterfoil-status .note').getByText(/CORS/).waitFor()
    const { effects } = await readLedger(cards.url)
    expect(effects).toHaveLength(isExposure ? 1 : 0)
    // What waits is tried again, and so is under way now and then.
    const readCounts = async () => {
      const { settled, queued } = (await readStatus(page)).counts
      return { settled, queued }
    }
    await expect.poll(readCounts).toEqual(isExposure ? { settled: 1, queued: 0 } : { settled: 0, queued: 1 })
  })

  it.each(['ready', 'none'] as const)(
    'says that its own policy is in the way, the worker being %s',
    async (worker) => {
      const { url } = await serve({
        folder,
        headers: policyOf({ framework: 'plain' }),
        isWorkerless: worker === 'none',
      })
      const page = await visit(url)
      await ringUp(page)
      await untilStatus(page, { reach: 'offline', hints: [{ likely: 'csp' }], counts: { queued: 1 } })
      await page
        .locator('counterfoil-status .note')
        .getByText(/connect-src/)
        .waitFor()
    },
  )
})
