import { describe, expect, it } from 'vitest'
import type { LedgerArrival, LedgerEffect } from '../../../src/demo/lab/control.js'
import { ledgerToTally } from '../../../src/demo/lab/tally.js'

const at = '2026-01-02T10:00:00.000Z'

function effectOf(sequence: number, facts: Partial<LedgerEffect> = {}): LedgerEffect {
  return { sequence, operation: 'refund', cards: ['A'], body: { Notes: String(sequence) }, at, ...facts }
}

function arrivalOf(facts: Partial<LedgerArrival> = {}): LedgerArrival {
  return { sequence: 1, at, bodyText: '', operation: 'refund', faults: [], status: 200, ...facts }
}

describe('arrivals against effects', () => {
  it('tells what was answered, unheard, turned down, recognised and lost', () => {
    const tally = ledgerToTally({
      effects: [effectOf(1), effectOf(2), effectOf(3)],
      arrivals: [
        arrivalOf({ effect: 1 }),
        arrivalOf({ effect: 2, status: null, faults: ['dropAfterEffect'] }),
        arrivalOf({ effect: 3, faults: ['truncatedBody'] }),
        arrivalOf({ status: 400 }),
        arrivalOf(),
        arrivalOf({ status: null, faults: ['outage'] }),
        arrivalOf({ faults: ['captivePortal'] }),
        { sequence: 8, at, bodyText: '', faults: [], status: 404 },
      ],
    })
    expect(tally).toEqual({
      arrived: 5,
      lost: 2,
      probes: 1,
      applied: 3,
      twice: 0,
      fates: ['answered', 'unheard', 'unheard', 'turned-down', 'recognised', 'lost', 'lost'],
    })
  })

  it('finds what was done twice: by its key, and without one by what was asked', () => {
    const body = { Notes: 'same' }
    const arrivals = [1, 2, 3, 4].map((effect) => arrivalOf({ effect }))
    const same = [effectOf(1, { body }), effectOf(2, { body }), effectOf(3), effectOf(4)]
    expect(ledgerToTally({ effects: same, arrivals })).toMatchObject({
      twice: 1,
      fates: ['answered', 'twice', 'answered', 'answered'],
    })
    const keyed = [
      effectOf(1, { body, key: 'a' }),
      effectOf(2, { body, key: 'b' }),
      effectOf(3, { key: 'b' }),
    ]
    expect(ledgerToTally({ effects: keyed, arrivals }).twice).toBe(1)
  })

  it('does not mind a receipt that is written again', () => {
    const effects = [1, 2].map((sequence) => effectOf(sequence, { operation: 'updateReceipt', body: {} }))
    expect(ledgerToTally({ effects, arrivals: [] }).twice).toBe(0)
  })
})
