import { expect } from 'vitest'
import type { Till } from '../../src/index.js'
import type { Tab } from '../drivers/driver.js'
import { readStatus } from './page.js'
import { readLedger } from './sandbox.js'

declare const counterfoilTill: Till

/** The name of the one product that a body of `ringUpMany` sells: no other body has it. */
function bodyToProduct(body: unknown): string {
  const { StoredValueCardReceipt } = body as { StoredValueCardReceipt?: { Products?: { Name?: string }[] } }
  return StoredValueCardReceipt?.Products?.[0]?.Name ?? ''
}

/** All that a till has, with the product that tells one from another. */
export async function readBooked(
  tab: Tab,
): Promise<{ id: string; state: string; reason?: string; product: string }[]> {
  const entries = await tab.evaluate(() => counterfoilTill.entries({ limit: 1_000 }))
  return entries.map((entry) => ({
    id: entry.id,
    state: entry.state,
    ...('reason' in entry && { reason: entry.reason }),
    product: 'request' in entry ? bodyToProduct(entry.request) : '',
  }))
}

/** What the service applied, in its order, by product. */
export async function readApplied(url: string): Promise<string[]> {
  return (await readLedger(url)).effects.map(({ body }) => bodyToProduct(body))
}

/**
 * What the till does not know it must have parked, and what it calls settled must be applied, nothing of it twice.
 * A supervisor then asks the service's books about what is parked, until all is settled.
 */
export async function settleByTheBooks(tab: Tab, url: string): Promise<void> {
  for (const { state, reason, product } of await readBooked(tab)) {
    if (state === 'parked') expect(reason).toBe('unknown')
    if (state === 'settled') expect(await readApplied(url)).toContain(product)
  }
  const attend = async () => {
    const applied = await readApplied(url)
    for (const { id, state, product } of await readBooked(tab))
      if (state === 'parked') await attendTo(tab, id, applied.includes(product))
    await tab.evaluate(() => counterfoilTill.replay())
    return (await readStatus(tab)).counts
  }
  await expect.poll(attend, { interval: 100 }).toMatchObject({ queued: 0, sending: 0, parked: 0 })
  const entries = await readBooked(tab)
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['settled']))
  expect((await readApplied(url)).sort()).toEqual(entries.map(({ product }) => product).sort())
}

async function attendTo(tab: Tab, id: string, isApplied: boolean): Promise<void> {
  await tab.evaluate(
    async (id, isApplied) => {
      const verdict = { by: 'Ada', reason: 'by the books' }
      if (isApplied) await counterfoilTill.attention.markApplied(id, verdict)
      else await counterfoilTill.attention.sendAgain(id, verdict)
    },
    id,
    isApplied,
  )
}
