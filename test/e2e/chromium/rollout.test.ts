import { expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { Till } from '../../../src/index.js'
import type { Chromium, Stage } from '../../drivers/chromium.js'
import { listStores, type Store } from '../../drivers/stores.js'
import { untilMirrored, untilWitnessed } from '../../support/beside.js'
import {
  leaveMarks,
  marksKept,
  marksWithoutDatabases,
  readMarks,
  untilMarksFiled,
} from '../../support/marks.js'
import { cutOff, listDatabases, readTables, ringUpMany, untilStatus } from '../../support/page.js'
import { leaveDatabases, prepareRollout, untilStoredIn } from '../../support/rollout.js'
import { readLedger, setOutage } from '../../support/sandbox.js'
import { describeEngine } from '../../support/stage.js'

declare const counterfoilTill: Till

const rollout = prepareRollout()
const operations = 7

interface Written {
  profile: string
  ids: string[]
  numbers: number[]
  birth: string | undefined
}

type Stages = readonly [Stage, ...Stage[]]

const lives = new Map<string, Written>()

/** What rows have in common is lived once; each goes on from a copy. */
async function live(stages: Stages): Promise<Written> {
  const name = stages.join()
  const lived = lives.get(name) ?? (await (stages.length === 1 ? write(stages[0]) : goOn(stages)))
  lives.set(name, lived)
  return { ...lived, profile: rollout.newProfile(lived.profile) }
}

/** A till at work: operations told safe, a mark in each other place where a site may keep something. */
async function write(stage: Stage): Promise<Written> {
  const profile = rollout.newProfile()
  const browser = await rollout.startOn(profile, stage)
  const page = await rollout.openTill(browser)
  await cutOff(page, rollout.server.url)
  const { ids } = await ringUpMany(page, operations)
  const numbers = await takeNumbers(page)
  await leaveMarks(page)
  const [birth] = (await readTables(page)).births
  await untilWitnessed(page, { unresolved: operations, place: operations })
  await untilMirrored(page, operations)
  await leaveDatabases(browser)
  await untilMarksFiled(profile)
  await browser.close()
  return { profile, ids: ids.sort(), numbers, birth }
}

/** The till is used at a stage and left, so that Chromium moves what it would move. */
async function goOn(stages: Stages): Promise<Written> {
  const [first, ...then] = stages
  const stage = then.pop() ?? first
  const written = await live([first, ...then])
  await setOutage(rollout.server.url, true)
  const browser = await rollout.startOn(written.profile, stage)
  await use(browser)
  if (stage === 'gentleMigration') await untilMoved(written.profile, browser)
  await browser.close()
  return written
}

/** Till and neighbour open what each has. */
async function use(browser: Chromium): Promise<void> {
  await rollout.openTill(browser)
  expect(await readMarks(await rollout.openNeighbour(browser))).toEqual(marksKept)
}

/** Chromium moves what no connection holds any more, as long as it runs, and leaves what was not opened. */
async function untilMoved(profile: string, browser: Chromium): Promise<void> {
  await leaveDatabases(browser)
  await untilStoredIn(profile, 'sqlite')
}

async function takeNumbers(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const receipts = [
      await counterfoilTill.receipt({ Total: 1 }),
      await counterfoilTill.receipt({ Total: 2 }),
    ]
    return receipts.map(({ SenderData }) => SenderData?.Number ?? -1)
  })
}

/** The service is back; each operation reaches it once. */
async function deliver(page: Page): Promise<void> {
  await setOutage(rollout.server.url, false)
  await page.evaluate(() => counterfoilTill.replay())
  await untilStatus(page, { counts: { queued: 0, sending: 0, parked: 0, settled: operations } })
  expect((await readLedger(rollout.server.url)).effects).toHaveLength(operations)
}

/** A person takes over what was kept beside the databases, and sends again what may have been sent. */
async function bringBack(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const by = { by: 'Ada', reason: 'the browser lost them' }
    await counterfoilTill.attention.bringBack(by)
    const entries = await counterfoilTill.entries()
    for (const { id } of await counterfoilTill.entries({ state: 'parked' }))
      await counterfoilTill.attention.sendAgain(id, by)
    return entries.map(({ id }) => id).sort()
  })
}

interface Row {
  /** The stages that the profile has been through. */
  written: Stages
  started: Stage
  /** What the databases lie in before, and after they were used and left at this stage. */
  stores: readonly [Store, Store]
}

const kept: readonly Row[] = [
  { written: ['levelDbOnly'], started: 'newStoresInSqlite', stores: ['leveldb', 'leveldb'] },
  { written: ['levelDbOnly', 'newStoresInSqlite'], started: 'levelDbOnly', stores: ['leveldb', 'leveldb'] },
  { written: ['levelDbOnly'], started: 'gentleMigration', stores: ['leveldb', 'sqlite'] },
  { written: ['newStoresInSqlite'], started: 'gentleMigration', stores: ['sqlite', 'sqlite'] },
  { written: ['newStoresInSqlite'], started: 'sqliteOnly', stores: ['sqlite', 'sqlite'] },
  { written: ['levelDbOnly', 'gentleMigration'], started: 'newStoresInSqlite', stores: ['sqlite', 'sqlite'] },
  { written: ['levelDbOnly', 'gentleMigration'], started: 'sqliteOnly', stores: ['sqlite', 'sqlite'] },
  { written: ['sqliteOnly'], started: 'newStoresInSqlite', stores: ['sqlite', 'sqlite'] },
  { written: ['sqliteOnly'], started: 'gentleMigration', stores: ['sqlite', 'sqlite'] },
]

const deleted: readonly Row[] = [
  { written: ['newStoresInSqlite'], started: 'levelDbOnly', stores: ['sqlite', 'leveldb'] },
  { written: ['levelDbOnly', 'gentleMigration'], started: 'levelDbOnly', stores: ['sqlite', 'leveldb'] },
  { written: ['sqliteOnly'], started: 'levelDbOnly', stores: ['sqlite', 'leveldb'] },
  { written: ['levelDbOnly'], started: 'sqliteOnly', stores: ['leveldb', 'sqlite'] },
]

/** The browser of a row, on a profile that was written as the row says. */
async function come({ written, started, stores: [before] }: Row) {
  const lived = await live(written)
  expect(listStores(lived.profile)).toEqual([before])
  await setOutage(rollout.server.url, true)
  return { ...lived, browser: await rollout.startOn(lived.profile, started) }
}

describeEngine('a till whose Chromium changes what its databases lie in', () => {
  it.each(kept)('keeps everything from $written to $started, and delivers it', async (row) => {
    const { profile, ids, numbers, birth, browser } = await come(row)
    if (row.started === 'gentleMigration') {
      await use(browser)
      await untilMoved(profile, browser)
    }
    const neighbour = await rollout.openNeighbour(browser)
    expect(await listDatabases(neighbour)).toContain('counterfoil')
    expect(await readMarks(neighbour)).toEqual(marksKept)

    const page = await rollout.openTill(browser)
    const { births, entries, bodies, receipts } = await readTables(page)
    expect(births).toEqual([birth])
    for (const table of [entries, bodies, receipts]) expect(table).toEqual(ids)
    expect(Math.min(...(await takeNumbers(page)))).toBeGreaterThan(Math.max(...numbers))
    expect(await page.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
    await untilStatus(page, { storage: { state: 'open' } })
    await deliver(page)
    expect(listStores(profile)).toEqual([row.stores[1]])
  })

  it.each(deleted)(
    'loses every database from $written to $started and nothing else, says so, and brings back what was lost',
    async (row) => {
      const { profile, ids, numbers, birth, browser } = await come(row)
      const neighbour = await rollout.openNeighbour(browser)
      expect(await listDatabases(neighbour)).toEqual([])
      expect(await readMarks(neighbour)).toEqual(marksWithoutDatabases)

      const page = await rollout.openTill(browser)
      const { births, entries } = await readTables(page)
      expect(births).toHaveLength(1)
      expect(births).not.toContain(birth)
      expect(entries).toEqual([])
      await untilStatus(page, {
        storage: {
          state: 'replaced',
          losses: [{ how: 'replaced', missing: operations }],
          kept: { operations, needsKey: false },
        },
      })
      expect(Math.min(...(await takeNumbers(page)))).toBeGreaterThan(Math.max(...numbers))
      expect(await bringBack(page)).toEqual(ids)
      await untilStatus(page, { storage: { state: 'open' } })
      await deliver(page)
      expect(await page.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({ isIntact: true })
      expect(listStores(profile)).toEqual([row.stores[1]])
    },
  )
})
