import { describe, expect, it } from 'vitest'
import { isBare, isBulkable, listActs } from '../../src/elements/attention/acts.js'
import { pathToWords, valueToWords } from '../../src/elements/attention/clash-words.js'
import { listDifferences } from '../../src/elements/attention/differences.js'
import { reasonToWords } from '../../src/elements/entry-words.js'
import { createFormats } from '../../src/elements/formats.js'
import type { ListedEntry } from '../../src/index.js'
import { findTexts } from '../../src/elements/texts/languages.js'
import { refundOf } from '../support/models.js'
import { entryOf, listParked, parkedOf } from '../support/pretend.js'

const voice = { texts: findTexts('en'), formats: createFormats('en-IE', 'EUR') }

describe('what changes', () => {
  it('is every value, wherever it stands, and nothing that stays', () => {
    const before = { Total: 1, Notes: 'a', Payments: [{ Amount: 1 }], Kept: { Deep: [1, 2] } }
    const after = { Total: 2, Payments: [{ Amount: 1 }, { Amount: 2 }], Kept: { Deep: [1, 2] } }
    expect(listDifferences(before, after)).toEqual([
      { path: 'Total', was: 1, becomes: 2 },
      { path: 'Notes', was: 'a', becomes: undefined },
      { path: 'Payments[1].Amount', was: undefined, becomes: 2 },
    ])
    expect(listDifferences(before, before)).toEqual([])
  })

  it('shows nothing that opens a card', () => {
    const found = listDifferences(
      { Cards: [{ AuthorizationCode: '1' }] },
      { Cards: [{ AuthorizationCode: '4711' }] },
    )
    expect(JSON.stringify(found)).not.toContain('4711')
    expect(found).toHaveLength(1)
  })
})

describe('where two receipts clash', () => {
  it('is named in words, with no card in full', () => {
    expect(pathToWords('Total', voice)).toBe('Total')
    expect(pathToWords('Products[Code=P.9].Price', voice)).toBe('Price · P.9')
    expect(pathToWords('Products[Code=P9][1].Price', voice)).toBe('Price · P9')
    expect(pathToWords('Payments[1].CardCode', voice)).toBe('Card · 2')
    expect(pathToWords('Payments[CardCode=9001000000000066].Amount', voice)).toBe('Amount paid · ••••0066')
    expect(pathToWords('SenderData.Operator', voice)).toBe('Operator')
  })

  it('says what each side says, money as money', () => {
    expect(valueToWords(undefined, 'Total', voice)).toBe('nothing')
    expect(valueToWords(12, 'Total', voice)).toBe('€12.00')
    expect(valueToWords(12, 'SenderData.Number', voice)).toBe('12')
    expect(valueToWords([{ Amount: 10 }, { Amount: 2, CardCode: 'C' }], 'Payments', voice)).toBe(
      'Amount paid: €10.00\nAmount paid: €2.00, Card: C',
    )
  })
})

describe('what may be done', () => {
  it('is something for every reason, and sends nothing again that may have been applied with others', () => {
    for (const entry of listParked()) {
      expect(listActs(entry)).toContain('void')
      const { reason } = entry as { reason: string }
      expect(isBulkable(entry)).toBe(reason === 'rejected' || reason === 'refused')
    }
    expect(listActs(parkedOf('unknown'))).toEqual(['mark-applied', 'send-again', 'void'])
  })

  it('about what the service has answered for good: sending it again would bring the same answer', () => {
    const headers = { 'idempotent-replayed': 'true' }
    const entry = {
      ...parkedOf('unknown'),
      reply: { status: 500, headers, body: {}, at: new Date() },
    } as ListedEntry
    expect(listActs(entry)).toEqual(['mark-applied', 'void'])
    const first = { ...entry, reply: { status: 500, headers: {}, body: {}, at: new Date() } } as ListedEntry
    expect(listActs(first)).toContain('send-again')
    expect(reasonToWords(entry, voice)).toContain('Sending again brings the same answer')
    expect(reasonToWords(first, voice)).toContain('before sending again')
  })

  it('about what grew too old: once what opens a card is gone, only a new operation can go', () => {
    expect(isBare(parkedOf('expired'))).toBe(true)
    expect(listActs(parkedOf('expired'))).toEqual(['amend', 'void'])
    const whole = entryOf('refund', refundOf('A'), { state: 'parked', reason: 'expired' })
    expect([isBare(whole), listActs(whole)]).toEqual([false, ['send-again', 'void']])
    const order = entryOf('confirmOrder', { OrderID: 1 }, { state: 'parked', reason: 'expired' })
    expect(listActs(order)).toEqual(['send-again', 'void'])
  })

  it.each(['silent', 'interrupted', 'failed', 'unacknowledged', 'not-the-service'] as const)(
    'keep out of sending several again what was rejected after an attempt that ended %s',
    (outcome) => {
      const at = new Date()
      const entry = parkedOf('rejected')
      const open = { at, what: 'attempt' as const, outcome }
      const last = { at, what: 'attempt' as const, outcome: 'rejected' as const, status: 422 }
      expect(isBulkable({ ...entry, history: [open, last] })).toBe(false)
      const found = { at, what: 'recovery' as const, outcome: 'found-absent' as const }
      expect(isBulkable({ ...entry, history: [open, found, last] })).toBe(true)
    },
  )

  it('keep out of it what a 503 may have applied', () => {
    const at = new Date()
    const busy = { at, what: 'attempt' as const, outcome: 'busy' as const }
    expect(isBulkable({ ...parkedOf('refused'), history: [{ ...busy, status: 503 }] })).toBe(false)
    expect(isBulkable({ ...parkedOf('refused'), history: [{ ...busy, status: 429 }] })).toBe(true)
  })
})
