import { cpSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { refuseSync, stages, startChromium, type Chromium, type Stage } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { listStores, type Store } from '../drivers/stores.js'
import { elsewhere, startHost } from './host.js'
import { untilReady } from './page.js'
import { resetSandbox, setOutage } from './sandbox.js'
import type { Server } from './vite.js'

/** The demo, and profiles that one stage of Chromium's move to SQLite leaves to another. */
export interface Rollout {
  readonly server: Server
  /** A profile of its own: new, or a copy of one that no browser uses. */
  newProfile: (from?: string) => string
  /** Chromium at a stage of its move, on a profile that another stage may have written. */
  startOn: (profile: string, stage: Stage) => Promise<Chromium>
  /** A page of the demo, once its till is open. */
  openTill: (browser: Chromium) => Promise<Page>
  /** A page of the same origin that is no till. */
  openNeighbour: (browser: Chromium) => Promise<Page>
}

/** One server for a file, and clean books and no browser left after each test. */
export function prepareRollout(): Rollout {
  const profiles: { remove: () => void }[] = []
  const browsers: Chromium[] = []
  let server: Server | undefined
  const rollout: Rollout = {
    get server() {
      if (!server) throw new Error('the server has not been started')
      return server
    },
    newProfile(from) {
      const profile = createProfile()
      profiles.push(profile)
      if (from === undefined) refuseSync(profile.path)
      // A link as it is: the lock that a killed browser has left names its process.
      else cpSync(from, profile.path, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
      return profile.path
    },
    async startOn(profile, stage) {
      const browser = await startChromium(profile, stages[stage])
      browsers.push(browser)
      return browser
    },
    async openTill(browser) {
      const page = await browser.open(rollout.server.url)
      await untilReady(page)
      return page
    },
    openNeighbour: (browser) => browser.open(`${rollout.server.url}${elsewhere}`),
  }
  beforeAll(async () => {
    if (!inject('isEngineMissing')) server = await startHost({ isInFull: true })
  })
  afterEach(async () => {
    for (const browser of browsers.splice(0)) await browser.kill()
    if (!server) return
    await setOutage(server.url, false)
    await resetSandbox(server.url)
  })
  afterAll(async () => {
    await server?.stop()
    for (const profile of profiles) profile.remove()
  })
  return rollout
}

/** Closes a browser's pages and stops its workers, so that no connection to a database is left; the browser stays. */
export async function leaveDatabases({ context }: Pick<Chromium, 'context'>): Promise<void> {
  const blank = await context.newPage()
  for (const page of context.pages()) if (page !== blank) await page.close()
  const session = await context.newCDPSession(blank)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** Chromium has moved a profile's databases to another store, or had them there already. */
export async function untilStoredIn(profile: string, store: Store): Promise<void> {
  await expect.poll(() => listStores(profile), { interval: 100 }).toEqual([store])
}
