import type { Page } from 'playwright'
import type { EntryState, Models, Till } from '../../src/index.js'
import type { Sale } from './trade.js'

declare const counterfoilTill: Till

/** The till is open, and has found out who replays. */
export async function untilOpen(page: Page): Promise<void> {
  await page.waitForFunction(
    () => 'counterfoilTill' in globalThis && counterfoilTill.status.value.worker.state !== 'starting',
  )
}

/** So many operations stand so. */
export async function untilCount(page: Page, state: EntryState, count: number): Promise<void> {
  const isReached = ([state, count]: readonly [EntryState, number]) =>
    counterfoilTill.status.value.counts[state] === count
  try {
    await page.waitForFunction(isReached, [state, count] as const)
  } catch {
    const counts = await page.evaluate(() => counterfoilTill.status.value.counts)
    throw new Error(`wait for ${count} ${state}: there are ${JSON.stringify(counts)}`)
  }
}

/** Rings up one after the other, each at its own time and each waited for. */
export async function trade(page: Page, url: string, sales: readonly Sale[]): Promise<void> {
  await bendTime(page)
  let last: string | undefined
  for (const sale of sales) {
    if (sale.fault) await control(url, 'faults', [sale.fault])
    last = await ringUp(page, sale, sale.isAboutLast ? last : undefined)
    await page.evaluate(async (id) => {
      await new Promise<void>((resolve) => {
        const look = async () => {
          const entry = await counterfoilTill.entry(id)
          if (entry?.state === 'settled' || entry?.state === 'parked') resolve()
          else setTimeout(() => void look(), 20)
        }
        void look()
      })
    }, last)
  }
}

/** Rings up while nothing goes out. */
export async function tradeInOutage(page: Page, sales: readonly Sale[]): Promise<void> {
  await bendTime(page)
  for (const sale of sales) await ringUp(page, sale)
}

/** Tells the stand-in service what to do next. */
export async function control(url: string, name: 'faults' | 'outage', body: object): Promise<void> {
  const { ok, status } = await fetch(`${url}/api/_sandbox/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!ok) throw new Error(`tell the sandbox about ${name}: it answered ${status}`)
}

/** Until the page is loaded again, its clock is behind by as much as is asked for. */
async function bendTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const behindMs = () => (globalThis as { behindMs?: number }).behindMs ?? 0
    globalThis.Date = new Proxy(Date, {
      construct(present, parts) {
        return parts.length === 0 ? new present(present.now() - behindMs()) : new present(...(parts as []))
      },
      get(present, name) {
        if (name === 'now') return () => present.now() - behindMs()
        return Reflect.get(present, name) as unknown
      },
    })
  })
}

async function ringUp(page: Page, { minutesAgo, operator, model }: Sale, about?: string): Promise<string> {
  return page.evaluate(
    async ([minutesAgo, model, extra]) => {
      Object.assign(globalThis, { behindMs: minutesAgo * 60_000 })
      const { kind, body } = model as { kind: 'refund'; body: Models['refund'] }
      const { StoredValueCardReceipt: draft } = body
      const receipt = draft && { StoredValueCardReceipt: await counterfoilTill.receipt(draft) }
      const { id } = await counterfoilTill[kind]({ ...body, ...receipt }, extra)
      return id
    },
    [
      minutesAgo,
      model as object,
      { operator, ...(about !== undefined && { transactionOf: about }) },
    ] as const,
  )
}
