import { describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/domain/entry.js'
import {
  countAnswers,
  endsSo,
  isAsked,
  openQuestion,
  questionToNarrowing,
  textToMeanings,
  type Question,
} from '../../src/elements/journal/filter.js'
import { listReadable } from '../../src/elements/journal/fields.js'
import { nameToWords } from '../../src/elements/journal/names.js'
import { italianNames } from '../../src/elements/texts/italian/names.js'
import { englishNames } from '../../src/elements/texts/names.js'
import { entryToRow } from '../../src/elements/journal/rows.js'
import type { TillStatus } from '../../src/till/status.js'
import { fullModels, kinds, secretsPlanted } from '../support/models.js'

const ask = (change: Partial<Question>): Question => ({ ...openQuestion, ...change })
const entryOf = (change: Partial<ListedEntry>): ListedEntry =>
  ({
    id: 'e1',
    kind: 'refund',
    state: 'queued',
    cards: [],
    createdAt: new Date('2026-11-21T12:00:00'),
    request: fullModels.refund,
    history: [],
    ...change,
  }) as ListedEntry

describe('what a text may mean', () => {
  it.each([
    ['', {}],
    ['  ', {}],
    ['#', {}],
    ['#x', {}],
    ['#12', { number: 12 }],
    [' # 12 ', { number: 12 }],
    ['…42', { ending: '42' }],
    ['...42', { ending: '42' }],
    ['••••42', { ending: '42' }],
    ['*42', { ending: '42' }],
    ['42', { id: '42', card: '42', ending: '42', number: 42 }],
    [
      '9001 0000-0017',
      { id: '9001 0000-0017', card: '900100000017', ending: '900100000017', number: 900_100_000_017 },
    ],
    ['9001000000000017', { id: '9001000000000017', card: '9001000000000017', ending: '9001000000000017' }],
    ['EXT-9', { id: 'EXT-9', card: 'EXT-9', ending: 'EXT-9' }],
  ])('%s', (text, meanings) => {
    expect(textToMeanings(text)).toEqual(meanings)
  })

  it('is an ending of any of its cards, or an order', () => {
    expect(endsSo(entryOf({}), '0025')).toBe(true)
    expect(endsSo(entryOf({}), '0033')).toBe(true)
    expect(endsSo(entryOf({}), '0042')).toBe(false)
    expect(endsSo(entryOf({ kind: 'confirmOrder', request: fullModels.confirmOrder }), '555')).toBe(true)
    expect(endsSo(entryOf({ kind: 'confirmOrder', request: fullModels.confirmOrder }), '55')).toBe(false)
    expect(endsSo(entryOf({ kind: 'unknown' }), '0025')).toBe(false)
  })
})

describe('a question', () => {
  it('takes a day from its first to its last moment', () => {
    const { since, until } = questionToNarrowing(ask({ from: '2026-10-24', to: '2026-10-25' }))
    expect(since).toEqual(new Date(2026, 9, 24))
    expect(until).toEqual(new Date(new Date(2026, 9, 26).getTime() - 1))
    expect(questionToNarrowing(ask({ from: 'x', to: '2026-13-45' }))).toEqual({})
  })

  it('knows what it asks for', () => {
    expect(isAsked(entryOf({}), openQuestion)).toBe(true)
    expect(isAsked(entryOf({}), ask({ standing: 'waiting' }))).toBe(true)
    expect(isAsked(entryOf({ state: 'sending' }), ask({ standing: 'waiting' }))).toBe(true)
    expect(isAsked(entryOf({}), ask({ standing: 'settled' }))).toBe(false)
    expect(isAsked(entryOf({}), ask({ kind: 'migrate' }))).toBe(false)
    expect(isAsked(entryOf({}), ask({ from: '2026-11-21', to: '2026-11-21' }))).toBe(true)
    expect(isAsked(entryOf({}), ask({ from: '2026-11-22' }))).toBe(false)
    expect(isAsked(entryOf({}), ask({ to: '2026-11-20' }))).toBe(false)
  })

  it('is counted by the till where the state alone is asked for, and never guessed', () => {
    const counts = { queued: 1, sending: 2, settled: 4, parked: 8, voided: 16 }
    const status = { counts } as TillStatus
    expect(countAnswers(openQuestion, status)).toBe(31)
    expect(countAnswers(ask({ standing: 'waiting' }), status)).toBe(3)
    expect(countAnswers(ask({ standing: 'parked' }), status)).toBe(8)
    expect(countAnswers(ask({ kind: 'refund' }), status)).toBeUndefined()
    expect(countAnswers(ask({ text: 'x' }), status)).toBeUndefined()
    expect(countAnswers(openQuestion, { counts: { queued: 1 } } as TillStatus)).toBeUndefined()
  })
})

describe('a row', () => {
  it('holds the exact amount, the number and the order, and no body', () => {
    expect(entryToRow(entryOf({}))).toMatchObject({ amount: '20.5', number: 42, isUnreadable: false })
    const paid = { StoredValueCardReceipt: { Payments: [{ Amount: 0.1 }, { Amount: 0.2 }] } }
    expect(entryToRow(entryOf({ request: paid })).amount).toBe('0.3')
    const order = entryToRow(entryOf({ kind: 'confirmOrder', request: fullModels.confirmOrder }))
    expect(order).toMatchObject({ order: '555', amount: '33.3' })
    expect(JSON.stringify(entryToRow(entryOf({})))).not.toContain('Scarf')
  })
})

describe('the fields of a body', () => {
  it.each(kinds)('of %s hide every secret and every card, and say the rest', (kind) => {
    const text = JSON.stringify(listReadable(kind, fullModels[kind]))
    for (const secret of secretsPlanted) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/9001\d{12}/)
    expect(text.length).toBeGreaterThan(100)
  })

  it('hide what looks like a secret or a card in any reply', () => {
    const reply = {
      Cards: [{ CardCode: '9001000000000017', Pin: '1234', ActivationToken: 'tok' }],
      OldCardCode: '9001000000000025',
      Balance: 12.5,
    }
    const text = JSON.stringify(listReadable('unknown', reply))
    for (const hidden of ['9001000000000017', '9001000000000025', '1234', 'tok'])
      expect(text).not.toContain(`"${hidden}"`)
    expect(text).toContain('12.5')
    expect(text).toContain('••••0017')
  })

  it('number what there are several of, and leave out what is empty', () => {
    const fields = listReadable('refund', fullModels.refund)
    const cards = fields.filter(({ name }) => name === 'StoredValueCardCodeCollection')
    expect(cards.map(({ number }) => number)).toEqual([1, 2])
    expect(listReadable('refund', { Notes: '', StoredValueCardReceipt: {} })).toEqual([])
    expect(listReadable('unknown', 'text')).toEqual([])
  })

  it('have a name for all that the interface lists', () => {
    const names = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) names.add(name)
        if (name !== 'Method' && name !== 'PaymentType') collect(inner)
      }
    }
    collect(fullModels)
    const unnamed = [...names].filter(
      (name) => !kinds.includes(name as (typeof kinds)[number]) && !Object.hasOwn(englishNames, name),
    )
    expect(unnamed).toEqual([])
    expect(nameToWords('FiscalCode', italianNames)).toBe('Codice fiscale')
    expect(nameToWords('toString', englishNames)).toBe('toString')
  })
})
