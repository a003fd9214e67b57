import { expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import type { Tab } from '../../drivers/driver.js'
import { cutOff, readTables, ringUpMany } from '../../support/page.js'
import { startHost } from '../../support/host.js'
import { describeEngine, prepareStage } from '../../support/stage.js'

declare const counterfoilTill: Till
declare const asked: number[]

const stage = prepareStage(() => startHost({ isInFull: true }))

/**
 * From now on whatever writes never ends: it asks for what it has written again and again, which makes Chromium put
 * down both the writing and how to undo it.
 */
async function makeWritesEndless(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const asked: number[] = []
    Object.assign(globalThis, { asked })
    const endless = new WeakSet<IDBTransaction>()
    const askOn = (store: IDBObjectStore) => {
      if (endless.has(store.transaction)) return
      endless.add(store.transaction)
      const index = asked.push(0) - 1
      const ask = () => {
        asked[index] = (asked[index] ?? 0) + 1
        store.count().onsuccess = ask
      }
      ask()
    }
    for (const name of ['put', 'add']) {
      const write = Reflect.get(IDBObjectStore.prototype, name) as (...words: unknown[]) => IDBRequest
      Reflect.set(IDBObjectStore.prototype, name, function (this: IDBObjectStore, ...words: unknown[]) {
        const request = write.apply(this, words)
        askOn(this)
        return request
      })
    }
    IDBTransaction.prototype.commit = () => undefined
  })
}

describeEngine('a browser that dies in the midst of two writes to different tables', () => {
  it('has still all that was kept before', async () => {
    const profile = stage.newProfile()
    const browser = await stage.start(profile)
    const tab = await stage.openTill(browser)
    await cutOff(tab, stage.server.url)
    await ringUpMany(tab, 10)
    const kept = await readTables(tab)
    await makeWritesEndless(tab)
    await tab.evaluate(() => {
      void counterfoilTill.receipt({ Payments: [{ Amount: 1 }] })
      void counterfoilTill.refund({
        StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000001' }],
        StoredValueCardReceipt: { Payments: [{ Amount: 2 }] },
      })
    })
    const countAsked = () => tab.evaluate(() => Math.max(...asked))
    await expect.poll(countAsked, { interval: 50 }).toBeGreaterThan(1_000)
    await browser.kill()

    const after = await stage.openTill(await stage.start(profile))
    expect(await readTables(after)).toEqual(kept)
    expect(await after.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
  })
})
