import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startChromium, type Chromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { untilReady } from './page.js'
import { clearFaults, resetSandbox, setOutage } from './sandbox.js'
import { startHost } from './host.js'
import type { Server } from './vite.js'

/** The demo in one Chromium for a file of tests. */
export interface DemoStage {
  readonly url: string
  readonly complaints: string[]
  /** A page of the demo, once its till is open. */
  open: (path?: string) => Promise<Page>
}

/** One server and one profile for a file; after each test no page, no fault and no entry of the service is left. */
export function prepareDemo(serve: () => Promise<Server> = () => startHost()): DemoStage {
  const profile = createProfile()
  let url = ''
  let stopServer: (() => Promise<void>) | undefined
  let browser: Chromium | undefined
  const started = () => {
    if (!browser) throw new Error('the browser has not been started')
    return browser
  }
  beforeAll(async () => {
    const server = await serve()
    url = server.url
    stopServer = server.stop
    browser = await startChromium(profile.path)
  })
  afterEach(async () => {
    const pages = started()
      .context.pages()
      .filter((page) => page.url().startsWith(url))
    await Promise.all(pages.map((page) => page.close()))
    await clearFaults(url)
    await setOutage(url, false)
    await resetSandbox(url)
    started().complaints.length = 0
  })
  afterAll(async () => {
    await browser?.kill()
    await stopServer?.()
    profile.remove()
  })
  return {
    get url() {
      return url
    },
    get complaints() {
      return started().complaints
    },
    async open(path = '/') {
      const page = await started().open(`${url}${path}`)
      await untilReady(page)
      return page
    },
  }
}
