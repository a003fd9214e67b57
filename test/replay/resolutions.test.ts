import { describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import type { Resolution } from '../../src/decide/resolve.js'
import { createRules } from '../../src/domain/rules.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

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

it('an onConflict that never answers takes one place in the line, also right after a start', async () => {
  const others = ['B', 'C', 'D']
  const till = await openWorld({
    host: { onConflict: () => new Promise(() => undefined) },
    answer: ({ id }) => (id === 'A' ? reply(409) : json200()),
  })
  for (const card of ['A', ...others]) await till.append('refund', refundOf(card), { id: card })
  void till.wake()
  await expect.poll(() => till.statesOf('A', ...others)).toEqual(['sending', 'settled', 'settled', 'settled'])
})
