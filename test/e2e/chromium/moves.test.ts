import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { Till } from '../../../src/index.js'
import { listStores } from '../../drivers/stores.js'
import { type Disk, fillTill, readDisk, type Rows } from '../../support/full-till.js'
import { untilStatus } from '../../support/page.js'
import { createRandom } from '../../support/random.js'
import { leaveDatabases, prepareRollout } from '../../support/rollout.js'
import { setOutage } from '../../support/sandbox.js'
import { describeEngine } from '../../support/stage.js'

declare const counterfoilTill: Till

/** `MOVES=200 ENTRIES=10000 npx vitest run --project chromium test/e2e/chromium/moves.test.ts` plays two hundred. */
const rounds = Number(process.env.MOVES ?? 3)
const size = Number(process.env.ENTRIES ?? 200)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Chromium begins to move two to three seconds after the last connection has closed. */
const killMsMax = 6_000

const rollout = prepareRollout()

interface Prepared extends Disk {
  profile: string
}

/** A till with operations in every state, on LevelDB, some of them under way as its browser was killed. */
async function prepare(): Promise<Prepared> {
  const profile = rollout.newProfile()
  const browser = await rollout.startOn(profile, 'levelDbOnly')
  const page = await rollout.openTill(browser)
  const disk = await fillTill(page, rollout.server.url, size)
  await browser.kill()
  await setOutage(rollout.server.url, true)
  expect(listStores(profile)).toEqual(['leveldb'])
  return { profile, ...disk }
}

/** The till is used and left at the stage that moves, and the browser killed so long after; the stores that it left. */
async function killWhileMoving(profile: string, afterMs: number): Promise<string> {
  const browser = await rollout.startOn(profile, 'gentleMigration')
  await rollout.openTill(browser)
  await leaveDatabases(browser)
  await delay(afterMs)
  await browser.kill()
  return listStores(profile).join(' and ')
}

/** What a run makes of an entry that was under way as its browser died: it may have arrived. */
function settleDoubt(rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([id, row]) => [
      id,
      row.state === 'sending' ? { ...row, state: 'parked' } : row,
    ]),
  )
}

async function expectAll(page: Page, { rows, births }: Prepared): Promise<void> {
  await untilStatus(page, { storage: { state: 'open' } })
  const found = await readDisk(page)
  expect(found.births).toEqual(births)
  expect(settleDoubt(found.rows)).toEqual(settleDoubt(rows))
  expect(await page.evaluate(() => counterfoilTill.verifyJournal())).toMatchObject({
    isIntact: true,
    entries: size,
  })
  const { SenderData } = await page.evaluate(() => counterfoilTill.receipt({ Total: 1 }))
  const numbers = Object.values(rows).map(({ number }) => number)
  expect(SenderData?.Number).toBeGreaterThan(Math.max(...numbers))
}

describeEngine(`a browser killed while it moves its databases to SQLite (seed ${seed})`, () => {
  it(
    `has kept every entry, number and chain after each of ${rounds} kills`,
    async () => {
      const random = createRandom(seed)
      const prepared = await prepare()
      const tally = new Map<string, number>()
      for (let round = 0; round < rounds; round += 1) {
        const profile = rollout.newProfile(prepared.profile)
        const afterMs = Math.floor(random() * killMsMax)
        const stores = await killWhileMoving(profile, afterMs)
        tally.set(stores, (tally.get(stores) ?? 0) + 1)
        const browser = await rollout.startOn(profile, 'gentleMigration')
        await expectAll(await rollout.openTill(browser), prepared).catch((error: unknown) => {
          throw new Error(`round ${round}, killed after ${afterMs} ms on ${stores}`, { cause: error })
        })
        await browser.kill()
        rmSync(profile, { recursive: true })
      }
      const found = [...tally].map(([stores, count]) => `${count} on ${stores}`).sort()
      console.info(`${rounds} kills around the move of ${size} entries: ${found.join(', ')}`)
    },
    600_000 + size * 60 + rounds * 60_000,
  )
})
