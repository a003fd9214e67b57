import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { untilMirrored, untilWitnessed } from '../support/beside.js'
import { copyDatabases, razeDatabases } from '../support/databases.js'
import { cutOff, untilStatus } from '../support/page.js'
import { readLedger, setOutage } from '../support/sandbox.js'
import { startHost } from '../support/host.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage(() => startHost({ isInFull: true }))

/** Rings up refunds with a receipt number each, on cards of their own; resolves with the numbers. */
async function ringUp(tab: Tab, from: number, count: number): Promise<number[]> {
  return tab.evaluate(
    async (from, count) => {
      const numbers = []
      for (let index = from; index < from + count; index += 1) {
        const StoredValueCardReceipt = await counterfoilTill.receipt({
          Products: [{ Name: `sale ${index}` }],
          Payments: [{ Amount: 1 + index }],
        })
        const StoredValueCardCode = `90010000000000${10 + index}`
        await counterfoilTill.refund({
          StoredValueCardCodeCollection: [{ StoredValueCardCode }],
          StoredValueCardReceipt,
        })
        numbers.push(StoredValueCardReceipt.SenderData?.Number ?? -1)
      }
      return numbers
    },
    from,
    count,
  )
}

const newProfile = () => stage.newProfile({ hasSync: false })

async function countEffects(): Promise<number> {
  return (await readLedger(stage.server.url)).effects.length
}

describeEngine('a till whose databases the browser has deleted', () => {
  it('says what is missing, and uses no receipt number twice', async () => {
    const profile = newProfile()
    const first = await stage.start(profile)
    const before = await stage.openTill(first)
    await cutOff(before, stage.server.url)
    const used = await ringUp(before, 0, 3)
    await untilWitnessed(before, { unresolved: 3, place: 3 })
    // Not killed: WebKit writes what is beside the databases to the disk a moment after it tells it to the page.
    await first.close()
    razeDatabases(profile)

    const after = await stage.openTill(await stage.start(profile))
    await untilStatus(after, {
      counts: { queued: 0, settled: 0 },
      storage: { state: 'replaced', losses: [{ how: 'replaced', missing: 3 }] },
    })
    const [next = 0] = await ringUp(after, 3, 1)
    expect(next).toBeGreaterThan(Math.max(...used))
    await after.reload()
    await untilStatus(after, { storage: { state: 'replaced', losses: [{ how: 'replaced', missing: 3 }] } })
  })
})

describeEngine('what a browser has deleted', () => {
  it('is brought back from the copies beside the databases, for a person to check', async () => {
    const profile = newProfile()
    const first = await stage.start(profile)
    const before = await stage.openTill(first)
    await cutOff(before, stage.server.url)
    await ringUp(before, 0, 3)
    await untilWitnessed(before, { unresolved: 3, place: 3 })
    await untilMirrored(before, 3)
    await first.kill()
    razeDatabases(profile)

    const after = await stage.openTill(await stage.start(profile))
    await untilStatus(after, { storage: { state: 'replaced', kept: { operations: 3, needsKey: false } } })
    const broughtBack = await after.evaluate(() =>
      counterfoilTill.attention.bringBack({ by: 'Ada', reason: 'the browser lost them' }),
    )
    expect(broughtBack).toEqual({ operations: 3, known: 0, damaged: 0 })
    await untilStatus(after, { counts: { parked: 3 }, storage: { state: 'open' } })
    await setOutage(stage.server.url, false)
    await after.evaluate(async () => {
      for (const { id } of await counterfoilTill.entries({ state: 'parked' }))
        await counterfoilTill.attention.sendAgain(id, { by: 'Ada', reason: 'not in the books' })
    })
    await untilStatus(after, { counts: { settled: 3, parked: 0 } })
    expect(await countEffects()).toBe(3)
    expect(await after.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
  })
})

describeEngine('the lab', () => {
  it('loses the data of the till, which says so and brings it back', async () => {
    const tab = await stage.openTill()
    await cutOff(tab, stage.server.url)
    await ringUp(tab, 0, 2)
    await untilWitnessed(tab, { unresolved: 2, place: 2 })
    await untilMirrored(tab, 2)
    const press = (name: string) =>
      tab.evaluate((name) => document.querySelector<HTMLElement>(name)?.click(), name)
    const isThere = (name: string) => tab.evaluate((name) => document.querySelector(name) !== null, name)
    await press('[data-testid=lab-toggle]')
    await expect.poll(() => isThere('[data-testid=lose]')).toBe(true)
    await press('[data-testid=lose]')
    await press('[data-testid=lose-confirm]')
    await untilStatus(tab, {
      counts: { queued: 0 },
      storage: { losses: [{ how: 'replaced', missing: 2 }], kept: { operations: 2 } },
    })
    await tab.evaluate(() =>
      counterfoilTill.attention.bringBack({ by: 'Ada', reason: 'the browser lost them' }),
    )
    await untilStatus(tab, { counts: { parked: 2 }, storage: { state: 'open' } })
  })
})

describeEngine('a till of which the browser has an older state', () => {
  it('says what is missing, and sends nothing again that was sent since', async () => {
    const profile = newProfile()
    const first = await stage.start(profile)
    const offline = await stage.openTill(first)
    await cutOff(offline, stage.server.url)
    const used = await ringUp(offline, 0, 2)
    await untilWitnessed(offline, { unresolved: 2, place: 2 })
    await first.close()
    const copy = copyDatabases(profile)

    const second = await stage.start(profile)
    const online = await stage.openTill(second)
    await setOutage(stage.server.url, false)
    await online.evaluate(() => counterfoilTill.replay())
    used.push(...(await ringUp(online, 2, 1)))
    await untilStatus(online, { counts: { queued: 0, sending: 0, settled: 3 } })
    await untilWitnessed(online, { unresolved: 0, place: 3 })
    await second.close()
    const effects = await countEffects()
    copy.putBack()
    copy.remove()

    const after = await stage.openTill(await stage.start(profile))
    await untilStatus(after, {
      counts: { queued: 0, sending: 0, settled: 0, parked: 2 },
      storage: { state: 'replaced', losses: [{ how: 'set-back', missing: 1 }] },
    })
    expect(await countEffects()).toBe(effects)
    const [next = 0] = await ringUp(after, 3, 1)
    expect(next).toBeGreaterThan(Math.max(...used))
    await untilStatus(after, { counts: { settled: 1 } })
    expect(await after.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
  })
})
