import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import type { LookedUp } from '../../src/ports.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

const update = (card: string, total: number) => ({ CardCode: card, StoredValueCardReceipt: { Total: total } })
const silence: Answer = { tag: 'silence', why: 'timeout', at: 1 }

describe('two updates of one transaction under two of its cards', () => {
  it('go one after the other: a repeat of the older never overwrites the newer', async () => {
    const { append, wakeLater, listSent } = await openWorld({ answers: [silence] })
    const older = await append('updateReceipt', { ...update('A', 10), TransactionID: 7 })
    const newer = await append('updateReceipt', { ...update('B', 20), TransactionID: 7 })
    await wakeLater()
    expect(listSent()).toEqual([older])
    await wakeLater()
    await wakeLater()
    expect(listSent()).toEqual([older, older, newer])
  })

  it('go one after the other where one of them learns its transaction only now', async () => {
    const { transport, append, wakeLater } = await openWorld({
      answer: ({ kind }, count) =>
        kind === 'refund' ? reply(200, '{"TransactionID":7}') : count === 2 ? silence : json200(),
    })
    const refund = await append('refund', refundOf('A'))
    const named = await append('updateReceipt', { ...update('B', 10), TransactionID: 7 })
    const naming = await append('updateReceipt', update('A', 20), { transactionOf: refund })
    for (let round = 0; round < 4; round += 1) await wakeLater()
    const updates = transport.sent.filter(({ kind }) => kind === 'updateReceipt').map(({ id }) => id)
    expect(updates).toEqual([named, named, naming])
  })
})

describe('an update whose transaction the host reads elsewhere in the reply', () => {
  it('takes it after a cut run, however soon personal data is erased', async () => {
    const till = await openWorld({
      answer: ({ id }) => {
        if (id === 'refund') till.clock.advance(2_000)
        return reply(200, '{"Result":{"MovementID":7}}')
      },
      host: { transactionId: ({ body }) => (body as { Result?: { MovementID: number } }).Result?.MovementID },
      sliceMs: 1_000,
    })
    const { journal, deps, append, wakeLater, listSent } = till
    deps.retention = { settledDays: 90, personalDays: 0 }
    const other = await append('refund', refundOf('B'))
    const refund = await append('refund', refundOf('A'), { id: 'refund' })
    const id = await append('updateReceipt', update('A', 20), { transactionOf: refund })
    await wakeLater()
    expect(listSent()).toEqual([other, refund])
    expect(await journal.find(other)).toMatchObject({ state: 'settled', reply: { body: null } })
    await wakeLater()
    expect(await journal.find(id)).toMatchObject({ state: 'settled', request: { TransactionID: 7 } })
    expect(await journal.find(refund)).toMatchObject({ state: 'settled', reply: { body: null } })
  })
})

describe('an update of a refund that was amended onto another card before', () => {
  it('waits for the correction, and takes its transaction', async () => {
    const { journal, clock, append, wakeLater, listSent } = await openWorld({ answers: [reply(409)] })
    const refund = await append('refund', refundOf('A'))
    const successor = { id: 'better', request: refundOf('B'), createdAt: clock.now() }
    await journal.act(refund, { tag: 'amend', by: 'Ada', reason: 'seen', successor }, clock.now())
    const id = await append('updateReceipt', update('A', 20), { transactionOf: refund })
    await wakeLater()
    expect(listSent()).toEqual(['better'])
    expect(await journal.find(id)).toMatchObject({ state: 'queued' })
    const act = { tag: 'mark-applied', by: 'Ada', reason: 'seen', transactionId: 42 } as const
    await journal.act('better', act, clock.now())
    await wakeLater()
    expect(listSent()).toEqual(['better', id])
    expect(await journal.find(id)).toMatchObject({ state: 'settled', request: { TransactionID: 42 } })
  })
})

describe('an update that waits for a transaction', () => {
  /** A refund that ends otherwise than by an acknowledgement, with an update that waits for its transaction. */
  async function waitFor(first: Answer, lookUp?: () => Promise<LookedUp>) {
    const till = await openWorld({ answers: [first], ...(lookUp && { host: { lookUp } }) })
    const refund = await till.append('refund', refundOf('A'))
    const id = await till.append('updateReceipt', update('A', 20), { transactionOf: refund })
    await till.wakeLater()
    return { ...till, refund, id }
  }
  const conflict = reply(409, '{"TransactionID":999}')

  it('never takes the number that a conflict spoke of', async () => {
    const { journal, transport, clock, wakeLater, stateOf, refund, id } = await waitFor(conflict)
    await journal.act(refund, { tag: 'mark-applied', by: 'Ada', reason: 'seen' }, clock.now())
    await wakeLater()
    expect(transport.sent).toHaveLength(1)
    expect(await stateOf(id)).toBe('parked/reference')
  })

  it('takes the number that a person names, and the history says so', async () => {
    const { journal, clock, wakeLater, refund, id } = await waitFor(conflict)
    const act = { tag: 'mark-applied', by: 'Ada', reason: 'seen', transactionId: 42 } as const
    await journal.act(refund, act, clock.now())
    await wakeLater()
    expect(await journal.find(id)).toMatchObject({ state: 'settled', request: { TransactionID: 42 } })
    const marked = await journal.find(refund)
    expect(marked).toMatchObject({ transactionId: 42 })
    expect(marked?.history.at(-1)).toMatchObject({ what: 'mark-applied', detail: 'TransactionID 42' })
  })

  it('takes the number that lookUp names', async () => {
    const { journal, wakeLater, id } = await waitFor(silence, () =>
      Promise.resolve({ found: 'applied', transactionId: 43 }),
    )
    await wakeLater()
    expect(await journal.find(id)).toMatchObject({ state: 'settled', request: { TransactionID: 43 } })
  })

  it('takes no number from lookUp that is none', async () => {
    const { wakeLater, stateOf, id } = await waitFor(silence, () =>
      Promise.resolve({ found: 'applied', transactionId: 4.5 }),
    )
    await wakeLater()
    expect(await stateOf(id)).toBe('parked/reference')
  })

  it('takes the number that onConflict names with its accept', async () => {
    const till = await openWorld({
      answers: [conflict],
      host: { onConflict: () => ({ action: 'accept', transactionId: 44 }) },
    })
    const refund = await till.append('refund', refundOf('A'))
    const id = await till.append('updateReceipt', update('A', 20), { transactionOf: refund })
    await till.wakeLater()
    await till.wakeLater()
    expect(await till.journal.find(id)).toMatchObject({ state: 'settled', request: { TransactionID: 44 } })
  })
})
