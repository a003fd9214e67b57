import { afterEach, expect, it, vi } from 'vitest'
import { senderKey } from '../../src/domain/receipt.js'
import { createShelf, ring, start } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const shelf = createShelf()
afterEach(() => {
  vi.restoreAllMocks()
  shelf.closeAll()
})

/** LevelDB under Chromium's IndexedDB keeps a record under two keys, and each entry of an index under one more. */
const keysOfRecord = 2

function countKeys(store: IDBObjectStore, row: object): number {
  const names = Array.from(store.indexNames)
  // The database itself fills in the place.
  const kept = { [String(store.keyPath)]: 0, ...row }
  return names.reduce((sum, name) => sum + countEntries(store.index(name), kept), keysOfRecord)
}

function countEntries({ keyPath, multiEntry }: IDBIndex, row: object): number {
  const values = [keyPath].flat().map((field) => Reflect.get(row, field) as unknown)
  if (values.some((value) => value === undefined)) return 0
  return multiEntry ? values.flat().length : 1
}

/** The keys that the rows written meanwhile take, by store. */
async function watchKeys(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const written: Record<string, number> = {}
  for (const how of ['add', 'put'] as const) {
    const write: IDBObjectStore[typeof how] = Reflect.get(IDBObjectStore.prototype, how)
    vi.spyOn(IDBObjectStore.prototype, how).mockImplementation(function (
      this: IDBObjectStore,
      row: object,
      ...key
    ) {
      written[this.name] = (written[this.name] ?? 0) + countKeys(this, row)
      return write.call(this, row, ...key)
    })
  }
  await work()
  return written
}

it('saving a refund with a receipt number writes so many keys, and no more', async () => {
  const journal = await shelf.open()
  const receipt = { Total: 10, IssueDate: '2026-11-23T10:00:00Z' }
  const sender = { Shop: 'S01', Terminal: 'T1' }
  const number = await journal.takeNumber({
    sender: senderKey({ SenderData: sender }),
    shop: 'S01',
    terminal: 'T1',
    takenAt: start,
  })
  const StoredValueCardReceipt = { ...receipt, SenderData: { ...sender, Number: number } }
  const written = await watchKeys(() => ring(journal, 'refund', { ...refundOf('A'), StoredValueCardReceipt }))
  expect(written).toEqual({ entries: 12, bodies: 2 })
})
