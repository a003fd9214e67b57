import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Models } from '../../src/domain/models.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { freshName } from '../support/journals.js'
import { createShelf, ring, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const shelf = createShelf()

type Begin = IDBDatabase['transaction']
type Add = IDBObjectStore['add']

/** The transactions that write entries, each with whether it has completed. */
const writes: { isComplete: boolean }[] = []

/** The transaction that added an entry, by its id. */
const writeOf = new Map<string, { isComplete: boolean }>()

/** The id of the entry whose body cannot be stored. */
let unstorable: string | undefined

/** Counts what is begun in databases that are opened from now on: Dexie binds the method as it opens one. */
function watchWrites(): void {
  const writeByTransaction = new WeakMap<IDBTransaction, { isComplete: boolean }>()
  const begin: Begin = Reflect.get(IDBDatabase.prototype, 'transaction')
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...asked) {
    const transaction = begin.apply(this, asked)
    const [stores, mode] = asked
    const names = typeof stores === 'string' ? [stores] : [...stores]
    if (mode === 'readwrite' && names.includes('bodies')) {
      const write = { isComplete: false }
      writes.push(write)
      writeByTransaction.set(transaction, write)
      transaction.addEventListener('complete', () => {
        write.isComplete = true
      })
    }
    return transaction
  })
  const add: Add = Reflect.get(IDBObjectStore.prototype, 'add')
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, row, key) {
    const { id } = row as { id: string }
    if (this.name === 'bodies' && id === unstorable) throw new DOMException('cannot be stored', 'DataError')
    const write = writeByTransaction.get(this.transaction)
    if (this.name === 'entries' && write) writeOf.set(id, write)
    return add.call(this, row, key)
  })
}

const cardOf = (index: number) => `card-${index}`
const ringMany = (journal: TillJournal, count: number, facts: Parameters<typeof ring>[3] = {}) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      ring(journal, 'refund', refundOf(cardOf(index)), { ...facts, id: `e${index}` }),
    ),
  )
const idsOf = async (journal: TillJournal) => (await journal.list()).map(({ id }) => id).reverse()
const strict = { limits: {} }
const fulfilled = (told: readonly PromiseSettledResult<unknown>[]) =>
  told.map(({ status }) => status === 'fulfilled')

describe('operations that are rung up at once', () => {
  let journal: TillJournal

  beforeEach(async () => {
    watchWrites()
    journal = await shelf.open()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    writes.length = 0
    writeOf.clear()
    unstorable = undefined
    shelf.closeAll()
  })

  it('share a transaction, and are all there', async () => {
    writes.length = 0
    await ringMany(journal, 40)
    expect(writes.length).toBeGreaterThan(0)
    expect(writes.length).toBeLessThan(20)
    const ids = await idsOf(journal)
    expect(new Set(ids).size).toBe(40)
    expect(await journal.count()).toMatchObject({ queued: 40, amount: '400' })
    expect(await journal.verify()).toMatchObject({ entries: 40, isIntact: true })
  })

  it('are told only once their transaction is complete', async () => {
    const told = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await ring(journal, 'refund', refundOf(cardOf(index)), { id: `e${index}` })
        // Asked at once: any read would wait for the transaction.
        return writeOf.get(`e${index}`)?.isComplete
      }),
    )
    expect(told).toEqual(Array.from({ length: 20 }, () => true))
  })

  it('do not let a second one like the first pass', async () => {
    const request = refundOf('twin')
    const told = await Promise.allSettled([
      ring(journal, 'refund', refundOf('first'), { guard: strict }),
      ring(journal, 'refund', request, { guard: strict, id: 'one' }),
      ring(journal, 'refund', request, { guard: strict, id: 'two' }),
      ring(journal, 'refund', refundOf('last'), { guard: strict }),
    ])
    const refused = told.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'duplicate' } }])
    expect(await journal.count()).toMatchObject({ queued: 3 })
  })

  it('let a second one pass that a named person allows, on record', async () => {
    const guard = { limits: {}, allowDuplicate: who }
    const told = await Promise.all(
      Array.from({ length: 5 }, () => ring(journal, 'refund', refundOf('twin'), { guard })),
    )
    const allowed = told.filter(({ history }) => history.some(({ what }) => what === 'duplicate-allowed'))
    expect(allowed).toHaveLength(4)
  })

  it('are one where they have the same id and body, and a mistake where they have another body', async () => {
    const told = await Promise.allSettled([
      ring(journal, 'refund', refundOf('A'), { id: 'other' }),
      ring(journal, 'refund', refundOf('B'), { id: 'same' }),
      ring(journal, 'refund', refundOf('B'), { id: 'same' }),
      ring(journal, 'refund', refundOf('C'), { id: 'same' }),
      ring(journal, 'refund', refundOf('D'), { id: 'last' }),
    ])
    const ids = told.map((one) =>
      one.status === 'fulfilled' ? one.value.id : (one.reason as { code: string }).code,
    )
    const isB = (id: string | undefined) => id === 'same'
    expect(ids.filter(isB).length + ids.filter((id) => id === 'id-reused').length).toBe(3)
    expect([ids[0], ids[4]]).toEqual(['other', 'last'])
    expect((await idsOf(journal)).sort()).toEqual(['last', 'other', 'same'])
  })

  it.each([{ total: 100 }, { count: 10 }])('keep the limit %o together', async (limits) => {
    const told = await ringMany(journal, 30, { guard: { limits } })
    expect(fulfilled(told).filter(Boolean)).toHaveLength(10)
    expect(await journal.count()).toMatchObject({ queued: 10, amount: '100' })
  })

  it('keep the limit of a card together', async () => {
    const request = (index: number): Models['refund'] => refundOf(index % 2 === 0 ? 'even' : 'odd')
    const told = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        ring(journal, 'refund', request(index), { guard: { limits: { perCard: 30 }, allowDuplicate: who } }),
      ),
    )
    expect(fulfilled(told).filter(Boolean)).toHaveLength(6)
  })

  it('leave the counter behind the highest of their receipt numbers', async () => {
    const numbers = [7, 9, 8, 6]
    await Promise.all(
      numbers.map((Number) =>
        ring(journal, 'refund', {
          ...refundOf(`n${Number}`),
          StoredValueCardReceipt: { Total: 1, SenderData: { Shop: 'S01', Terminal: 'T1', Number } },
        }),
      ),
    )
    const sender = JSON.stringify(['S01', 'T1', null])
    expect(await journal.takeNumber({ sender, shop: 'S01', terminal: 'T1', takenAt: start })).toBe(10)
  })

  it('may refer to one another', async () => {
    const [, , update] = await Promise.all([
      ring(journal, 'refund', refundOf('first')),
      ring(journal, 'refund', refundOf('A'), { id: 'refund' }),
      ring(
        journal,
        'updateReceipt',
        { StoredValueCardReceipt: { Total: 1 } },
        {
          transactionOf: 'refund',
        },
      ),
    ])
    expect(update).toMatchObject({ state: 'queued', transactionOf: 'refund' })
    await expect(ring(journal, 'updateReceipt', {}, { transactionOf: 'gone' })).rejects.toMatchObject({
      code: 'invalid-operation',
    })
  })

  it('are kept though one among them cannot be written', async () => {
    unstorable = 'e5'
    const told = await ringMany(journal, 12)
    expect(fulfilled(told).map((isKept, index) => isKept || index)).toEqual(
      Array.from({ length: 12 }, (_, index) => (index === 5 ? 5 : true)),
    )
    expect(told[5]).toMatchObject({ reason: { name: 'StorageRefused' } })
    expect(await journal.count()).toMatchObject({ queued: 11 })
  })

  it('wait for no company: one alone is written at once', async () => {
    writes.length = 0
    await ring(journal, 'refund', refundOf('alone'))
    expect(writes).toEqual([{ isComplete: true }])
  })

  it('are more than one transaction holds, and all are kept', async () => {
    const told = await ringMany(await shelf.open(freshName()), 250)
    expect(fulfilled(told)).toEqual(Array.from({ length: 250 }, () => true))
  })
})
