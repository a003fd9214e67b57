import Papa from 'papaparse'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dayToCsv } from '../../src/domain/day-csv.js'
import type { Receipt } from '../../src/domain/models.js'
import { createShopDay, isWithoutLine, type Basket } from '../support/baskets.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const size = Number(process.env.BASKETS ?? 300)

beforeEach(standInForPage)

/** A day of twelve hours passes in seconds: what came back to a card hours later looks like a second press. */
const allowDuplicate = { by: 'Ada', reason: 'another sale' }

function toReceipt({ lines, payments, cents }: Basket): Receipt {
  return {
    Products: lines.map((line) => ({ Name: line.name, Price: line.cents / 100, Quantity: line.quantity })),
    Payments: payments.map((payment) => ({ Method: { Code: payment.code }, Amount: payment.cents / 100 })),
    Total: cents / 100,
  }
}

/** Whole cents as text, without a number that could round. */
function toText(cents: bigint): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const sumOf = (baskets: readonly Basket[]) => baskets.reduce((sum, { cents }) => sum + BigInt(cents), 0n)

describe(`a shop's day of ${size} baskets, generated, over a line that is cut three times (SEED=${seed})`, () => {
  it('comes out to the penny: on the till, in its file, and in the books of the service', async () => {
    const day = createShopDay(seed, size)
    const sandbox = await startTestSandbox({ settings: { keys: true } })
    const till = await openNodeTill(sandbox.url, {
      service: { baseUrl: sandbox.url, idempotencyKey: true },
    })
    const from = new Date(Date.now() - 1)
    const ids: string[] = []
    const countMet = () => sandbox.service.arrivals.filter(({ faults }) => faults.includes('outage')).length
    for (const basket of day.baskets) {
      const isCut = isWithoutLine(day, basket.minute)
      sandbox.faults.setOutage(isCut)
      const receipt = toReceipt(basket)
      const code = basket.card
      const { id } =
        basket.corrects === undefined
          ? await till.refund(
              {
                StoredValueCardCodeCollection: [{ StoredValueCardCode: code }],
                StoredValueCardReceipt: receipt,
              },
              { allowDuplicate },
            )
          : await till.updateReceipt(
              {
                CardCode: code,
                StoredValueCardReceipt: receipt,
              },
              { allowDuplicate, transactionOf: ids[basket.corrects] ?? '' },
            )
      ids.push(id)
      // A fast machine would be through with an outage before a request has met it.
      if (isCut)
        await vi.waitFor(() => {
          expect(countMet()).toBeGreaterThan(0)
        })
    }
    sandbox.faults.setOutage(false)
    await till.replay()
    await vi.waitFor(() => {
      expect(till.status.value.counts).toMatchObject({ queued: 0, sending: 0, parked: 0, settled: size })
    })

    const refunds = day.baskets.filter(({ corrects }) => corrects === undefined)
    const corrections = day.baskets.filter(({ corrects }) => corrects !== undefined)
    expect(corrections.length).toBeGreaterThan(0)
    expect(day.baskets.filter(({ minute }) => isWithoutLine(day, minute)).length).toBeGreaterThan(0)
    expect(countMet()).toBeGreaterThan(0)

    const report = await till.day({ from, to: new Date(Date.now() + 1) })
    const figures = Object.fromEntries(report.byKind.map(({ kind, settled }) => [kind, settled]))
    expect(report.isComplete).toBe(true)
    expect(figures).toMatchObject({
      refund: { count: refunds.length },
      updateReceipt: { count: corrections.length },
    })
    expect(figures.refund?.amount).toBe(toText(sumOf(refunds)).replace(/\.?0+$/, ''))

    const rows = Papa.parse<string[]>(dayToCsv(report, 'en')).data
    const ofRefunds = rows.find(([, name]) => name === 'Refund')
    expect(ofRefunds?.slice(2, 4)).toEqual([String(refunds.length), toText(sumOf(refunds))])

    const booked = sandbox.bank.effects.map(({ operation, cards, body }) => [
      operation,
      cards[0],
      (body as { StoredValueCardReceipt?: Receipt }).StoredValueCardReceipt?.Total,
    ])
    const asBooked = ({ corrects, card, cents }: Basket) => [
      corrects === undefined ? 'refund' : 'updateReceipt',
      card,
      cents / 100,
    ]
    for (const card of new Set(day.baskets.map((basket) => basket.card)))
      expect(booked.filter(([, of]) => of === card)).toEqual(
        day.baskets.filter((basket) => basket.card === card).map(asBooked),
      )
    expect(booked).toHaveLength(ids.length)
  })
})
