import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Browser, Engine, Tab } from '../drivers/driver.js'
import { engines } from '../drivers/engines.js'
import { readApplied, readBooked, settleByTheBooks } from '../support/books.js'
import { findContentProcess } from '../support/content.js'
import { readText } from '../support/hands.js'
import { elsewhere, startHost } from '../support/host.js'
import { cutOff, letRunAge, readStatus, ringUpMany, untilReady, untilStatus } from '../support/page.js'
import { clearFaults, setFaults, setOutage } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'
import type { Server } from '../support/vite.js'

declare const counterfoilTill: Till

const stage = prepareStage()
const engine = engines[inject('engine')].family

/** The demo again, where no worker is to be had: its pages replay by themselves. */
let host: Server
beforeAll(async () => {
  if (!inject('isEngineMissing')) host = await startHost({ service: stage.server.url, isWorkerless: true })
})
afterAll(async () => {
  await (host as Server | undefined)?.stop()
})

const startReplay = (tab: Tab) =>
  tab.evaluate(() => {
    void counterfoilTill.replay()
  })

async function untilApplied(count: number): Promise<void> {
  const countApplied = async () => (await readApplied(stage.server.url)).length
  await expect.poll(countApplied, { interval: 20 }).toBeGreaterThanOrEqual(count)
}

/** How a person tells their browser that no site may keep anything. */
const denials: Partial<Record<Engine['family'], { file: string; text: string }>> = {
  chromium: {
    file: 'Default/Preferences',
    text: JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  },
  firefox: { file: 'prefs.js', text: 'user_pref("network.cookie.cookieBehavior", 2);\n' },
}

async function untilRefused(tab: Tab): Promise<void> {
  await expect
    .poll(() => readText(tab, '#failure'), { interval: 150 })
    .toMatch(/^This till cannot open: the browser does not let it save anything\..*storage refused/)
  expect(await tab.evaluate(() => 'counterfoilTill' in globalThis)).toBe(false)
  expect(await readText(tab, '#page')).toBe('')
}

describeEngine('where storage is denied', () => {
  const denial = denials[engine]

  it('by the settings, the page says so', async ({ skip }) => {
    skip(!denial, `${engine} has no such setting; the sandboxed page stands in`)
    const profile = stage.newProfile()
    mkdirSync(join(profile, 'Default'), { recursive: true })
    if (denial) writeFileSync(join(profile, denial.file), denial.text)
    const browser = await stage.start(profile)
    await untilRefused(await browser.open(stage.server.url))
  })

  it('to a sandboxed page, the page says so', async () => {
    const sandboxed = await startHost({ service: stage.server.url, isWorkerless: true, isSandboxed: true })
    try {
      const browser = await stage.start()
      await untilRefused(await browser.open(sandboxed.url))
    } finally {
      await sandboxed.stop()
    }
  })
})

describeEngine('a device that sleeps', () => {
  const answerMs = 800
  /** Many times as many as can be answered until the device sleeps. */
  const operations = 40

  it('in the midst of a replay, until after the answers came, goes on by itself', async () => {
    const browser = await stage.start()
    const tab = await stage.openTill(browser)
    await cutOff(tab, stage.server.url)
    await ringUpMany(tab, operations)
    await setFaults(stage.server.url, [{ kind: 'delay', delayMs: answerMs, standing: true }])
    await setOutage(stage.server.url, false)
    await startReplay(tab)
    await untilApplied(2)
    await browser.sleep()
    // As long as it takes until every answer that is on its way has been there.
    await new Promise((resolve) => setTimeout(resolve, 2 * answerMs))
    const asleep = await readApplied(stage.server.url)
    await clearFaults(stage.server.url)
    expect(asleep.length).toBeLessThan(operations)
    browser.wake()
    const isAtRest = async () => {
      const { queued, sending, settled = 0, parked = 0 } = (await readStatus(tab)).counts
      return { queued, sending, known: settled + parked > asleep.length }
    }
    await expect.poll(isAtRest, { interval: 150 }).toEqual({ queued: 0, sending: 0, known: true })
    await settleByTheBooks(tab, stage.server.url)
    expect(await readBooked(tab)).toHaveLength(operations)
  })
})

interface Placed {
  tab: Tab
  content: number
}

/** Two tabs, each in a process of its own: engines put some tabs of a site together. */
async function openApart(browser: Browser, profile: string): Promise<[Placed, Placed]> {
  const tab = await stage.openTill(browser, host.url)
  const content = await findContentProcess(tab, profile)
  for (let count = 0; count < 6; count += 1) {
    const other = await stage.openTill(browser, host.url)
    const otherContent = await findContentProcess(other, profile)
    if (otherContent !== content) {
      return [
        { tab, content },
        { tab: other, content: otherContent },
      ]
    }
  }
  throw new Error('every tab stands in the same process')
}

/** Whether it is this tab that replays: who asks for a lock is told among those who hold one. */
async function isReplaying(tab: Tab): Promise<boolean> {
  return tab.evaluate(() =>
    navigator.locks.request('who', async () => {
      const { held = [] } = await navigator.locks.query()
      const own = held.find(({ name }) => name === 'who')
      return held.some(
        ({ name, clientId }) => name === 'counterfoil:counterfoil' && clientId === own?.clientId,
      )
    }),
  )
}

/** Whether nobody holds up whoever wants to write into the journal. */
async function isJournalFree(tab: Tab): Promise<boolean> {
  return tab.evaluate(
    (patienceMs) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('counterfoil')
        opening.onsuccess = () => {
          const database = opening.result
          const writing = database.transaction(database.objectStoreNames, 'readwrite')
          const timer = setTimeout(() => {
            resolve(false)
          }, patienceMs)
          writing.objectStore('runs').count().onsuccess = () => {
            clearTimeout(timer)
            resolve(true)
          }
          database.close()
        }
      }),
    2_000,
  )
}

/** As engines freeze a page: at a moment when it has no transaction open, which would stop every other tab, too. */
async function freeze({ content }: Placed, other: Tab): Promise<void> {
  do {
    process.kill(content, 'SIGCONT')
    await expect.poll(() => isJournalFree(other)).toBe(true)
    process.kill(content, 'SIGSTOP')
  } while (!(await isJournalFree(other)))
}

describeEngine('a frozen tab that thaws', () => {
  it('finds itself overtaken: nothing is lost or applied twice, and both tabs show the truth', async () => {
    const profile = stage.newProfile()
    const browser = await stage.start(profile)
    const tabs = await openApart(browser, profile)
    const [one, two] = tabs
    expect((await readStatus(one.tab)).worker.state).toBe('failed')
    await cutOff(one.tab, stage.server.url)
    await ringUpMany(one.tab, 9)
    await setOutage(stage.server.url, false)
    await setFaults(stage.server.url, [{ kind: 'delay', delayMs: 20_000 }])
    await startReplay(one.tab)
    await untilApplied(1)
    // Any tab may have begun by itself meanwhile.
    const [holder, robber] = (await isReplaying(one.tab)) ? tabs : [two, one]
    const [frozen, other] = [holder.tab, robber.tab]
    expect(await isReplaying(frozen)).toBe(true)
    await freeze(holder, other)
    await letRunAge(other)
    await startReplay(other)
    // The one that the frozen tab had sent, and the next of its card, which waits for it.
    await untilStatus(other, { counts: { queued: 1, sending: 0, settled: 7, parked: 1 } })
    process.kill(holder.content, 'SIGCONT')
    await untilStatus(frozen, { counts: { queued: 1, sending: 0, settled: 7, parked: 1 } })
    await frozen.evaluate(() => counterfoilTill.replay())
    for (const tab of [frozen, other])
      await untilStatus(tab, { counts: { queued: 1, sending: 0, settled: 7, parked: 1 } })
    expect(await readApplied(stage.server.url)).toHaveLength(8)
    await settleByTheBooks(frozen, stage.server.url)
    for (const tab of [frozen, other])
      await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 9, parked: 0 } })
  })
})

describeEngine('a page that somebody left and comes back to', () => {
  it('is live again, shows what another tab rang up, and goes on', async () => {
    const browser = await stage.start()
    const tab = await stage.openTill(browser)
    const other = await stage.openTill(browser)
    await cutOff(tab, stage.server.url)
    await tab.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) Object.assign(globalThis, { isRestored: true })
      })
    })
    await tab.go(`${host.url}${elsewhere}`)
    await ringUpMany(other, 3)
    await tab.back()
    await untilReady(tab)
    const isRestored = await tab.evaluate(() => 'isRestored' in globalThis)
    console.info(`${engine} ${isRestored ? 'put the page back as it was left' : 'loaded the page anew'}`)
    await untilStatus(tab, { counts: { queued: 3 } })
    await ringUpMany(tab, 2)
    for (const each of [tab, other]) await untilStatus(each, { counts: { queued: 5 } })
    await setOutage(stage.server.url, false)
    await startReplay(tab)
    for (const each of [tab, other])
      await untilStatus(each, { counts: { queued: 0, sending: 0, settled: 5 }, reach: 'online' })
    expect(new Set(await readApplied(stage.server.url)).size).toBe(5)
  })
})

describeEngine('a worker whose registration is lost under the page', () => {
  it('stops nothing, and is registered again when the page is loaded again', async () => {
    const tab = await stage.openTill()
    const isRegistered = () =>
      tab.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
    expect(await isRegistered()).toBe(true)
    await tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister())
    expect(await isRegistered()).toBe(false)
    await ringUpMany(tab, 3)
    await startReplay(tab)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 3 } })
    await tab.reload()
    await untilReady(tab)
    // A worker that is slow to start counts as missing until it answers.
    await expect.poll(async () => (await readStatus(tab)).worker).toEqual({ state: 'active' })
    expect(await isRegistered()).toBe(true)
    await ringUpMany(tab, 2)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 5 } })
    expect(new Set(await readApplied(stage.server.url)).size).toBe(5)
  })
})

/** Rings up without rest, and tells whoever listens what is safe. */
async function keepRinging(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const told = new BroadcastChannel('told')
    const ring = async () => {
      for (let index = 0; ; index += 1) {
        const { id } = await counterfoilTill.refund({
          StoredValueCardCodeCollection: [{ StoredValueCardCode: String(9_001_000_000_000_000 + index) }],
          StoredValueCardReceipt: { Products: [{ Name: crypto.randomUUID() }] },
        })
        told.postMessage(id)
      }
    }
    void ring()
  })
}

interface Listener {
  told: string[]
}
declare const listener: Listener

describeEngine('a page closed in the midst of ringing up and replaying', () => {
  it('loses nothing, and the next tab goes on', async () => {
    const browser = await stage.start()
    const next = await browser.open(`${host.url}${elsewhere}`)
    await next.evaluate(() => {
      const told: string[] = []
      const channel = new BroadcastChannel('told')
      channel.onmessage = ({ data }) => told.push(data as string)
      Object.assign(globalThis, { listener: { told, channel } })
    })
    const tab = await stage.openTill(browser, host.url)
    await setFaults(stage.server.url, [{ kind: 'delay', delayMs: 150, standing: true }])
    await keepRinging(tab)
    await untilApplied(5)
    // What was told comes from another page: it may come later than what was sent.
    await expect.poll(() => next.evaluate(() => listener.told.length)).toBeGreaterThan(5)
    await tab.close()
    await clearFaults(stage.server.url)
    const told = await next.evaluate(() => listener.told)
    await next.go(host.url)
    await untilReady(next)
    await next.evaluate(() => counterfoilTill.replay())
    const kept = new Set((await readBooked(next)).map(({ id }) => id))
    expect(told.filter((id) => !kept.has(id))).toEqual([])
    await settleByTheBooks(next, stage.server.url)
  })
})
