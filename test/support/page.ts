import { expect } from 'vitest'
import type { Page as PlaywrightPage } from 'playwright'
import type { Models, Till, TillStatus } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { fullModels } from './models.js'
import { setOutage } from './sandbox.js'

declare const counterfoilTill: Till

/** A tab of any engine, or Playwright's own where a test needs more of Chromium. */
export type Page = Pick<Tab, 'evaluate'> | PlaywrightPage

/** Runs a function in a page of either kind. */
export function run<Argument, Result>(
  page: Page,
  work: (word: Argument) => Result | Promise<Result>,
  word?: Argument,
): Promise<Result> {
  return (page as Pick<Tab, 'evaluate'>).evaluate(
    work as (...words: unknown[]) => Result | Promise<Result>,
    word,
  )
}

/** A tab in the background paints nothing, so that waiting for its next frame would never end. */
const polling = 200

/** Browsers log every answer that is no success, wanted or not. */
export function isNoise(complaint: string): boolean {
  return complaint.startsWith('Failed to load resource')
}

/** The till is open and has found out who replays. */
export async function untilReady(page: Page): Promise<void> {
  const isReady = () =>
    run(
      page,
      () => 'counterfoilTill' in globalThis && counterfoilTill.status.value.worker.state !== 'starting',
    )
  await expect.poll(isReady, { interval: polling }).toBe(true)
}

export async function untilStatus(page: Page, status: object, timeout?: number): Promise<void> {
  const patience = timeout === undefined ? {} : { timeout }
  await expect.poll(() => readStatus(page), { ...patience, interval: polling }).toMatchObject(status)
}

/** The worker is in charge of the page and holds its files, so that the next visit needs no server. */
export async function untilPrecached(page: Page): Promise<void> {
  const isControlled = () => run(page, () => navigator.serviceWorker.controller !== null)
  await expect.poll(isControlled, { interval: polling }).toBe(true)
}

export async function readStatus(page: Page): Promise<TillStatus> {
  return run(page, () => counterfoilTill.status.value)
}

/** The service is cut off, and the till has noticed, so that nothing is under way. */
export async function cutOff(page: Page, url: string): Promise<void> {
  await setOutage(url, true)
  // A run that has just begun may go by an answer from before.
  const readReason = () => run(page, async () => (await counterfoilTill.replay()).paused?.reason)
  await expect.poll(readReason, { interval: polling }).toBe('offline')
}

/** Rings up one operation of each kind, with every field that the interface knows. */
export async function ringUpAll(page: Page): Promise<string[]> {
  return run(
    page,
    async (text) => {
      const models = JSON.parse(text) as Models
      const entries = [
        await counterfoilTill.associate(models.associate),
        await counterfoilTill.refund(models.refund),
        await counterfoilTill.migrate(models.migrate),
        await counterfoilTill.updateReceipt(models.updateReceipt),
        await counterfoilTill.confirmOrder(models.confirmOrder),
      ]
      return entries.map(({ id }) => id)
    },
    JSON.stringify(fullModels),
  )
}

/** Lets an hour go by for whatever the line waits for: what the journal notes of it moves an hour back. */
async function moveAnHourBack(page: Page, name: string): Promise<void> {
  await run(
    page,
    async (name) => {
      const settle = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => {
            resolve(request.result)
          }
          request.onerror = () => {
            reject(request.error ?? new Error('the database said no'))
          }
        })
      const database = await settle(indexedDB.open(name))
      const pauses = database.transaction('pauses', 'readwrite').objectStore('pauses')
      const rows = (await settle(pauses.getAll())) as { since: number; until?: number }[]
      for (const { since, until, ...row } of rows) {
        const hour = 3_600_000
        await settle(
          pauses.put({ ...row, since: since - hour, ...(until !== undefined && { until: until - hour }) }),
        )
      }
      database.close()
    },
    name,
  )
}

/** The till as it is opened again after an hour, in which nobody touched it. */
export async function comeBackAfterAnHour(tab: Tab, name = 'counterfoil'): Promise<void> {
  await moveAnHourBack(tab, name)
  await tab.reload()
  await untilReady(tab)
}

/** How a call that must fail did so. */
export interface Refusal {
  code: string
  message: string
}

export interface RungUp {
  ids: string[]
  refusal?: Refusal
}

/** Rings up refunds with a long note each, as many as asked for or until one is refused. */
export async function ringUpMany(page: Page, count: number, noteLength = 0): Promise<RungUp> {
  return run(
    page,
    async ([count, noteLength]) => {
      // What repeats itself would be compressed to nothing.
      const createNoise = (length: number) =>
        Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join(
          '',
        )
      const ids: string[] = []
      for (let index = 0; index < count; index += 1) {
        try {
          const { id } = await counterfoilTill.refund({
            StoredValueCardCodeCollection: [{ StoredValueCardCode: `900100000000000${index % 7}` }],
            StoredValueCardReceipt: {
              Total: 1,
              Products: [{ Name: crypto.randomUUID() }],
              SenderData: { Number: index },
            },
            Notes: createNoise(noteLength),
          })
          ids.push(id)
        } catch (error) {
          const { code, message } = error as Refusal
          return { ids, refusal: { code, message } }
        }
      }
      return { ids }
    },
    [count, noteLength] as const,
  )
}

/** The ids in each table and the settings, as they lie on disk, read past the till. */
export interface RawTables {
  version: number
  entries: string[]
  bodies: string[]
  receipts: string[]
  births: string[]
  texts: string
}

export async function readTables(page: Page, name = 'counterfoil'): Promise<RawTables> {
  return run(
    page,
    async (name) => {
      const settle = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => {
            resolve(request.result)
          }
          request.onerror = () => {
            reject(request.error ?? new Error('reading failed'))
          }
        })
      const database = await settle(indexedDB.open(name))
      const tables = ['entries', 'bodies', 'receipts', 'settings']
      const transaction = database.transaction(tables, 'readonly')
      const [entries = [], bodies = [], receipts = [], settings = []] = await Promise.all(
        tables.map((table) =>
          settle(transaction.objectStore(table).getAll() as IDBRequest<{ id: string }[]>),
        ),
      )
      const births = (settings as unknown as { name: string; value: string }[]).filter(
        ({ name }) => name === 'birth',
      )
      const { version } = database
      database.close()
      return {
        version,
        entries: entries.map(({ id }) => id).sort(),
        bodies: bodies.map(({ id }) => id).sort(),
        // Receipts are filed at any moment; until then they are with their entries.
        receipts: [
          ...new Set([...receipts, ...entries.filter((row) => 'receipt' in row)].map(({ id }) => id)),
        ].sort(),
        births: births.map(({ value }) => value),
        texts: JSON.stringify([entries, bodies]),
      }
    },
    name,
  )
}

/** The names of the databases that this origin has. */
export async function listDatabases(page: Page): Promise<string[]> {
  return run(page, async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
}

/** Asks the worker itself to replay, and tells what it answers in the end. */
export async function askWorker(page: Page): Promise<{ tag: string; option?: string }> {
  return run(page, async () => {
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    return new Promise<{ tag: string; option?: string }>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<{ tag: string; option?: string }>) => {
        if (data.tag !== 'heard') resolve(data)
      }
      active?.postMessage({ counterfoil: 'wake', name: 'counterfoil', isWish: true }, [port2])
    })
  })
}

/** Lets two minutes go by for whoever wonders whether the run that is on still lives. */
export async function letRunAge(page: Page, name = 'counterfoil'): Promise<void> {
  await run(
    page,
    async (name) => {
      const settle = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => {
            resolve(request.result)
          }
          request.onerror = () => {
            reject(request.error ?? new Error('the database said no'))
          }
        })
      const database = await settle(indexedDB.open(name))
      const runs = database.transaction('runs', 'readwrite').objectStore('runs')
      const row = (await settle(runs.get('replay'))) as { beatAt: number }
      await settle(runs.put({ ...row, beatAt: row.beatAt - 120_000 }))
      database.close()
    },
    name,
  )
}

/** Everything a host might still try. */
export async function tryEverything(page: Page): Promise<string[]> {
  return run(page, async () => {
    const calls: (() => Promise<unknown>)[] = [
      () => counterfoilTill.refund({ StoredValueCardCodeCollection: [{ StoredValueCardCode: '1' }] }),
      () => counterfoilTill.entry('1'),
      () => counterfoilTill.entries(),
      () => counterfoilTill.receipts(),
      () => counterfoilTill.settled('1'),
      () => counterfoilTill.replay(),
      () => counterfoilTill.attention.void('1', { by: 'Ada', reason: 'to see' }),
    ]
    const ends: string[] = []
    for (const call of calls) {
      const error = await call().then(
        () => ({ code: 'none', message: 'it resolved' }),
        (thrown: unknown) => thrown as { code: string; message: string },
      )
      ends.push(`${error.code}: ${error.message}`)
    }
    dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    return ends
  })
}
