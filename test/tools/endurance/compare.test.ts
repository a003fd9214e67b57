import { describe, expect, it } from 'vitest'
import {
  compareBooks,
  type AppliedOperation,
  type ArrivedOperation,
  type Books,
  type KeptOperation,
} from './compare.js'

function request(marker: string, card = 'one') {
  return { StoredValueCardCodeCollection: [{ StoredValueCardCode: card }], Notes: marker }
}

function keep(marker: string, more: Partial<KeptOperation> = {}): KeptOperation {
  const facts = { till: 'A', kind: 'refund', state: 'settled', attempts: 1 } as const
  return { ...facts, marker, request: request(marker), ...more }
}

function apply(marker: string, body: object = request(marker)): AppliedOperation {
  return { marker, body }
}

function arrive(marker: string, body: object = request(marker), at = 0): ArrivedOperation {
  return { marker, bodyText: JSON.stringify(body), at }
}

/** Two refunds on one card, confirmed, kept and applied, as it should be. */
function createBooks(changes: Partial<Books> = {}): Books {
  const kept = [keep('A-1'), keep('A-2')]
  const confirmed = kept.map(({ till, marker, kind, request }) => ({ till, marker, kind, request }))
  return {
    confirmed,
    kept,
    effects: [apply('A-1'), apply('A-2')],
    arrivals: [arrive('A-1'), arrive('A-2')],
    isRepeatable: (kind) => kind === 'updateReceipt',
    ...changes,
  }
}

function differ(changes: Partial<Books>): string[] {
  return compareBooks(createBooks(changes)).differences.map(({ marker, what }) => `${marker} ${what}`)
}

describe('the comparison of journals and ledger', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(compareBooks(createBooks())).toEqual({ differences: [], resends: [] })
  })

  it('names an operation that was confirmed as saved and lost', () => {
    const changes = { kept: [keep('A-1')], effects: [apply('A-1')], arrivals: [arrive('A-1')] }
    expect(differ(changes)).toEqual(['A-2 was confirmed as saved and lost'])
  })

  it('names an operation that is settled and was never applied', () => {
    expect(differ({ effects: [apply('A-1')] })).toEqual(['A-2 refund is settled and was never applied'])
  })

  it('names an operation that still waits at the end', () => {
    const kept = [keep('A-1'), keep('A-2', { state: 'queued', attempts: 0 })]
    expect(differ({ kept, effects: [apply('A-1')], arrivals: [arrive('A-1')] })).toEqual([
      'A-2 is queued in the end',
    ])
  })

  it('names a double effect that the till asked for', () => {
    const effects = [apply('A-1'), apply('A-1'), apply('A-2')]
    const arrivals = [arrive('A-1'), arrive('A-1'), arrive('A-2')]
    expect(differ({ effects, arrivals, kept: [keep('A-1', { attempts: 2 }), keep('A-2')] })).toEqual([
      'A-1 refund was applied 2 times (2 attempts, 2 arrivals)',
    ])
  })

  it('tells apart what the browser sent again by itself', () => {
    const effects = [apply('A-1'), apply('A-1'), apply('A-2')]
    const arrivals = [arrive('A-1'), arrive('A-1'), arrive('A-2')]
    expect(compareBooks(createBooks({ effects, arrivals }))).toEqual({
      differences: [],
      resends: [{ marker: 'A-1', kind: 'refund', attempts: 1, arrivals: 2, byBrowser: 1, effects: 2 }],
    })
  })

  it('tells it apart although an earlier sending never arrived', () => {
    const effects = [apply('A-1'), apply('A-1'), apply('A-2')]
    const sent = keep('A-1', { attempts: 2, resent: [{ at: 10, attempts: 1 }] })
    const differAt = (...times: number[]) => {
      const arrivals = [...times.map((at) => arrive('A-1', request('A-1'), at)), arrive('A-2')]
      return differ({ effects, arrivals, kept: [sent, keep('A-2')] })
    }
    expect(differAt(11, 12)).toEqual([])
    expect(differAt(9, 12)).toEqual(['A-1 refund was applied 2 times (2 attempts, 2 arrivals)'])
  })

  it('takes for the browser’s doing only what arrives byte for byte', () => {
    const effects = [apply('A-1'), apply('A-1'), apply('A-2')]
    const arrivals = [arrive('A-1'), { ...arrive('A-1'), bodyText: ' ' }, arrive('A-2')]
    expect(differ({ effects, arrivals })).toEqual([
      'A-1 arrived with different bytes',
      'A-1 refund was applied 2 times (1 attempts, 2 arrivals)',
    ])
  })

  it('lets what is repeatable by its rule be applied as often as it was sent', () => {
    const body = { CardCode: 'one', StoredValueCardReceipt: { UserData: 'A-1' } }
    const kept = [keep('A-1', { kind: 'updateReceipt', request: body, attempts: 2 })]
    const confirmed = [{ till: 'A', marker: 'A-1', kind: 'updateReceipt', request: body } as const]
    const [effect, arrival] = [apply('A-1', body), arrive('A-1', body)]
    const books = { kept, confirmed, effects: [effect, effect], arrivals: [arrival, arrival] }
    expect(differ(books)).toEqual([])
    expect(differ({ ...books, arrivals: [arrival] })).toHaveLength(1)
  })

  it('names the wrong order on a card, and only there', () => {
    const effects = [apply('A-2'), apply('A-1')]
    expect(differ({ effects })).toEqual(['A-2 was applied before A-1, which stands before it'])
    const [one, other] = [request('A-1'), request('A-2', 'other')]
    const apart = {
      confirmed: [],
      unheard: new Set(['A-1', 'A-2']),
      kept: [keep('A-1', { request: one }), keep('A-2', { request: other })],
      effects: [apply('A-2', other), apply('A-1', one)],
      arrivals: [arrive('A-1', one), arrive('A-2', other)],
    }
    expect(differ(apart)).toEqual([])
  })

  it('names a changed body, in the ledger and in the journal', () => {
    const changed = { ...request('A-1'), Operator: 'somebody' }
    expect(differ({ effects: [apply('A-1', changed), apply('A-2')] })).toEqual([
      'A-1 was applied with another body',
    ])
    expect(differ({ kept: [keep('A-1', { request: changed }), keep('A-2')] })).toEqual([
      'A-1 is kept with another body than was rung up',
    ])
  })

  it('names an effect without an entry, and an entry that was never entered', () => {
    expect(differ({ effects: [apply('A-1'), apply('A-2'), apply('A-3')] })).toEqual([
      'A-3 was applied and is in no journal',
    ])
    expect(differ({ confirmed: [] })).toEqual([
      'A-1 is kept and was never rung up',
      'A-2 is kept and was never rung up',
    ])
    expect(differ({ confirmed: [], unheard: new Set(['A-1', 'A-2']) })).toEqual([])
  })

  it('names what was voided and was applied, and what is kept twice', () => {
    expect(differ({ kept: [keep('A-1'), keep('A-2', { state: 'voided' })] })).toEqual([
      'A-2 refund is voided and was applied',
    ])
    expect(differ({ kept: [keep('A-1'), keep('A-2'), keep('A-2')] })).toEqual(['A-2 is kept 2 times'])
  })
})
