import type { Page } from 'playwright'
import type { EntryState, Models, Receipt, Till } from '../../../src/index.js'
import type { ScriptedFault } from '../../../src/sandbox/index.js'
import { problem, type Sale } from './trade.js'

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
    const change = last === undefined ? undefined : await readChange(page, sale, last)
    const fault = change ? problemOf(change.theirs) : sale.fault
    if (fault) await control(url, 'faults', [fault])
    last = await ringUp(page, sale, change && { receipt: change.ours, transactionOf: change.transactionOf })
    await untilEnded(page, last)
  }
}

interface Change {
  transactionOf: string
  ours: Receipt
  theirs: Receipt
}

async function readChange(page: Page, { changes }: Sale, last: string): Promise<Change | undefined> {
  if (!changes) return undefined
  const request = await page.evaluate(
    async (id) => (await counterfoilTill.entry(id))?.request as object,
    last,
  )
  const { StoredValueCardReceipt: receipt = {} } = request as { StoredValueCardReceipt?: Receipt }
  return { transactionOf: last, ...changes(receipt) }
}

function problemOf(theirs: Receipt): ScriptedFault {
  const detail = 'It was changed at the office after it was issued.'
  return problem(409, 'The receipt was changed', detail, { StoredValueCardReceipt: theirs })
}

async function untilEnded(page: Page, id: string): Promise<void> {
  await page.evaluate(async (id) => {
    const isEnded = async () => ['settled', 'parked'].includes((await counterfoilTill.entry(id))?.state ?? '')
    while (!(await isEnded())) await new Promise((resolve) => setTimeout(resolve, 20))
  }, id)
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

interface Given {
  receipt: Receipt
  transactionOf: string
}

async function ringUp(page: Page, sale: Sale, given?: Given): Promise<string> {
  const { minutesAgo, operator, model } = sale
  return page.evaluate(
    async ([minutesAgo, operator, model, given]) => {
      Object.assign(globalThis, { behindMs: minutesAgo * 60_000 })
      const { kind, body } = model as { kind: 'refund'; body: Models['refund'] }
      const { receipt: draft, ...about } = (given as Given | undefined) ?? {
        receipt: body.StoredValueCardReceipt,
      }
      const receipt = draft && { StoredValueCardReceipt: await counterfoilTill.receipt(draft) }
      const { id } = await counterfoilTill[kind]({ ...body, ...receipt }, { operator, ...about })
      return id
    },
    [minutesAgo, operator, model as object, given as object | undefined] as const,
  )
}
