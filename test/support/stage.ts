import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest'
import { refuseSync } from '../drivers/chromium.js'
import { createProfile, type Browser, type Tab } from '../drivers/driver.js'
import { engines } from '../drivers/engines.js'
import { listStores } from '../drivers/stores.js'
import { startHost } from './host.js'
import { untilReady } from './page.js'
import { clearFaults, resetSandbox, setOutage } from './sandbox.js'
import type { Server } from './vite.js'

/** What a test in a real browser stands on: the demo with its sandbox, and browsers of the engine under test. */
export interface Stage {
  readonly server: Server
  /** A folder for a browser that nobody has used yet; without sync, it ends as soon as its last window is closed. */
  newProfile: (how?: { hasSync: boolean }) => string
  start: (profile?: string) => Promise<Browser>
  /** A tab with the demo till, open and ready. */
  openTill: (browser?: Browser, url?: string) => Promise<Tab>
}

/** A suite that every engine runs, unless it is not on this machine. */
export const describeEngine = describe.skipIf(inject('isEngineMissing'))

/** One server for a file, and clean books, no faults and no browser left after each test. */
export function prepareStage(serve: () => Promise<Server> = () => startHost()): Stage {
  const engine = engines[inject('engine')]
  const profiles: { remove: () => void }[] = []
  const opened = new Set<string>()
  const browsers: Browser[] = []
  let server: Server | undefined
  const stage: Stage = {
    get server() {
      if (!server) throw new Error('the server has not been started')
      return server
    },
    newProfile({ hasSync } = { hasSync: true }) {
      const profile = createProfile()
      profiles.push(profile)
      if (!hasSync && engine.family === 'chromium') refuseSync(profile.path)
      return profile.path
    },
    async start(profile = stage.newProfile()) {
      const browser = await engine.start(profile)
      browsers.push(browser)
      opened.add(profile)
      return browser
    },
    async openTill(browser, url = stage.server.url) {
      const tab = await (browser ?? (await stage.start())).open(url)
      await untilReady(tab)
      return tab
    },
  }
  beforeAll(async () => {
    if (!inject('isEngineMissing')) server = await serve()
  })
  afterEach(async () => {
    for (const browser of browsers.splice(0)) await browser.kill()
    const found = [...opened].flatMap(listStores)
    opened.clear()
    if (!server) return
    await setOutage(server.url, false)
    await clearFaults(server.url)
    await resetSandbox(server.url)
    // A test on another engine than the one told would show nothing.
    expect(found.filter((store) => store !== engine.store)).toEqual([])
  })
  afterAll(async () => {
    await server?.stop()
    for (const profile of profiles) profile.remove()
  })
  return stage
}
