import type { Till } from '../../../src/index.js'
import { createProfile, type Browser, type Engine, type Tab } from '../../drivers/driver.js'
import { setClock } from './clock.js'
import type { Mishap } from './plan.js'

declare const counterfoilTill: Till

/** One browser with a profile of its own and the till in it, that is killed, reloaded, put to sleep and set wrong. */
export interface Device {
  readonly profile: string
  /** How long the present browser has been there; undefined while there is none. */
  readonly ageMs: number | undefined
  readonly isAsleep: boolean
  start: () => Promise<void>
  applyMishap: (mishap: Mishap) => Promise<void>
  /** Runs in the page as it is now; rejects if the page goes away meanwhile, or does not answer. */
  ask: Tab['evaluate']
  stop: () => Promise<void>
}

class PageLost extends Error {}

const patienceMs = 60_000

/** A device that always comes to the same address. */
export function createDevice(engine: Engine, url: string): Device {
  const profile = createProfile()
  let life: { browser: Browser; tab: Tab; since: number; end: () => void; over: Promise<never> } | undefined
  let offset = 0
  let isAsleep = false

  async function start(): Promise<void> {
    const browser = await engine.start(profile.path)
    const tab = await openPatiently(browser, url)
    let end: () => void = () => undefined
    const over = new Promise<never>((_, reject) => {
      end = () => {
        reject(new PageLost('the browser is gone'))
      }
    })
    over.catch(() => undefined)
    life = { browser, tab, since: performance.now(), end, over }
    await setClock(tab, offset)
  }

  async function kill(): Promise<void> {
    const last = life
    life = undefined
    last?.end()
    await last?.browser.kill()
  }

  const ask: Tab['evaluate'] = async (run, ...words) => {
    if (!life) throw new PageLost('there is no browser')
    return Promise.race([life.tab.evaluate(run, ...words), life.over, giveUp()])
  }

  async function applyMishap(mishap: Mishap): Promise<void> {
    switch (mishap.what) {
      case 'kill':
        await kill()
        await start()
        break
      case 'reload':
        await life?.tab.reload()
        break
      case 'sleep':
        isAsleep = true
        await life?.browser.sleep()
        await pass(mishap.forMs)
        life?.browser.wake()
        isAsleep = false
        break
      case 'jump':
        offset = mishap.toMs
        if (life) await setClock(life.tab, offset)
        break
    }
  }

  return {
    profile: profile.path,
    get ageMs() {
      return life && performance.now() - life.since
    },
    get isAsleep() {
      return isAsleep
    },
    start,
    applyMishap,
    ask,
    async stop() {
      await kill()
      profile.remove()
    },
  }
}

/** The request for the page may be damaged, so it is tried again until the worker has the page. */
async function openPatiently(browser: Browser, url: string): Promise<Tab> {
  let last: unknown
  for (let attempt = 0; attempt < 20; attempt += 1) {
    try {
      const tab = await browser.open(url)
      await untilOpen(tab)
      return tab
    } catch (error) {
      last = error
      await pass(1_000)
    }
  }
  throw new Error('the till did not open', { cause: last })
}

async function untilOpen(tab: Tab): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isOpen = await tab.evaluate(
      () => 'counterfoilTill' in globalThis && counterfoilTill.status.value.worker.state !== 'starting',
    )
    if (isOpen) return
    await pass(100)
  }
  throw new Error('the till is not ready')
}

async function giveUp(): Promise<never> {
  await pass(patienceMs)
  throw new PageLost('the page does not answer')
}

/** Resolves after a while, and keeps nothing alive for it. */
export function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
