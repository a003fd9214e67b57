import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright'
import type { ListedEntry, Till } from '../../src/index.js'
import { startChromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { untilReady } from '../support/page.js'
import { createRandom } from '../support/random.js'
import { readLedger } from '../support/sandbox.js'
import { startPreview, type Server } from '../support/vite.js'

declare const counterfoilTill: Till
declare function tellSafe(id: string, number: number): void

/** `KILLS=100 npx vitest run --project e2e test/e2e/kills.test.ts` plays a hundred. */
const rounds = Number(process.env.KILLS ?? 30)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const roundMsMax = 700

let server: Server
const profile = createProfile()

beforeAll(async () => {
  server = await startPreview()
})
afterAll(async () => {
  await server.stop()
  profile.remove()
})

/** Rings up without rest; whatever is told safe is told on at once. */
async function keepRinging(page: Page, round: number): Promise<void> {
  await page.evaluate((round) => {
    const ring = async (lane: number) => {
      for (let index = 0; ; index += 1) {
        const StoredValueCardReceipt = await counterfoilTill.receipt({
          Payments: [{ Amount: 1 + (index % 90) / 100 }],
        })
        const { id } = await counterfoilTill.refund({
          StoredValueCardCodeCollection: [
            { StoredValueCardCode: `card-${lane}-${index % 5}`, AuthorizationCode: `secret-${round}` },
          ],
          StoredValueCardReceipt,
        })
        tellSafe(id, StoredValueCardReceipt.SenderData?.Number ?? -1)
      }
    }
    for (const lane of [1, 2, 3]) void ring(lane)
  }, round)
}

/** Every entry there is, page by page. */
async function readEntries(page: Page): Promise<ListedEntry[]> {
  return page.evaluate(async () => {
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
async function untilSettled(page: Page): Promise<number> {
  const asked = new Set<string>()
  const attend = async () => {
    const applied = (await readLedger(server.url)).effects.map(({ body }) => numberOf(body))
    const parked = await page.evaluate(() => counterfoilTill.entries({ state: 'parked', limit: 1_000 }))
    for (const { id, request } of parked) {
      asked.add(id)
      const isApplied = applied.includes(numberOf(request))
      await page.evaluate(
        ([id, isApplied]) =>
          isApplied
            ? counterfoilTill.attention.markApplied(id, { by: 'Ada', reason: 'in the books' })
            : counterfoilTill.attention.sendAgain(id, { by: 'Ada' }),
        [id, isApplied] as const,
      )
    }
    await page.evaluate(() => counterfoilTill.replay())
    const { queued, sending, parked: left } = await page.evaluate(() => counterfoilTill.status.value.counts)
    return { queued, sending, left }
  }
  await expect.poll(attend, { timeout: 120_000, interval: 200 }).toEqual({ queued: 0, sending: 0, left: 0 })
  return asked.size
}

const numberOf = (body: unknown) =>
  (body as { StoredValueCardReceipt?: { SenderData?: { Number?: number } } }).StoredValueCardReceipt
    ?.SenderData?.Number ?? -1

describe(`a browser killed at any moment, ringing up and replaying (seed ${seed})`, () => {
  it(
    `has lost nothing and settled nothing twice after ${rounds} kills`,
    async () => {
      const random = createRandom(seed)
      const told: { id: string; number: number }[] = []
      for (let round = 0; round < rounds; round += 1) {
        const browser = await startChromium(profile.path)
        const page = await browser.context.newPage()
        await page.exposeFunction('tellSafe', (id: string, number: number) => told.push({ id, number }))
        await page.goto(server.url)
        await untilReady(page)
        await keepRinging(page, round)
        // The moment is the point of this test, and nothing waits for it.
        await new Promise((resolve) => setTimeout(resolve, random() * roundMsMax))
        await browser.kill()
      }
      const browser = await startChromium(profile.path)
      const page = await browser.open(server.url)
      await untilReady(page)
      const asked = await untilSettled(page)
      const entries = await readEntries(page)
      const unused = await page.evaluate(() => counterfoilTill.unusedNumbers())
      const verification = await page.evaluate(() => counterfoilTill.verifyJournal())
      const counts = await page.evaluate(() => counterfoilTill.status.value.counts)
      await browser.kill()
      const { effects } = await readLedger(server.url)

      const ids = new Set(entries.map(({ id }) => id))
      expect(told.filter(({ id }) => !ids.has(id))).toEqual([])
      expect(told.length).toBeGreaterThan(rounds)
      const numbers = entries.map(({ request }) => numberOf(request))
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(unused.filter(({ number }) => numbers.includes(number))).toEqual([])
      const applied = effects.map(({ body }) => numberOf(body))
      expect(new Set(applied).size).toBe(applied.length)
      expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['settled']))
      expect(numbers.filter((number) => !applied.includes(number))).toEqual([])
      expect(verification).toMatchObject({ isIntact: true, entries: entries.length })
      expect(counts).toMatchObject({ settled: entries.length, parked: 0 })
      console.info(
        `${rounds} kills: ${told.length} told safe, ${entries.length} kept and settled, ${asked} asked after, ` +
          `${applied.length} applied, ${unused.length} numbers taken and not used`,
      )
    },
    60_000 + rounds * 15_000,
  )
})
