import { expect } from 'vitest'
import type { Page } from 'playwright'
import type { EntryState, Till } from '../../src/index.js'
import { readStatus, untilStatus } from './page.js'
import { clearFaults, setFaults } from './sandbox.js'

declare const counterfoilTill: Till

/** What an entry is on disk, by its id: its state, and the number of its receipt. */
export type Rows = Record<string, { state: EntryState; number: number }>

const countOfKinds = { parked: 0.05, voided: 0.05, queued: 0.1 }
const atOnce = 200

/**
 * Brings a till to so many operations in every state, each by what brings it there in a shop: the service settles them,
 * refuses them, lets them wait for an answer; a person voids them. Resolves with them as they lie on disk.
 */
export async function fillTill(page: Page, url: string, size: number): Promise<Disk> {
  const share = (part: number) => Math.ceil(size * part)
  const parked = share(countOfKinds.parked)
  const voided = share(countOfKinds.voided)
  const waiting = share(countOfKinds.queued) + voided
  const settled = size - parked - waiting
  const told = await ringUp(page, settled)
  await untilDelivered(page, { settled })
  await setFaults(url, [{ kind: 'status', status: 422, standing: true }])
  Object.assign(told, await ringUp(page, parked))
  await untilDelivered(page, { settled, parked })
  // Nobody answers: some are under way, the rest waits behind them.
  await setFaults(url, [{ kind: 'delay', delayMs: 600_000, standing: true }])
  const last = await ringUp(page, waiting)
  await expect.poll(async () => (await readStatus(page)).counts.sending).toBeGreaterThan(0)
  await voidNewest(page, voided)
  const disk = await readDisk(page)
  const { rows } = disk
  await clearFaults(url)
  const found = Object.fromEntries(Object.entries(rows).map(([id, { number }]) => [id, number]))
  expect(found).toEqual({ ...told, ...last })
  expect(new Set(Object.values(rows).map(({ state }) => state)).size).toBe(5)
  return disk
}

/** Rings up refunds with a receipt number each; resolves with the numbers, by the ids that were told safe. */
async function ringUp(page: Page, count: number): Promise<Record<string, number>> {
  return page.evaluate(
    async ([count, atOnce]) => {
      const ring = async (): Promise<[string, number]> => {
        const StoredValueCardReceipt = await counterfoilTill.receipt({
          Products: [{ Name: crypto.randomUUID() }],
          Payments: [{ Amount: 1 }],
        })
        const Number = StoredValueCardReceipt.SenderData?.Number ?? -1
        const StoredValueCardCode = `9001${String(Number).padStart(12, '0')}`
        const { id } = await counterfoilTill.refund({
          StoredValueCardCodeCollection: [{ StoredValueCardCode }],
          StoredValueCardReceipt,
        })
        return [id, Number]
      }
      const told: [string, number][] = []
      while (told.length < count)
        told.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - told.length) }, ring))))
      return Object.fromEntries(told)
    },
    [count, atOnce] as const,
  )
}

async function untilDelivered(page: Page, counts: { settled: number; parked?: number }): Promise<void> {
  await untilStatus(page, { counts: { queued: 0, sending: 0, ...counts } }, 600_000)
}

async function voidNewest(page: Page, count: number): Promise<void> {
  await page.evaluate(async (count) => {
    for (let left = count; left > 0; left -= 500) {
      const newest = await counterfoilTill.entries({ state: 'queued', limit: Math.min(left, 500) })
      const verdict = { by: 'Ada', reason: 'entered by mistake' }
      await Promise.all(newest.map(({ id }) => counterfoilTill.attention.void(id, verdict)))
    }
  }, count)
}

/** What lies on disk, read past the till. */
export interface Disk {
  /** The birth certificates of the database. */
  births: string[]
  rows: Rows
}

export async function readDisk(page: Page): Promise<Disk> {
  return page.evaluate(async () => {
    const settle = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result)
        }
        request.onerror = () => {
          reject(request.error ?? new Error('reading failed'))
        }
      })
    interface Row {
      id: string
      state: EntryState
      receipt?: { number?: number }
    }
    const database = await settle(indexedDB.open('counterfoil'))
    const transaction = database.transaction(['entries', 'receipts', 'settings'], 'readonly')
    const [entries, receipts, settings] = await Promise.all([
      settle(transaction.objectStore('entries').getAll() as IDBRequest<Row[]>),
      settle(transaction.objectStore('receipts').getAll() as IDBRequest<{ id: string; number?: number }[]>),
      settle(transaction.objectStore('settings').getAll() as IDBRequest<{ name: string; value: string }[]>),
    ])
    database.close()
    const numbers = new Map(receipts.map(({ id, number }) => [id, number]))
    return {
      births: settings.filter(({ name }) => name === 'birth').map(({ value }) => value),
      rows: Object.fromEntries(
        entries.map(({ id, state, receipt }) => {
          return [id, { state, number: receipt?.number ?? numbers.get(id) ?? -1 }]
        }),
      ),
    }
  })
}
