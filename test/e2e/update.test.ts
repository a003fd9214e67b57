import { expect, inject, it, onTestFinished } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { engines } from '../drivers/engines.js'
import { createDemoCopy } from '../support/demo-copy.js'
import { click, readText } from '../support/hands.js'
import { createServices, elsewhere, startHost } from '../support/host.js'
import { askWorker, cutOff, ringUpMany, untilReady, untilStatus } from '../support/page.js'
import { clearFaults, readLedger, setFaults, setOutage } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const operations = 60
const releases = 3
const polling = 200
const demo = createDemoCopy()
const stage = prepareStage(demo.serve)

interface Applied {
  card: string
  number: number
}

/** What the service applied, in the order in which it did. */
async function readApplied(): Promise<Applied[]> {
  const { effects } = await readLedger(stage.server.url)
  return effects.map(({ body }) => {
    const [item] = body.StoredValueCardCodeCollection as { StoredValueCardCode: string }[]
    return { card: item?.StoredValueCardCode ?? '', number: Number(body.Notes) }
  })
}

async function ringUpNumbered(tab: Tab, prefix: string): Promise<void> {
  await tab.evaluate(
    async (prefix, operations) => {
      for (let index = 0; index < operations; index += 1) {
        await counterfoilTill.refund({
          StoredValueCardCodeCollection: [{ StoredValueCardCode: `${prefix}${10 + (index % 12)}` }],
          StoredValueCardReceipt: { Total: index },
          Notes: String(index),
        })
      }
    },
    prefix,
    operations,
  )
}

interface TakeOver {
  /** What the worker before it has come to. */
  old: string | undefined
  isInCharge: boolean
  /** What had not been sent when it came. */
  waiting: number
}

/** A worker gives way between two events, so the replay is held for a moment, with operations under way. */
async function takeOver(tab: Tab): Promise<TakeOver> {
  return tab.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const old = registration.active
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
    await registration.update()
    const coming = registration.waiting ?? registration.installing
    coming?.postMessage({ type: 'SKIP_WAITING' })
    await counterfoilTill.pause({ by: 'Ada' })
    await taken
    const waiting = (await counterfoilTill.entries({ state: 'queued', limit: 1_000 })).length
    await counterfoilTill.resume()
    return { old: old?.state, isInCharge: coming !== null && registration.active === coming, waiting }
  })
}

describeEngine('new workers that take over in the middle of a replay, one after the other', () => {
  // On a busy machine Chromium now and then keeps an idle worker for minutes after `skipWaiting`, with nothing under
  // way in it; `chromium/update.test.ts` stops the old one, and holds the same promises.
  it('lose nothing, double nothing and keep the order of each card, while two tabs ring up', async ({
    skip,
  }) => {
    skip(engines[inject('engine')].family === 'chromium', 'chromium/update.test.ts holds the same promises')
    const browser = await stage.start()
    const tabs = [await stage.openTill(browser), await stage.openTill(browser)] as const
    const [first, second] = tabs
    await cutOff(first, stage.server.url)
    await ringUpNumbered(first, '90010000000001')
    // Slow enough that there is something left when the last of the workers has come.
    await setFaults(stage.server.url, [{ kind: 'delay', delayMs: 4_000, standing: true }])
    await setOutage(stage.server.url, false)
    await Promise.all(tabs.map((tab) => tab.evaluate(() => void counterfoilTill.replay())))
    const rungUp = ringUpNumbered(second, '90010000000002')
    for (let count = 0; count < releases; count += 1) {
      const before = (await readApplied()).length
      await expect
        .poll(async () => (await readApplied()).length, { interval: polling })
        .toBeGreaterThan(before + 3)
      demo.release()
      const { old, isInCharge, waiting } = await takeOver(first)
      expect({ old, isInCharge }).toEqual({ old: 'redundant', isInCharge: true })
      expect(waiting).toBeGreaterThan(0)
    }
    await rungUp
    await clearFaults(stage.server.url)
    // A probe that was late leaves a pause behind, which is drawn by lot.
    await first.evaluate(() => counterfoilTill.replay())
    const rest = { queued: 0, sending: 0, parked: 0, settled: 2 * operations }
    for (const tab of tabs) await untilStatus(tab, { counts: rest })
    const applied = await readApplied()
    expect(applied).toHaveLength(2 * operations)
    expect(new Set(applied.map(({ card, number }) => `${card} ${number}`)).size).toBe(2 * operations)
    for (const one of new Set(applied.map(({ card }) => card))) {
      const numbers = applied.filter(({ card }) => card === one).map(({ number }) => number)
      expect(numbers).toEqual([...numbers].sort((left, right) => left - right))
    }
    expect(await askWorker(first)).toMatchObject({ tag: 'done' })
    expect(await first.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
  })
})

describeEngine('a new release of the page', () => {
  it('is offered, waits while something is on its way, and then comes in by itself', async () => {
    const tab = await stage.openTill()
    await cutOff(tab, stage.server.url)
    await ringUpMany(tab, 1)
    // In this order: the till tries by itself as soon as the line is back.
    await setFaults(stage.server.url, [{ kind: 'delay', delayMs: 20_000, standing: true }])
    await setOutage(stage.server.url, false)
    await tab.evaluate(() => void counterfoilTill.replay())
    await untilStatus(tab, { counts: { sending: 1 } })
    demo.release()
    await tab.evaluate(async () => {
      Object.assign(globalThis, { isOldPage: true })
      await (await navigator.serviceWorker.ready).update()
    })
    await click(tab, '[data-testid=update] button')
    await expect
      .poll(() => readText(tab, '[data-testid=update]'), { interval: polling })
      .toContain('as soon as nothing is being sent')
    // Between two pages there is none that could answer.
    const isOld = () => tab.evaluate(() => 'isOldPage' in globalThis).catch(() => true)
    expect(await tab.evaluate(() => counterfoilTill.status.value.counts.sending)).toBe(1)
    expect(await isOld()).toBe(true)
    await expect.poll(isOld, { interval: polling }).toBe(false)
    await untilReady(tab)
    expect((await readLedger(stage.server.url)).effects).toHaveLength(1)
    await untilStatus(tab, { counts: { sending: 0, parked: 0, settled: 1 } })
  })
})

/** By the worker's clock the wait for the line is over, and no request takes too long. */
const patience = `
  const { now } = Date
  Date.now = () => now() + 120_000
  const setTimer = globalThis.setTimeout
  globalThis.setTimeout = (work, ms, ...words) => setTimer(work, ms > 10_000 ? 600_000 : ms, ...words);
`

describeEngine('a worker that is new, with no page of the till open', () => {
  it('delivers what waits, and is activated before the service has answered', async () => {
    let hasWorker = false
    let letGo: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const services = createServices()
    const server = await startHost({
      isCut: (path) => path.endsWith('-sw.js') && !hasWorker,
      prelude: (path) => (path.endsWith('-sw.js') ? patience : ''),
      serve(incoming, response, next) {
        const serve = () => {
          services(incoming, response, next)
        }
        if (incoming.url?.startsWith('/api/v1.0/') && incoming.method !== 'HEAD') void released.then(serve)
        else serve()
      },
    })
    onTestFinished(() => server.stop())
    const tab = await stage.openTill(undefined, server.url)
    await cutOff(tab, server.url)
    await ringUpMany(tab, 1)
    await tab.go(`${server.url}${elsewhere}`)
    await setOutage(server.url, false)
    hasWorker = true
    await tab.evaluate(async () => {
      await navigator.serviceWorker.register('/demo-sw.js')
    })
    const readState = () =>
      tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
    await expect.poll(readState, { interval: polling }).toBe('activated')
    expect((await readLedger(server.url)).effects).toEqual([])
    letGo()
    const count = async () => (await readLedger(server.url)).effects.length
    await expect.poll(count, { interval: polling }).toBe(1)
  })
})
