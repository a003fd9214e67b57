import { describe, expect, it } from 'vitest'
import { createBank, createMemoryLedger } from '../../src/sandbox/bank.js'
import type { Operation } from '../../src/sandbox/reading.js'
import { balances, expectProblem, noon, openBank, refundOf } from './helpers.js'

describe('conditions', () => {
  const update = { CardCode: 'C1', TransactionID: 1001, StoredValueCardReceipt: { Total: 9 } }

  it('are ignored when switched off', () => {
    const { apply } = openBank()
    expect(apply('refund', refundOf(1, 'C1'), { ifMatch: '"nothing"' }).status).toBe(200)
  })

  it('flow from reply to reply on the same card', () => {
    const { apply } = openBank({ conditions: true })
    const first = apply('associate', { Card: 'C1' }, { ifNoneMatch: '*' })
    const second = apply('refund', refundOf(1, 'C1'), { ifMatch: first.headers.etag ?? '' })
    const third = apply('updateReceipt', update, { ifMatch: second.headers.etag ?? '' })
    const fourth = apply('refund', refundOf(1, 'C1'), { ifMatch: third.headers.etag ?? '' })
    expect([first, second, third, fourth].map(({ status, headers }) => [status, headers.etag])).toEqual([
      [200, '"1"'],
      [200, '"2"'],
      [200, '"3"'],
      [200, '"4"'],
    ])
  })

  it('that fail change nothing, and show what stands now', () => {
    const { bank, apply } = openBank({ conditions: true })
    apply('refund', refundOf(1, 'C1'))
    apply('updateReceipt', update)
    const reply = apply('updateReceipt', update, { ifMatch: '"1"' })
    expectProblem(reply, 412, 'condition-failed')
    expect(reply.headers).toMatchObject({ etag: '"2"', 'last-modified': noon.toUTCString() })
    expect(reply.body).toMatchObject({ StoredValueCardReceipt: { Total: 9 } })
    expect(bank.effects).toHaveLength(2)
    expect(apply('updateReceipt', update, { ifMatch: reply.headers.etag ?? '' }).status).toBe(200)
  })

  it('that fail show nothing when they are not to', () => {
    const { apply } = openBank({ conditions: true, revealValidators: false })
    apply('refund', refundOf(1, 'C1'))
    const reply = apply('updateReceipt', update, { ifNoneMatch: '*' })
    expectProblem(reply, 412, 'condition-failed')
    expect(reply.headers).not.toHaveProperty('etag')
    expect(reply.body).not.toHaveProperty('StoredValueCardReceipt')
  })

  it.each([
    ['associate', { Card: 'C1' }],
    ['refund', refundOf(1, 'C1')],
    ['migrate', { OldCardCode: 'C1', StoredValueCardCode: 'C2' }],
  ] as const)('stand before %s too', (operation, body) => {
    const { apply } = openBank({ conditions: true })
    expectProblem(apply<Operation>(operation, body, { ifMatch: '*' }), 412, 'condition-failed')
    apply('refund', refundOf(1, 'C1'))
    expect(apply<Operation>(operation, body, { ifMatch: '*' }).status).toBe(200)
  })

  it('come after the errors that would stand without them', () => {
    const { apply } = openBank({ conditions: true })
    expectProblem(apply('associate', {}, { ifMatch: '*' }), 400, 'missing-field')
  })
})

/** The reply that a repeat gets. */
function asStored<Of extends { headers: object }>(reply: Of): Of {
  return { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } }
}

describe('a key that has outlived its lifetime', () => {
  const atHour = (hours: number) => ({ key: '"k1"', now: new Date(noon.getTime() + hours * 3_600_000) })

  it.each([
    [{}, 24],
    [{ keyLifetimeHours: 0.5 }, 0.5],
  ])('is forgotten, and its repeat is applied again: %j', (settings, lifetime) => {
    const { bank, apply } = openBank({ keys: true, ...settings })
    const first = apply('refund', refundOf(4, 'C1'), atHour(0))
    const told = { 'idempotency-key-lifetime': String(lifetime * 3_600) }
    expect(first.headers).toMatchObject(told)
    const repeat = apply('refund', refundOf(4, 'C1'), atHour(lifetime - 0.001))
    expect(repeat).toEqual(asStored(first))
    expect(apply('refund', refundOf(4, 'C1'), atHour(lifetime)).body).not.toEqual(first.body)
    expect(bank.effects).toHaveLength(2)
  })

  it('is remembered anew from its second use', () => {
    const { bank, apply } = openBank({ keys: true })
    apply('refund', refundOf(4, 'C1'), atHour(0))
    const second = apply('refund', refundOf(9, 'C1'), atHour(30))
    expect(apply('refund', refundOf(9, 'C1'), atHour(53))).toEqual(asStored(second))
    expect(bank.effects).toHaveLength(2)
  })

  it('is forgotten by a bank rebuilt from its ledger at the same hour', () => {
    const ledger = createMemoryLedger()
    const settings = { keys: true, openingBalance: 0 }
    createBank(settings, ledger).apply('refund', refundOf(4, 'C1'), atHour(0))
    const after = createBank(settings, ledger)
    after.apply('refund', refundOf(4, 'C1'), atHour(23))
    expect(after.effects).toHaveLength(1)
    after.apply('refund', refundOf(4, 'C1'), atHour(24))
    expect(after.effects).toHaveLength(2)
  })
})

describe('keys', () => {
  it('replay the stored reply with no second effect', () => {
    const { bank, apply } = openBank({ keys: true })
    const first = apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    expect(apply('refund', refundOf(4, 'C1'), { key: '"k1"' })).toEqual(asStored(first))
    expect(balances(bank, 'C1')).toEqual([4])
    expect(apply('refund', refundOf(4, 'C1'), { key: '"k2"' }).status).toBe(200)
    expect(apply('refund', refundOf(4, 'C1')).status).toBe(200)
    expect(balances(bank, 'C1')).toEqual([12])
  })

  it('replay even where a condition would fail now', () => {
    const { apply } = openBank({ keys: true, conditions: true })
    apply('refund', refundOf(4, 'C1'), { key: '"k1"', ifNoneMatch: '*' })
    expect(apply('refund', refundOf(4, 'C1'), { key: '"k1"', ifNoneMatch: '*' }).status).toBe(200)
  })

  it.each([
    ['another body', 'refund', refundOf(5, 'C1')],
    ['another operation', 'associate', { Card: 'C1' }],
  ] as const)('meet 422 with %s', (_what, operation, body) => {
    const { bank, apply } = openBank({ keys: true })
    apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    expectProblem(apply<Operation>(operation, body, { key: '"k1"' }), 422, 'key-reused')
    expect(bank.effects).toHaveLength(1)
  })

  it('meet 409 while the first reply is under way', () => {
    const { bank, apply } = openBank({ keys: true })
    apply('refund', refundOf(4, 'C1'), { key: '"k1"', busyMs: 500 })
    const after = (ms: number) => ({ key: '"k1"', now: new Date(noon.getTime() + ms) })
    expectProblem(apply('refund', refundOf(4, 'C1'), after(499)), 409, 'key-in-flight')
    expect(apply('refund', refundOf(4, 'C1'), after(500)).status).toBe(200)
    expect(bank.effects).toHaveLength(1)
  })

  it.each(['abc', '"abc', '""', '"a"b"', '"\u00e4"', '"a\\b"'])(
    'refuse %s, which is no structured string',
    (key) => {
      expectProblem(openBank({ keys: true }).apply('refund', refundOf(4, 'C1'), { key }), 400, 'invalid-key')
    },
  )

  it('that are switched on later replay what was done first', () => {
    const { bank, apply } = openBank()
    const first = apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    bank.change({ keys: true })
    const repeat = apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    expect(repeat.body).toEqual(first.body)
    expect(repeat.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect(bank.effects).toHaveLength(2)
  })

  it('forget refusals: what was not done is judged afresh', () => {
    const { bank, apply } = openBank({ keys: true, knownCardsOnly: true })
    expect(apply('refund', refundOf(4, 'C1'), { key: '"k\\"1"' }).status).toBe(400)
    bank.change({ knownCardsOnly: false })
    expect(apply('refund', refundOf(4, 'C1'), { key: '"k\\"1"' }).status).toBe(200)
    expect(bank.effects[0]?.key).toBe('k"1')
  })
})
