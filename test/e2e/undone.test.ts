import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { cutOff, readTables, ringUpMany } from '../support/page.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage()

/** The next row for this table finds its key taken, which the browser tells only after it has been asked for more. */
async function failNextWrite(tab: Tab, table: string): Promise<void> {
  await tab.evaluate((table) => {
    let isLeft = true
    type Write = (row: unknown) => IDBRequest
    const [add, put] = ['add', 'put'].map((how) => Reflect.get(IDBObjectStore.prototype, how) as Write)
    const fail = (write?: Write) =>
      function (this: IDBObjectStore, row: unknown) {
        if (!isLeft || this.name !== table) return write?.call(this, row)
        isLeft = false
        put?.call(this, row)
        return add?.call(this, row)
      }
    Object.assign(IDBObjectStore.prototype, { add: fail(add), put: fail(put) })
  }, table)
}

function ringUp(tab: Tab): Promise<string> {
  return tab.evaluate(() =>
    counterfoilTill
      .refund({
        StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000001' }],
        StoredValueCardReceipt: { Payments: [{ Amount: 2 }] },
      })
      .then(
        () => 'kept',
        (error: unknown) => (error as { code: string }).code,
      ),
  )
}

describeEngine('an operation of which one row cannot be written', () => {
  it.each(['entries', 'bodies'])('of %s, is refused whole, and can be rung up again', async (table) => {
    const tab = await stage.openTill()
    await cutOff(tab, stage.server.url)
    await ringUpMany(tab, 2)
    const before = await readTables(tab)
    await failNextWrite(tab, table)
    expect(await ringUp(tab)).toBe('storage-refused')
    expect(await readTables(tab)).toEqual(before)
    expect(await ringUp(tab)).toBe('kept')
    expect(await tab.evaluate(async () => (await counterfoilTill.entries()).length)).toBe(3)
    expect(await tab.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
  })
})
