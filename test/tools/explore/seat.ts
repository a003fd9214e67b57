import type { BrowserContext, ConsoleMessage, Page } from 'playwright'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'

/** One browser with a profile of its own, which is killed and started again, and the tabs a person has in it. */
export interface Seat {
  /** The tab in front. */
  readonly page: Page
  readonly isLineUp: boolean
  start: (path?: string) => Promise<void>
  kill: () => Promise<void>
  /** Closes the tab in front, and opens another. */
  reopen: () => Promise<void>
  /** A second tab, or the other one of two. */
  switchTab: () => Promise<void>
  /** Leaves no tab but the one in front. */
  tidy: () => Promise<void>
  setLine: (isUp: boolean) => Promise<void>
  stopWorkers: () => Promise<void>
  stop: () => Promise<void>
}

export interface Ears {
  onConsole: (kind: string, text: string) => void
  onError: (text: string) => void
}

/** How long a page may take until its till is open. */
const openMsMax = 60_000

export class TillNotOpen extends Error {}

/** A seat at an address; every page runs the given script before its own. */
export function createSeat(url: string, pageScript: string, { onConsole, onError }: Ears): Seat {
  const profile = createProfile()
  let browser: Chromium | undefined
  let page: Page | undefined
  let isLineUp = true
  const context = () => {
    if (!browser) throw new Error('there is no browser')
    return browser.context
  }

  async function openTab(path = '/'): Promise<void> {
    page = await context().newPage()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${url}${path}`)
    await untilOpen(page)
  }

  /** A worker that starts while the line is switched may never hear of it, though its page does; a switch again reaches it. */
  async function untilWorkerHasLine(): Promise<void> {
    const until = performance.now() + openMsMax
    while (performance.now() < until) {
      const has = await askWorker(context())
      if (has) return
      if (has === undefined) {
        await page?.evaluate(wakeWorker)
      } else {
        await context().setOffline(true)
        await context().setOffline(false)
      }
      await page?.waitForTimeout(50)
    }
    throw new Error('the worker has no line though it is up')
  }

  const listTills = () =>
    context()
      .pages()
      .filter((one) => one.url().startsWith(url) && !one.url().includes('view=customer'))

  return {
    get page() {
      if (!page) throw new Error('there is no page')
      return page
    },
    get isLineUp() {
      return isLineUp
    },
    async start(path) {
      browser = await startChromium(profile.path)
      isLineUp = true
      browser.context.setDefaultTimeout(openMsMax)
      await browser.context.addInitScript({ content: pageScript })
      browser.context.on('console', (message) => {
        onConsole(message.type(), describeMessage(message))
      })
      browser.context.on('weberror', (error) => {
        onError(String(error.error()))
      })
      await openTab(path)
    },
    async kill() {
      await browser?.kill()
      browser = undefined
      page = undefined
    },
    async reopen() {
      await page?.close()
      await openTab()
    },
    async switchTab() {
      const other = listTills().find((one) => one !== page)
      if (!other) {
        await openTab()
        return
      }
      page = other
      await other.bringToFront()
      await untilOpen(other)
    },
    async tidy() {
      const others = context()
        .pages()
        .filter((one) => one !== page && one.url() !== 'about:blank')
      for (const other of others) await other.close()
    },
    async setLine(isUp) {
      await context().setOffline(!isUp)
      isLineUp = isUp
      if (isUp) await untilWorkerHasLine()
    },
    async stopWorkers() {
      const session = await context().newCDPSession(this.page)
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
      await session.detach()
    },
    async stop() {
      await browser?.kill()
      profile.remove()
    },
  }
}

/** Whether a file that is always there comes to the worker; undefined while none runs. */
async function askWorker(context: BrowserContext): Promise<boolean | undefined> {
  const [worker] = context.serviceWorkers()
  const load = () =>
    fetch('/manifest.webmanifest', { cache: 'no-store' }).then(
      () => true,
      () => false,
    )
  return worker?.evaluate(load).catch(() => undefined)
}

async function wakeWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage(undefined)
}

/** The text alone tells nothing of a resource that did not load. */
function describeMessage(message: ConsoleMessage): string {
  const { url } = message.location()
  return url === '' ? message.text() : `${message.text()} (${url})`
}

/** Until the till is open and knows who delivers. */
export async function untilOpen(page: Page): Promise<void> {
  const isOpen = () => {
    const { counterfoilTill: till } = globalThis as {
      counterfoilTill?: { status: { value: { worker: { state: string } } } }
    }
    return (
      location.search.includes('view=customer') || (till && till.status.value.worker.state !== 'starting')
    )
  }
  try {
    await page.waitForFunction(isOpen, undefined, { polling: 50, timeout: openMsMax })
  } catch (error) {
    throw new TillNotOpen('the till did not open within a minute', { cause: error })
  }
}
