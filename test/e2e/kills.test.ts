import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import type { ListedEntry, Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { readTables } from '../support/page.js'
import { createRandom } from '../support/random.js'
import { readLedger } from '../support/sandbox.js'
import { startHost } from '../support/host.js'
import { describeEngine, prepareStage } from '../support/stage.js'

interface Told {
  id: string
  number: number
}

declare const counterfoilTill: Till
declare const told: Told[]

/** `KILLS=100 npm run e2e -- test/e2e/kills.test.ts` plays a hundred in each engine. */
const rounds = Number(process.env.KILLS ?? 6)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const roundMsMax = 700

const stage = prepareStage(() => startHost({ isInFull: true }))

/** Rings up without rest; whatever is told safe is told on. */
async function keepRinging(tab: Tab, round: number): Promise<void> {
  await tab.evaluate((round) => {
    const told: Told[] = []
    Object.assign(globalThis, { told })
    const ring = async (lane: number) => {
      for (let index = 0; ; index += 1) {
        const StoredValueCardReceipt = await counterfoilTill.receipt({
          Products: [{ Name: `sale ${round}-${lane}-${index}` }],
          Payments: [{ Amount: 1 + (index % 90) / 100 }],
        })
        const { id } = await counterfoilTill.refund({
          StoredValueCardCodeCollection: [
            {
              StoredValueCardCode: `90010000000000${lane}${index % 5}`,
              AuthorizationCode: `secret-${round}`,
            },
          ],
          StoredValueCardReceipt,
        })
        told.push({ id, number: StoredValueCardReceipt.SenderData?.Number ?? -1 })
      }
    }
    for (const lane of [1, 2, 3]) void ring(lane)
  }, round)
}

/** Hears what is told safe, for so long after the first word of it: the kill comes right after the last. */
async function listen(tab: Tab, forMs: number): Promise<Told[]> {
  const heard: Told[] = []
  let until = Infinity
  do {
    heard.push(...(await tab.evaluate(() => told.splice(0))))
    if (heard.length > 0) until = Math.min(until, Date.now() + forMs)
  } while (Date.now() < until)
  return heard
}

/** What a browser's own log says of its database, where it keeps one. */
function describeDisk(profile: string): string {
  return readdirSync(profile, { recursive: true, encoding: 'utf8' })
    .filter((path) => /IndexedDB.*(LOG|LOG\.old|json)$/.test(path))
    .map((path) => `${path}:\n${readFileSync(join(profile, path), 'utf8')}`)
    .join('\n')
}

/** Every entry there is, page by page. */
async function readEntries(tab: Tab): Promise<ListedEntry[]> {
  return tab.evaluate(async () => {
    const all: ListedEntry[] = []
    for (;;) {
      const last = all.at(-1)?.id
      const next = await counterfoilTill.entries({ limit: 1_000, ...(last !== undefined && { after: last }) })
      if (next.length === 0) return all
      all.push(...next)
    }
  })
}

/** A supervisor asks the service's own books about whatever the till does not know, until all is settled. */
async function untilSettled(tab: Tab): Promise<number> {
  const asked = new Set<string>()
  const attend = async () => {
    const applied = (await readLedger(stage.server.url)).effects.map(({ body }) => numberOf(body))
    const parked = await tab.evaluate(() => counterfoilTill.entries({ state: 'parked', limit: 1_000 }))
    for (const { id, request } of parked) {
      asked.add(id)
      const isApplied = applied.includes(numberOf(request))
      await tab.evaluate(
        (id, isApplied) =>
          isApplied
            ? counterfoilTill.attention.markApplied(id, { by: 'Ada', reason: 'in the books' })
            : counterfoilTill.attention.sendAgain(id, { by: 'Ada' }),
        id,
        isApplied,
      )
    }
    await tab.evaluate(() => counterfoilTill.replay())
    const { queued, sending, parked: left } = await tab.evaluate(() => counterfoilTill.status.value.counts)
    return { queued, sending, left }
  }
  await expect.poll(attend, { interval: 200 }).toEqual({ queued: 0, sending: 0, left: 0 })
  return asked.size
}

/** As many are sent at once, unless a host says otherwise: no kill leaves more whose outcome is not known. */
const concurrency = 4

/** How many one kill has left at most: the run after it accounts for all of them in the same moment. */
function countTogether(entries: readonly ListedEntry[]): number {
  const times = entries
    .flatMap(({ history }) => history.filter(({ outcome }) => outcome === 'interrupted'))
    .map(({ at }) => new Date(at).getTime())
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 500).length))
}

const numberOf = (body: unknown) =>
  (body as { StoredValueCardReceipt?: { SenderData?: { Number?: number } } }).StoredValueCardReceipt
    ?.SenderData?.Number ?? -1

describeEngine(`a browser killed at any moment, ringing up and replaying (seed ${seed})`, () => {
  it(
    `has lost nothing and settled nothing twice after ${rounds} kills`,
    async () => {
      const random = createRandom(seed)
      const profile = stage.newProfile()
      const safe: Told[] = []
      const births: unknown[] = []
      for (let round = 0; round < rounds; round += 1) {
        const browser = await stage.start(profile)
        const tab = await stage.openTill(browser)
        const [birth] = (await readTables(tab)).births
        if (birth !== births.at(-1)) births.push(birth)
        if (births.length > 1) throw new Error(`round ${round} found other data: ${describeDisk(profile)}`)
        await keepRinging(tab, round)
        // Every other kill comes at any moment of the beginning, the rest once something has been told.
        if (round % 2 === 0) safe.push(...(await listen(tab, random() * roundMsMax)))
        else await new Promise((resolve) => setTimeout(resolve, random() * roundMsMax))
        await browser.kill()
      }
      const tab = await stage.openTill(await stage.start(profile))
      const asked = await untilSettled(tab)
      const entries = await readEntries(tab)
      const unused = await tab.evaluate(() => counterfoilTill.unusedNumbers())
      const verification = await tab.evaluate(() => counterfoilTill.verifyJournal())
      const counts = await tab.evaluate(() => counterfoilTill.status.value.counts)
      const leftAtOnce = countTogether(entries)
      const { effects } = await readLedger(stage.server.url)

      const ids = new Set(entries.map(({ id }) => id))
      expect(safe.filter(({ id }) => !ids.has(id))).toEqual([])
      expect(safe.length).toBeGreaterThanOrEqual(rounds / 2)
      const numbers = entries.map(({ request }) => numberOf(request))
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(unused.filter(({ number }) => numbers.includes(number))).toEqual([])
      const applied = effects.map(({ body }) => numberOf(body))
      expect(new Set(applied).size).toBe(applied.length)
      expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['settled']))
      expect(numbers.filter((number) => !applied.includes(number))).toEqual([])
      expect(verification).toMatchObject({ isIntact: true, entries: entries.length })
      expect(counts).toMatchObject({ settled: entries.length, parked: 0 })
      expect(leftAtOnce).toBeLessThanOrEqual(concurrency)
      console.info(
        `${rounds} kills of ${inject('engine')}: ${safe.length} told safe, ${entries.length} kept and settled, ${asked} asked after, ` +
          `${leftAtOnce} at most after one kill, ${applied.length} applied, ${unused.length} numbers taken and not used`,
      )
    },
    600_000 + rounds * 60_000,
  )
})
