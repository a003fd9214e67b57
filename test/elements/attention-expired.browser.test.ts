import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import {
  freshCard,
  mount,
  openTestTill,
  press,
  sayWho,
  textOf,
  tidyUp,
  untilShown,
  untilState,
  write,
} from '../support/elements.js'
import { refundOf } from '../support/models.js'
import { calmSandbox, control } from '../support/service.js'

beforeEach(calmSandbox)
afterEach(() => {
  vi.restoreAllMocks()
  tidyUp()
})

const hourMs = 3_600_000

/** Lets so much time pass for a till, and none for the test, that an operation is too old, and shows it. */
async function showExpired(till: Till, id: string, isBare = false): Promise<Element> {
  const now = Date.now.bind(Date)
  let passedMs = 5 * hourMs
  vi.spyOn(Date, 'now').mockImplementation(() => now() + passedMs)
  const replayed = async () => {
    await till.replay()
    return till.entry(id)
  }
  await expect.poll(replayed).toMatchObject({ state: 'parked', reason: 'expired' })
  const daysLater = () => {
    passedMs += 3 * 24 * hourMs
    return replayed()
  }
  if (isBare) await expect.poll(daysLater).toMatchObject({ isBare: true })
  await control('outage', 'POST', { on: false })
  await till.replay()
  return mount('counterfoil-attention', till)
}

describe('what has waited longer than the host allows is settled by keyboard alone', () => {
  it('rung up anew in its place', async () => {
    const till = await openTestTill({ limits: { ageHours: 4 } })
    await control('outage', 'POST', { on: true })
    const { id } = await till.refund(refundOf(freshCard()))
    await expect.poll(() => till.status.value.reach).toBe('offline')
    const element = await showExpired(till, id, true)
    // What opens a card was erased days after it expired, so that it can only go as a new operation.
    await untilShown(element, 'Too old to send')
    expect(textOf(element)).not.toContain('Send again')
    await press('Correct')
    expect(textOf(element)).toContain('The card’s codes were erased')
    await write('Code of the card', '4711')
    await sayWho()
    await press('Review')
    await untilShown(element, 'Is this right?')
    expect(textOf(element)).not.toContain('4711')
    await press('Send the correction')
    await untilState(till, id, 'voided')
    await expect.poll(() => till.status.value.counts.settled).toBe(1)
    const { effects } = (await (await control('ledger', 'GET')).json()) as { effects: object[] }
    expect(JSON.stringify(effects)).toContain('"AuthorizationCode":"4711"')
  })

  it('with nothing that opens a card: sent again, and its age counts from then', async () => {
    const till = await openTestTill({ limits: { ageHours: 4 } })
    await control('outage', 'POST', { on: true })
    const { id } = await till.confirmOrder({ OrderID: 815, Payments: [{ Value: 12 }] })
    const element = await showExpired(till, id)
    await untilShown(element, 'Send again')
    await press('Send again')
    await sayWho()
    await press('Review')
    await press('Send it again')
    await untilState(till, id, 'settled')
  })
})
