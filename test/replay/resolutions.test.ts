import { describe, expect, it, vi } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { Resolution } from '../../src/decide/resolve.js'
import { createRules } from '../../src/domain/rules.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld, type WorldOptions } from '../support/world.js'

const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 3_600_000 } }
const update = { CardCode: 'A', TransactionID: 7, StoredValueCardReceipt: { Total: 6 } }

/** What a host may return whose code is not checked by a compiler. */
const anything = (word: object) => word as Resolution

describe('an onConflict that returns what no row can hold', () => {
  // Behind a proxy that compresses, a service’s entity tag becomes a weak one.
  it('a condition that cannot be sent leaves the conflict to a person, and the operation readable', async () => {
    const onConflict = () => anything({ action: 'resend', conditions: { ifMatch: 'W/"2"' } })
    const till = await openWorld({ answers: [reply(412, '{}', { etag: 'W/"2"' })], host: { onConflict } })
    const id = await till.append('updateReceipt', update)
    await till.wakeLater()
    await till.wakeLater()
    expect(await till.stateOf(id)).toBe('parked/precondition')
    expect(till.transport.sent).toHaveLength(1)
  })

  it.each([
    ['text', '4711'],
    ['a promise (a forgotten await)', Promise.resolve(4711)],
    ['no whole number', 4711.5],
  ])('a transaction that is %s is left out, and holds up no other operation', async (_, transactionId) => {
    const till = await openWorld({
      policy: keyed,
      host: { onConflict: () => anything({ action: 'accept', transactionId }) },
      answer: ({ id }) => (id === 'one' ? reply(409) : json200()),
    })
    await till.append('refund', refundOf('A'), { id: 'one', key: 'key-one' })
    await till.append('refund', refundOf('B'), { id: 'other', key: 'key-other' })
    for (let round = 0; round < 3; round += 1) await till.wakeLater()
    expect(await till.statesOf('one', 'other')).toEqual(['settled', 'settled'])
    const entry = await till.journal.find('one')
    expect(entry).toMatchObject({ request: { StoredValueCardReceipt: { Total: 10 } } })
    expect(entry).not.toHaveProperty('transactionId')
  })
})

describe('an onConflict that goes on using the model that it has returned', () => {
  it('has amended the operation by what that was', async () => {
    const model = { ...update, StoredValueCardReceipt: { Total: 5 } }
    // Its form is cleared right after the check.
    const receipt = () => {
      queueMicrotask(() => {
        model.StoredValueCardReceipt.Total = -1
      })
      return []
    }
    const onConflict = (): Resolution => ({ action: 'amend', model })
    const answer = (_: unknown, count: number) => (count === 1 ? reply(412, '{}') : json200())
    const till = await openWorld({
      answer,
      host: { onConflict },
      admission: { rules: createRules({ receipt }), limits: {} },
    })
    await till.append('updateReceipt', update)
    await till.wakeLater()
    await till.wakeLater()
    expect(
      till.transport.sent.map(({ body }) => (JSON.parse(body) as typeof update).StoredValueCardReceipt),
    ).toEqual([{ Total: 6 }, { Total: 5 }])
  })
})

describe('an onConflict that never answers', () => {
  const others = ['B', 'C', 'D']
  const openAsking = (options: WorldOptions = {}) =>
    openWorld({
      host: { onConflict: () => new Promise(() => undefined) },
      answer: ({ id }) => (id === 'A' ? reply(409) : json200()),
      ...options,
    })

  it('takes one place in the line, also right after a start', async () => {
    const till = await openAsking()
    for (const card of ['A', ...others]) await till.append('refund', refundOf(card), { id: card })
    void till.wake()
    await expect
      .poll(() => till.statesOf('A', ...others))
      .toEqual(['sending', 'settled', 'settled', 'settled'])
  })

  it('holds up nothing that is rung up while it is asked, and each wake looks once', async () => {
    const till = await openAsking()
    const turn = vi.spyOn(till.journal, 'turn')
    await till.append('refund', refundOf('A'), { id: 'A' })
    void till.wake()
    await expect.poll(() => turn.mock.calls.length).toBe(2)
    for (const card of others) {
      await till.append('refund', refundOf(card), { id: card })
      void till.wake()
      await expect.poll(() => till.stateOf(card)).toBe('settled')
    }
    const turns = turn.mock.calls.length
    void till.wake()
    await expect.poll(() => turn.mock.calls.length).toBe(turns + 1)
    await till.append('refund', refundOf('A'), { id: 'behind' })
    expect(await till.statesOf('A', 'behind')).toEqual(['sending', 'queued'])
    expect(turn).toHaveBeenCalledTimes(turns + 1)
  })

  it('holds up nothing that another page rings up while it is asked: this one looks once a minute', async () => {
    const till = await openAsking()
    await till.append('refund', refundOf('A'), { id: 'A' })
    void till.wake()
    await expect.poll(() => till.listSent()).toEqual(['A'])
    await till.append('refund', refundOf('B'), { id: 'B' })
    await expect.poll(() => till.clock.waits()).toContain(60_000)
    till.clock.advance(60_000)
    await expect.poll(() => till.stateOf('B')).toBe('settled')
    expect(await till.stateOf('A')).toBe('sending')
  })

  it('holds up nothing that falls due while it is asked', async () => {
    const till = await openAsking({
      answer: ({ id }, count) => (id === 'A' ? reply(409) : count === 2 ? reply(425) : json200()),
    })
    for (const card of ['A', 'B']) await till.append('refund', refundOf(card), { id: card })
    void till.wake()
    await expect.poll(() => till.listSent()).toEqual(['A', 'B'])
    await expect.poll(() => till.clock.waits()).toHaveLength(2)
    till.clock.advance(60_000)
    await expect.poll(() => till.stateOf('B')).toBe('settled')
    expect(await till.stateOf('A')).toBe('sending')
  })

  it('holds up no sale once the line is back', async () => {
    const till = await openAsking()
    await till.append('refund', refundOf('A'), { id: 'A' })
    void till.wake()
    await expect.poll(() => till.listSent()).toEqual(['A'])
    till.goOffline()
    till.clock.advance(10_000)
    await till.append('refund', refundOf('B'), { id: 'B' })
    void till.wake()
    await expect.poll(() => till.clock.waits()).toHaveLength(2)
    till.goOnline()
    till.clock.advance(60_000)
    await expect.poll(() => till.stateOf('B')).toBe('settled')
  })

  it('is no trial of a line that has failed: one sale is, beside it', async () => {
    const till = await openAsking({
      answer: ({ id }, count) => (id === 'A' ? reply(409) : count === 2 ? reply(401) : json200()),
    })
    for (const card of ['A', 'B']) await till.append('refund', refundOf(card), { id: card })
    void till.wake()
    await expect.poll(() => till.listSent()).toEqual(['A', 'B'])
    await expect.poll(() => till.stateOf('B')).toBe('queued')
    void till.wakeManually()
    await expect.poll(() => till.stateOf('B')).toBe('settled')
    expect(await till.stateOf('A')).toBe('sending')
  })

  it('lets a page that leaves and comes back go on with the others', async () => {
    const till = await openAsking()
    await till.append('refund', refundOf('A'), { id: 'A' })
    void till.wake()
    await expect.poll(() => till.listSent()).toEqual(['A'])
    void till.halt()
    await till.append('refund', refundOf('B'), { id: 'B' })
    void till.wake()
    till.resume()
    void till.wake()
    await expect.poll(() => till.stateOf('B')).toBe('settled')
  })
})

it('a request that hangs holds up nothing that is rung up meanwhile', async () => {
  const till = await openWorld({
    answer: ({ id }) => (id === 'hanging' ? new Promise(() => undefined) : json200()),
  })
  await till.append('refund', refundOf('A'), { id: 'first' })
  await till.append('refund', refundOf('B'), { id: 'hanging' })
  void till.wake()
  await expect.poll(() => till.listSent()).toEqual(['first', 'hanging'])
  await till.append('refund', refundOf('C'), { id: 'later' })
  void till.wake()
  await expect.poll(() => till.stateOf('later')).toBe('settled')
  expect(await till.stateOf('hanging')).toBe('sending')
})
