import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLimit, type LimitedOperation, type Limits, type Exposure } from '../../src/decide/limits.js'
import { endpointOf, operationKinds } from '../../src/domain/endpoints.js'
import { LimitReached, type LimitExcess } from '../../src/domain/errors.js'

const now = Date.UTC(2026, 10, 21, 10)
const hourMs = 3_600_000
const nothing: Exposure = { total: 0, count: 0, byCard: new Map() }
const refund = (amount?: number, cards = ['A']): LimitedOperation => ({
  kind: 'refund',
  cards,
  ...(amount !== undefined && { amount }),
})
const standing = (facts: Partial<Exposure>): Exposure => ({ ...nothing, ...facts })
const onCards = (amounts: Record<string, number | string>) =>
  standing({ byCard: new Map(Object.entries(amounts)) })

type Case = [string, Limits, LimitedOperation, Exposure, Partial<LimitExcess> | undefined]

describe('findLimit', () => {
  it.each<Case>([
    ['no limit', {}, refund(1e15), standing({ total: 1e15, count: 1e9, oldestAt: 0 }), undefined],
    ['an amount that reaches', { perOperation: 100 }, refund(100), nothing, undefined],
    ['an amount that passes', { perOperation: 100 }, refund(100.01), nothing, { found: 100.01 }],
    ['an amount of zero allowed', { perOperation: 0 }, refund(0.01), nothing, { found: 0.01 }],
    [
      'no amount where none is allowed',
      { perOperation: 0, perCard: 0, total: 0 },
      refund(),
      nothing,
      undefined,
    ],
    ['a card that reaches', { perCard: 50 }, refund(20), onCards({ A: 30 }), undefined],
    ['a card that passes', { perCard: 50 }, refund(20), onCards({ A: 30.01 }), { found: 50.01 }],
    ['another card’s amount', { perCard: 50 }, refund(20, ['B']), onCards({ A: 49 }), undefined],
    ['a first use of a card', { perCard: 50 }, refund(51), nothing, { found: 51 }],
    ['no card at all', { perCard: 50 }, refund(51, []), nothing, undefined],
    ['the whole amount on each card', { perCard: 50 }, refund(50, ['A', 'B']), nothing, undefined],
    [
      'the fullest of its cards',
      { perCard: 50 },
      refund(9, ['A', 'B', 'C']),
      onCards({ A: 44, B: 48, C: 45 }),
      { found: 57 },
    ],
    ['a total that reaches', { total: 0.3 }, refund(0.2), standing({ total: 0.1 }), undefined],
    ['a total that passes', { total: 0.3 }, refund(0.2), standing({ total: '0.11' }), { found: 0.31 }],
    [
      'a total past a number’s digits',
      { total: 9e15 },
      refund(0.01),
      standing({ total: '9000000000000000' }),
      { max: 9e15 },
    ],
    [
      'nothing added to what is past',
      { total: 5, perCard: 5 },
      refund(0),
      standing({ total: 9, byCard: new Map([['A', 9]]) }),
      undefined,
    ],
    ['a count that reaches', { count: 3 }, refund(1), standing({ count: 2 }), undefined],
    ['a count that passes', { count: 3 }, refund(1), standing({ count: 3 }), { found: 4 }],
    ['a count of none', { count: 0 }, refund(1), nothing, { found: 1 }],
    [
      'an age that reaches',
      { ageHours: 2 },
      refund(1),
      standing({ count: 1, oldestAt: now - 2 * hourMs }),
      undefined,
    ],
    [
      'an age that passes',
      { ageHours: 2 },
      refund(1),
      standing({ count: 1, oldestAt: now - 3 * hourMs }),
      { found: 3 },
    ],
    [
      'a millisecond past the age',
      { ageHours: 2 },
      refund(1),
      standing({ oldestAt: now - 2 * hourMs - 1 }),
      { max: 2 },
    ],
    [
      'a clock set back',
      { ageHours: 0 },
      refund(1),
      standing({ count: 1, oldestAt: now + 5 * hourMs }),
      undefined,
    ],
    ['a time that cannot be read', { ageHours: 0 }, refund(1), standing({ oldestAt: NaN }), undefined],
    ['nothing unresolved', { ageHours: 0 }, refund(1), nothing, undefined],
  ])('on %s', (_, limits, asked, stands, excess) => {
    const found = findLimit(limits, asked, stands, now)
    if (excess === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject({ limit: Object.keys(limits)[0], ...excess })
  })

  it.each(operationKinds)('counts amounts of %s as its row says, and its number and age always', (kind) => {
    const asked = { kind, amount: 10, cards: ['A'] }
    const isLimited = endpointOf(kind).isLimited
    for (const limit of ['perOperation', 'perCard', 'total'] as const) {
      expect(findLimit({ [limit]: 9 }, asked, nothing, now) !== undefined).toBe(isLimited)
    }
    expect(findLimit({ count: 0 }, asked, nothing, now)).toMatchObject({ limit: 'count' })
    const old = standing({ oldestAt: now - 2 * hourMs })
    expect(findLimit({ ageHours: 1 }, asked, old, now)).toMatchObject({ limit: 'ageHours' })
  })

  it('tells the narrowest of several', () => {
    const stands = standing({ count: 1, oldestAt: 0 })
    const order = ['perOperation', 'perCard', 'total', 'count', 'ageHours'] as const
    for (const [index, limit] of order.entries()) {
      const left = Object.fromEntries(order.slice(index).map((name) => [name, 0]))
      expect(findLimit(left, refund(1), stands, now)?.limit).toBe(limit)
    }
  })

  it('agrees with sums in whole cents, whatever stands', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 })
    const card = fc.constantFrom('A', 'B', 'C')
    const operation = fc.record({ amount: cents, cards: fc.uniqueArray(card, { minLength: 1 }) })
    fc.assert(
      fc.property(
        fc.array(operation, { maxLength: 30 }),
        operation,
        cents,
        cents,
        (before, asked, perCard, total) => {
          const after = [...before, asked]
          const sum = (operations: typeof before) =>
            operations.reduce((cents, { amount }) => cents + amount, 0)
          const onCard = (name: 'A' | 'B' | 'C', operations = after) =>
            sum(operations.filter(({ cards }) => cards.includes(name)))
          const stands = standing({
            total: String(sum(before) / 100),
            byCard: new Map((['A', 'B', 'C'] as const).map((name) => [name, onCard(name, before) / 100])),
          })
          const told = (limits: Limits) =>
            findLimit(limits, refund(asked.amount / 100, asked.cards), stands, now)?.found
          const fullest = Math.max(...asked.cards.map((name) => onCard(name)))
          expect(told({ perCard: perCard / 100 })).toBe(fullest > perCard ? fullest / 100 : undefined)
          expect(told({ total: total / 100 })).toBe(sum(after) > total ? sum(after) / 100 : undefined)
          expect(told({ total: sum(after) / 100, perCard: fullest / 100 })).toBeUndefined()
          expect(told({ total: (sum(after) - 1) / 100 })).toBe(sum(after) / 100)
        },
      ),
    )
  })
})

describe('LimitReached', () => {
  it.each<[LimitExcess, string]>([
    [
      { limit: 'perOperation', max: 100, found: 120 },
      'Its amount is 120, and one operation may have at most 100',
    ],
    [
      { limit: 'perCard', max: 50, found: 50.01 },
      'One of its cards would have 50.01 unresolved, and may have at most 50',
    ],
    [
      { limit: 'total', max: 500, found: 501 },
      'This till would have 501 unresolved, and may have at most 500',
    ],
    [
      { limit: 'count', max: 3, found: 4 },
      'This till would have 4 unresolved operations, and may have at most 3',
    ],
    [{ limit: 'ageHours', max: 12, found: 12.0001 }, 'has waited 12.1 hours, and may wait at most 12'],
  ])('tells %j and what to do', (excess, told) => {
    const error = new LimitReached('refund', excess)
    expect(error).toMatchObject({ code: 'limit-reached', kind: 'refund', name: 'LimitReached', ...excess })
    expect(error.message).toMatch(/^refund was not saved\. /)
    expect(error.message).toContain(told)
    expect(error.message).toMatch(/a supervisor may allow it with override\.$/)
  })
})
