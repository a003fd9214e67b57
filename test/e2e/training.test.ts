import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { click, readText } from '../support/hands.js'
import { listDatabases, ringUpMany, untilReady, untilStatus } from '../support/page.js'
import { readLedger } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage()
const button = '[data-testid=training]'

/** What came to a stand-in, beside looking whether it is there. */
async function countSent(prefix: string): Promise<number> {
  return (await readLedger(stage.server.url, prefix)).arrivals.filter(({ method }) => method !== 'HEAD')
    .length
}

/** Whether the page shows that it only trains, once it has been loaded anew. */
async function untilTraining(tab: Tab, isTraining: boolean): Promise<void> {
  const look = async () =>
    (await readText(tab, button).catch(() => undefined)) === undefined
      ? undefined
      : (await readText(tab, '.watermark').catch(() => undefined)) !== undefined
  await expect.poll(look, { interval: 150 }).toBe(isTraining)
  await untilReady(tab)
}

const countEntries = (tab: Tab) => tab.evaluate(async () => (await counterfoilTill.entries()).length)

describeEngine('training', () => {
  it('is a till of its own under a watermark, sends nothing to the service, and ends with the tab', async () => {
    const { url } = stage.server
    const browser = await stage.start()
    const tab = await stage.openTill(browser, `${url}/#office`)
    await click(tab, button)
    await untilTraining(tab, true)
    const { ids } = await ringUpMany(tab, 2)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, settled: 2 } })
    expect(await tab.evaluate(() => counterfoilTill.entries())).toMatchObject(
      [...ids].reverse().map((id) => ({ id, state: 'settled' })),
    )
    expect(await countSent('api')).toBe(0)
    expect(await countSent('training')).toBe(2)
    expect(await listDatabases(tab)).toContain('counterfoil-training')

    const other = await stage.openTill(browser)
    expect(await readText(other, '.watermark')).toBeUndefined()
    expect(await countEntries(other)).toBe(0)

    await click(tab, button)
    await untilTraining(tab, false)
    expect(await countEntries(tab)).toBe(0)
    expect(await countSent('api')).toBe(0)
  })
})
