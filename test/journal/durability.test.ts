import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'
import { refundOf } from '../support/models.js'

type Begin = IDBDatabase['transaction']

/** Every read-write transaction that a till asks its database for. */
const asked: { stores: string; durability: string | undefined }[] = []
const transaction: Begin = Reflect.get(IDBDatabase.prototype, 'transaction')

const names = ['till-one', 'till-two'] as const

beforeAll(() => {
  standInForPage()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    stores,
    mode,
    options,
  ) {
    if (mode === 'readwrite' && names.some((name) => name === this.name))
      asked.push({
        stores: typeof stores === 'string' ? stores : [...stores].join(),
        durability: options?.durability,
      })
    return transaction.call(this, stores, mode, options)
  })
})
afterAll(() => {
  vi.restoreAllMocks()
})

const who = { by: 'Ada', reason: 'on purpose' }

describe('whatever a till writes', () => {
  it('is asked of the browser with strict durability, from its opening to a hand-over', async () => {
    const { url, faults } = await startTestSandbox()
    const till = await openNodeTill(url, { name: names[0] })
    const receipt = await till.receipt({ Total: 1 })
    const first = await till.refund({ ...refundOf('A'), StoredValueCardReceipt: receipt })
    await till.settled(first.id)
    faults.script([{ kind: 'status', status: 422 }])
    const second = await till.refund(refundOf('B'))
    await vi.waitFor(async () => {
      expect((await till.entry(second.id))?.state).toBe('parked')
    })
    faults.setOutage(true)
    await till.attention.sendAgain(second.id, who)
    const file = await till.exportJournal('seven green bottles', { handOver: who })
    const other = await openNodeTill(url, { terminal: 'T2', name: names[1] })
    await other.importJournal(file, 'seven green bottles')

    for (const table of ['entries', 'runs', 'counters', 'settings', 'imports'])
      expect(asked.filter(({ stores }) => stores.includes(table))).not.toEqual([])
    expect(asked.filter(({ durability }) => durability !== 'strict')).toEqual([])
  })
})
