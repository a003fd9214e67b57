import { beforeAll, describe, expect, it } from 'vitest'
import type { LookedUp, ServiceOptions, Till, TillOptions } from '../../src/index.js'
import { refundOf } from '../support/models.js'
import { listenTo, openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

beforeAll(standInForPage)

const card = '9001000000000017'
/** A till with one refund that is parked after this answer. */
async function openParked(
  status: number,
  service: Partial<ServiceOptions> = {},
  options: Partial<TillOptions> = {},
): Promise<{ till: Till; id: string }> {
  const { url } = await startTestSandbox({ faults: [{ kind: 'status', status }] })
  const till = await openNodeTill(url, { ...options, service: { baseUrl: url, ...service } })
  const { id } = await till.refund(refundOf(card, 25))
  await expect.poll(async () => (await till.entry(id))?.state).toBe('parked')
  return { till, id }
}

const lastLine = async (till: Till, id: string) => (await till.entry(id))?.history.at(-1)

describe('a person who looks at a card', () => {
  it('sees the whole number, and is named in the history', async () => {
    const { till, id } = await openParked(202)
    expect(await till.attention.showCards(id, { by: 'Eva' })).toEqual([card])
    expect(await lastLine(till, id)).toMatchObject({ what: 'show-cards', by: 'Eva' })
    expect(await till.entry(id)).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect(await till.verifyJournal()).toMatchObject({ isIntact: true })
  })

  it('must be named', async () => {
    const { till, id } = await openParked(202)
    await expect(till.attention.showCards(id, { by: ' ' })).rejects.toMatchObject({ code: 'act-refused' })
    expect((await lastLine(till, id))?.what).toBe('attempt')
  })

  it('sees none of an operation that was handed over, whose record ends with that', async () => {
    const { till, id } = await openParked(202)
    await till.exportJournal('a passphrase of some length', { handOver: { by: 'Eva', reason: 'broken' } })
    await expect(till.attention.showCards(id, { by: 'Eva' })).rejects.toMatchObject({ code: 'act-refused' })
    expect(await till.verifyJournal()).toMatchObject({ isIntact: true })
  })

  it('does not make a conflict be forgotten that a person then resolves, and is no event', async () => {
    const { till, id } = await openParked(409)
    const ear = await listenTo(till)
    await till.attention.showCards(id, { by: 'Eva' })
    await till.attention.void(id, { by: 'Eva', reason: 'blocked' })
    await expect.poll(ear.types).toEqual(['listening', 'conflict-resolved', 'voided'])
  })
})

describe('looking up now', () => {
  it('asks the host, records the answer, and leaves the decision to a person', async () => {
    const words: LookedUp[] = ['unknown', { found: 'applied', transactionId: 7 }]
    const lookUp = () => Promise.resolve(words.shift() ?? 'unknown')
    const { till, id } = await openParked(202, { lookUp })
    expect(await till.attention.lookUp?.(id, { by: 'Eva' })).toEqual({ found: 'applied', transactionId: 7 })
    expect(await lastLine(till, id)).toMatchObject({ what: 'look-up', by: 'Eva', outcome: 'found-applied' })
    expect((await till.entry(id))?.state).toBe('parked')
    expect(await till.attention.lookUp?.(id, { by: 'Eva' })).toEqual({ found: 'unknown' })
    expect(await till.verifyJournal()).toMatchObject({ isIntact: true })
  })

  it('knows nothing where the host fails', async () => {
    const lookUp = () => Promise.reject(new Error('no line'))
    const { till, id } = await openParked(202, { lookUp })
    expect(await till.attention.lookUp?.(id, { by: 'Eva' })).toEqual({ found: 'unknown' })
  })

  it('is not there where the host gives no function for it', async () => {
    const { till } = await openParked(202)
    expect(till.attention.lookUp).toBeUndefined()
  })
})

describe('a balance', () => {
  it('comes with what waits for the card on this till', async () => {
    const asked: string[] = []
    const balance = (code: string) => {
      asked.push(code)
      return Promise.resolve({ amount: 40.1 })
    }
    const { till } = await openParked(202, {}, { balance })
    await till.refund(refundOf(card, 0.2))
    await till.refund(refundOf('9001000000000025', 99))
    expect(await till.balance?.(card)).toEqual({ amount: 40.1, currency: 'EUR', waiting: 25.2 })
    expect(asked).toEqual([card])
  })

  it('is not there where the host gives no function for it', async () => {
    const { till } = await openParked(202)
    expect('balance' in till).toBe(false)
  })
})
