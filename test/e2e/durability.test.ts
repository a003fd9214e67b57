import { expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import { startHost } from '../support/host.js'
import { untilStatus } from '../support/page.js'
import { setFaults } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

interface Asked {
  stores: string
  /** As the browser says that it takes it, or as it was asked for where the browser does not say. */
  durability: string
}

type Begin = IDBDatabase['transaction']

declare const asked: Asked[]

/** Notes every read-write transaction of the till's database, from its opening on. */
function noteTransactions(): void {
  const noted: Asked[] = []
  const transaction: Begin = Reflect.get(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const begun = transaction.call(this, stores, mode, options)
    if (mode === 'readwrite' && this.name === 'counterfoil') {
      const said = (begun as { durability?: string }).durability
      noted.push({
        stores: typeof stores === 'string' ? stores : [...stores].join(),
        durability: said ?? options?.durability ?? 'not asked for',
      })
    }
    return begun
  }
  Object.assign(globalThis, { asked: noted })
}

/** Without a worker the page delivers by itself, and all that is written can be seen from there. */
const stage = prepareStage(() =>
  startHost({ isWorkerless: true, firstScript: `(${noteTransactions.toString()})()` }),
)

describeEngine('whatever a till writes', () => {
  it('is taken by the browser with strict durability', async () => {
    const tab = await stage.openTill()
    await tab.evaluate(async () => {
      const StoredValueCardReceipt = await counterfoilTill.receipt({ Total: 1 })
      const { id } = await counterfoilTill.refund({
        StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000001' }],
        StoredValueCardReceipt,
      })
      await counterfoilTill.settled(id)
    })
    await setFaults(stage.server.url, [{ kind: 'status', status: 422 }])
    await tab.evaluate(async () => {
      await counterfoilTill.refund({
        StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000002' }],
      })
      await counterfoilTill.replay()
    })
    await untilStatus(tab, { counts: { settled: 1, parked: 1 } })
    const noted = await tab.evaluate(async () => {
      const who = { by: 'Ada', reason: 'on purpose' }
      const file = await counterfoilTill.exportJournal('seven green bottles')
      await counterfoilTill.importJournal(file, 'seven green bottles', { takeOver: who })
      const [parked] = await counterfoilTill.entries({ state: 'parked' })
      await counterfoilTill.attention.void(parked?.id ?? '', who)
      return asked
    })
    const written = noted.flatMap(({ stores }) => stores.split(','))
    expect(written).toEqual(expect.arrayContaining(['settings', 'entries', 'runs', 'counters', 'imports']))
    expect(noted.filter(({ durability }) => durability !== 'strict')).toEqual([])
  })
})
