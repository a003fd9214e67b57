import { expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { Till } from '../../../src/index.js'
import type { Stage } from '../../drivers/chromium.js'
import { listStores, type Store } from '../../drivers/stores.js'
import { cutOff, readTables, ringUpMany, untilStatus } from '../../support/page.js'
import { leaveDatabases, prepareRollout, untilStoredIn } from '../../support/rollout.js'
import { readLedger, setOutage } from '../../support/sandbox.js'
import { describeEngine } from '../../support/stage.js'

declare const counterfoilTill: Till

const rollout = prepareRollout()
const operations = 7

interface Written {
  profile: string
  ids: string[]
  numbers: (number | undefined)[]
  birth: string | undefined
}

/** A till at work at a stage: operations told safe, a mark in each other place where a site may keep something. */
async function write(stage: Stage): Promise<Written> {
  const profile = rollout.newProfile()
  const isMoved = stage === 'gentleMigration'
  const first = await rollout.startOn(profile, isMoved ? 'levelDbOnly' : stage)
  const page = await rollout.openTill(first)
  await cutOff(page, rollout.server.url)
  const { ids } = await ringUpMany(page, operations)
  const numbers = await takeNumbers(page)
  await leaveMarks(page)
  const [birth] = (await readTables(page)).births
  await first.close()
  if (isMoved) await move(profile)
  return { profile, ids, numbers, birth }
}

async function takeNumbers(page: Page): Promise<(number | undefined)[]> {
  return page.evaluate(async () => {
    const receipts = [
      await counterfoilTill.receipt({ Total: 1 }),
      await counterfoilTill.receipt({ Total: 2 }),
    ]
    return receipts.map(({ SenderData }) => SenderData?.Number)
  })
}

/** Chromium moves what no connection holds any more, as long as it runs. */
async function move(profile: string): Promise<void> {
  const browser = await rollout.startOn(profile, 'gentleMigration')
  await rollout.openTill(browser)
  await leaveDatabases(browser)
  await untilStoredIn(profile, 'sqlite')
  await browser.close()
}

async function leaveMarks(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem('mark', 'kept')
    document.cookie = 'mark=kept; max-age=86400'
    await (await caches.open('mark')).put('/mark', new Response('kept'))
    const root = await navigator.storage.getDirectory()
    const file = await (await root.getFileHandle('mark', { create: true })).createWritable()
    await file.write('kept')
    await file.close()
  })
}

const marksKept = { localStorage: 'kept', cookie: 'mark=kept', cache: 'kept', directory: 'kept' }

/** What an origin has, as a page finds it that opens no database. */
async function look(page: Page): Promise<{ databases: string[]; marks: Partial<typeof marksKept> }> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const file = await root.getFileHandle('mark').catch(() => undefined)
    return {
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
      marks: {
        localStorage: localStorage.getItem('mark') ?? '',
        cookie: document.cookie,
        cache: (await (await caches.match('/mark'))?.text()) ?? '',
        directory: (await (await file?.getFile())?.text()) ?? '',
      },
    }
  })
}

interface Row {
  written: Stage
  started: Stage
  /** What the databases lie in once they were used and left. */
  store: Store
}

const kept: readonly Row[] = [
  { written: 'levelDbOnly', started: 'newStoresInSqlite', store: 'leveldb' },
  { written: 'levelDbOnly', started: 'gentleMigration', store: 'sqlite' },
  { written: 'newStoresInSqlite', started: 'gentleMigration', store: 'sqlite' },
  { written: 'gentleMigration', started: 'newStoresInSqlite', store: 'sqlite' },
  { written: 'sqliteOnly', started: 'newStoresInSqlite', store: 'sqlite' },
]

const deleted: readonly Row[] = [
  { written: 'newStoresInSqlite', started: 'levelDbOnly', store: 'leveldb' },
  { written: 'gentleMigration', started: 'levelDbOnly', store: 'leveldb' },
  { written: 'sqliteOnly', started: 'levelDbOnly', store: 'leveldb' },
  { written: 'levelDbOnly', started: 'sqliteOnly', store: 'sqlite' },
]

const storeOf = (stage: Stage): Store => (stage === 'levelDbOnly' ? 'leveldb' : 'sqlite')

describeEngine('a till whose Chromium changes what its databases lie in', () => {
  it.each(kept)('keeps everything from $written to $started, and delivers it', async (row) => {
    const { profile, ids, numbers, birth } = await write(row.written)
    expect(listStores(profile)).toEqual([storeOf(row.written)])
    if (row.started === 'gentleMigration') await move(profile)
    const browser = await rollout.startOn(profile, row.started)
    const found = await look(await rollout.openNeighbour(browser))
    expect(found.databases).toContain('counterfoil')
    expect(found.marks).toEqual(marksKept)

    const page = await rollout.openTill(browser)
    const { births, entries, bodies, receipts } = await readTables(page)
    expect(births).toEqual([birth])
    for (const table of [entries, bodies, receipts]) expect(table).toEqual([...ids].sort())
    expect((await takeNumbers(page)).filter((number) => numbers.includes(number))).toEqual([])
    expect(await page.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
    await setOutage(rollout.server.url, false)
    await page.evaluate(() => counterfoilTill.replay())
    await untilStatus(page, { counts: { queued: 0, sending: 0, parked: 0, settled: operations } })
    expect((await readLedger(rollout.server.url)).effects).toHaveLength(operations)
    expect(listStores(profile)).toEqual([row.store])
  })

  it.each(deleted)(
    'loses every database from $written to $started and nothing else, and says so',
    async (row) => {
      const { profile, numbers, birth } = await write(row.written)
      expect(listStores(profile)).toEqual([storeOf(row.written)])
      const browser = await rollout.startOn(profile, row.started)
      const found = await look(await rollout.openNeighbour(browser))
      expect(found).toEqual({ databases: [], marks: marksKept })

      const page = await rollout.openTill(browser)
      const { births } = await readTables(page)
      expect(births).toHaveLength(1)
      expect(births).not.toContain(birth)
      await untilStatus(page, {
        storage: { state: 'replaced', losses: [{ how: 'replaced', missing: operations }] },
      })
      expect((await takeNumbers(page)).filter((number) => numbers.includes(number))).toEqual([])
      expect(listStores(profile)).toEqual([row.store])
    },
  )
})
