import { describe, expect, it } from 'vitest'
import { createBank, createMemoryLedger } from '../../src/sandbox/bank.js'
import type { Bodies, Operation } from '../../src/sandbox/reading.js'
import { balances, expectProblem, noon, openBank, refundOf } from './helpers.js'

describe('associate', () => {
  it('ties a card to shop, terminal and holder', () => {
    const { bank, apply } = openBank({ openingBalance: 20 })
    const CardData = { Holder: { FirstName: 'Ada', LastName: 'Rossi' } }
    const reply = apply('associate', { Card: 'C1', Shop: 'S01', Terminal: 'T3', CardData })
    expect(reply).toMatchObject({
      status: 200,
      body: { Card: 'C1', Shop: 'S01', Terminal: 'T3', Balance: 20 },
    })
    expect(bank.card('C1')).toMatchObject({ shop: 'S01', terminal: 'T3', holder: 'Ada Rossi', balance: 20 })
  })

  it('names a company where there is no person', () => {
    const { bank, apply } = openBank()
    apply('associate', { Card: 'C1', CardData: { Holder: { CompanyName: 'Rossi & Co' } } })
    expect(bank.card('C1')?.holder).toBe('Rossi & Co')
  })

  it('takes the same shop again, and refuses another', () => {
    const { bank, apply } = openBank()
    apply('associate', { Card: 'C1', Shop: 'S01', Terminal: 'T1' })
    expect(apply('associate', { Card: 'C1', Shop: 'S01', Terminal: 'T2' }).status).toBe(200)
    expectProblem(apply('associate', { Card: 'C1', Shop: 'S02' }), 409, 'associated-elsewhere')
    expect(bank.card('C1')).toMatchObject({ shop: 'S01', terminal: 'T2' })
    expect(bank.effects).toHaveLength(2)
  })
})

describe('refund', () => {
  it('credits the whole total to the first card unless the payments say otherwise', () => {
    const { bank, apply } = openBank()
    const reply = apply('refund', refundOf(12.5, 'C1', 'C2'))
    expect(reply.body).toEqual({
      TransactionID: 1001,
      Balance: 12.5,
      Cards: [
        { StoredValueCardCode: 'C1', Balance: 12.5 },
        { StoredValueCardCode: 'C2', Balance: 0 },
      ],
    })
    expect(balances(bank, 'C1', 'C2')).toEqual([12.5, 0])
  })

  it('credits the first card what was paid where there is no total, as the till counts it', () => {
    const { bank, apply } = openBank()
    const Payments = [{ Amount: 12.5 }, { Amount: 7.5 }]
    apply('refund', { ...refundOf(0, 'C1', 'C2'), StoredValueCardReceipt: { Payments } })
    expect(balances(bank, 'C1', 'C2')).toEqual([20, 0])
  })

  it('credits each card what the payments name for it', () => {
    const { bank, apply } = openBank({ cards: { C1: 0.1 } })
    const Payments = [
      { CardCode: 'C1', Amount: 0.2 },
      { CardCode: 'C2', Amount: 5 },
      { CardCode: 'C2', Amount: 2.5 },
      { CardCode: 'elsewhere', Amount: 100 },
    ]
    apply('refund', {
      ...refundOf(107.7, 'C1', 'C2', 'C3'),
      StoredValueCardReceipt: { Total: 107.7, Payments },
    })
    expect(balances(bank, 'C1', 'C2', 'C3', 'elsewhere')).toEqual([0.3, 7.5, 0, undefined])
  })

  it.each([
    ['a negative total', { Total: -3 }, 3],
    ['negative payments', { Payments: [{ CardCode: 'C1', Amount: -3 }] }, 3],
    ['no total', {}, 0],
  ])('counts the size of %s', (_what, StoredValueCardReceipt, balance) => {
    const { bank, apply } = openBank()
    apply('refund', { ...refundOf(0, 'C1'), StoredValueCardReceipt })
    expect(balances(bank, 'C1')).toEqual([balance])
  })

  it('credits a card that is named twice once', () => {
    const { bank, apply } = openBank()
    apply('refund', refundOf(4, 'C1', 'C1'))
    expect(balances(bank, 'C1')).toEqual([4])
    expect(bank.effects[0]?.cards).toEqual(['C1'])
  })

  it('records the receipt with validators', () => {
    const { bank, apply } = openBank()
    const reply = apply('refund', refundOf(4, 'C1'))
    expect(reply.headers).toMatchObject({ etag: '"1"', 'last-modified': noon.toUTCString() })
    expect(bank.transaction(1001)).toMatchObject({
      operation: 'refund',
      cards: ['C1'],
      receipt: { Total: 4 },
      validators: { etag: '"1"' },
    })
  })

  it('applies a repeat twice, and the ledger shows it', () => {
    const { bank, apply } = openBank()
    apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    expect(balances(bank, 'C1')).toEqual([8])
    expect(bank.effects.map(({ sequence, key, transactionId }) => [sequence, key, transactionId])).toEqual([
      [1, 'k1', 1001],
      [2, 'k1', 1002],
    ])
  })
})

describe('a balance beyond the numbers of JSON', () => {
  it('is refused before anything is stored, at a refund and at a migration', () => {
    const { bank, apply } = openBank({ cards: { C2: 1e308 } })
    expect(apply('refund', refundOf(1e308, 'C1')).status).toBe(200)
    const Payments = [{ Amount: 1.7e308 }, { Amount: 1.7e308 }]
    const refused = [
      apply('refund', refundOf(1e308, 'C1')),
      apply('refund', { ...refundOf(0, 'C3'), StoredValueCardReceipt: { Payments } }),
      apply('migrate', { OldCardCode: 'C1', StoredValueCardCode: 'C2' }),
    ]
    for (const reply of refused) expectProblem(reply, 422, 'invalid-body')
    expect(bank.effects).toHaveLength(1)
    expect(balances(bank, 'C1', 'C2')).toEqual([1e308, 1e308])
    expect(apply('refund', refundOf(1, 'C3')).status).toBe(200)
  })
})

describe('migrate', () => {
  it('moves balance and association to the new code and closes the old one', () => {
    const { bank, apply } = openBank({ cards: { Old: 30.1 } })
    apply('associate', { Card: 'Old', Shop: 'S01' })
    const reply = apply('migrate', { OldCardCode: 'Old', StoredValueCardCode: 'New' })
    expect(reply.body).toEqual({
      TransactionID: 1001,
      StoredValueCardCode: 'New',
      OldCardCode: 'Old',
      Balance: 30.1,
    })
    expect(bank.card('Old')).toMatchObject({ balance: 0, migratedTo: 'New' })
    expect(bank.card('New')).toMatchObject({ balance: 30.1, shop: 'S01' })
  })

  it('refuses an old card that was migrated already, and every other use of it', () => {
    const { bank, apply } = openBank()
    apply('migrate', { OldCardCode: 'Old', StoredValueCardCode: 'New' })
    expectProblem(
      apply('migrate', { OldCardCode: 'Old', StoredValueCardCode: 'Newer' }),
      409,
      'card-migrated',
    )
    expectProblem(apply('migrate', { OldCardCode: 'New', StoredValueCardCode: 'Old' }), 409, 'card-migrated')
    expectProblem(apply('refund', refundOf(1, 'Old')), 409, 'card-migrated')
    expectProblem(apply('associate', { Card: 'Old' }), 409, 'card-migrated')
    expect(bank.effects).toHaveLength(1)
  })

  it('refuses to migrate a card to itself', () => {
    expectProblem(
      openBank().apply('migrate', { OldCardCode: 'C', StoredValueCardCode: 'C' }),
      400,
      'invalid-body',
    )
  })
})

describe('updateReceipt', () => {
  const update = (CardCode: string, TransactionID: number) => ({
    CardCode,
    TransactionID,
    StoredValueCardReceipt: { Total: 9, UserData: 'new' },
  })

  it('replaces the receipt and its validators, and moves no money', () => {
    const { bank, apply } = openBank()
    apply('refund', refundOf(4, 'C1'))
    const later = new Date(noon.getTime() + 60_000)
    const reply = apply('updateReceipt', update('C1', 1001), { now: later })
    expect(reply.headers).toMatchObject({ etag: '"2"', 'last-modified': later.toUTCString() })
    expect(reply.body).toMatchObject({
      TransactionID: 1001,
      Balance: 4,
      StoredValueCardReceipt: { UserData: 'new' },
    })
    expect(bank.transaction(1001)?.receipt).toEqual({ Total: 9, UserData: 'new' })
    expect(balances(bank, 'C1')).toEqual([4])
    expect(apply('refund', refundOf(1, 'C1')).body).toMatchObject({ TransactionID: 1002 })
  })

  it('answers to the old and the new code after a migration', () => {
    const { apply } = openBank()
    apply('refund', refundOf(4, 'Old'))
    apply('migrate', { OldCardCode: 'Old', StoredValueCardCode: 'New' })
    expect(apply('updateReceipt', update('Old', 1001)).status).toBe(200)
    expect(apply('updateReceipt', update('New', 1001)).status).toBe(200)
    expect(apply('updateReceipt', update('New', 1002)).status).toBe(200)
  })

  it('concerns the card it names, and no other of the transaction', () => {
    const { bank, apply } = openBank()
    apply('refund', refundOf(4, 'C1', 'C2'))
    apply('updateReceipt', update('C2', 1001))
    expect(bank.effects[1]?.cards).toEqual(['C2'])
    expect(['C1', 'C2'].map((code) => bank.card(code)?.validators?.etag)).toEqual(['"1"', '"2"'])
  })

  it.each([
    ['a transaction that is not known', 'C1', 4711],
    ["another card's transaction", 'C2', 1001],
  ])('refuses %s', (_what, code, id) => {
    const { apply } = openBank()
    apply('refund', refundOf(4, 'C1'))
    expectProblem(apply('updateReceipt', update(code, id)), 400, 'unknown-transaction')
  })
})

describe('confirmOrder', () => {
  it('confirms once, by either id', () => {
    const { bank, apply } = openBank()
    expect(apply('confirmOrder', { OrderID: 5, ExternalOrderID: 'E5' })).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { OrderID: 5, ExternalOrderID: 'E5', Confirmed: true },
    })
    expectProblem(apply('confirmOrder', { OrderID: 5 }), 400, 'already-confirmed')
    expectProblem(apply('confirmOrder', { ExternalOrderID: 'E5' }), 400, 'already-confirmed')
    expect(apply('confirmOrder', { ExternalOrderID: '5' }).status).toBe(200)
    expect(bank.effects).toHaveLength(2)
  })

  it('asks for no condition', () => {
    const { apply } = openBank({ conditions: true })
    expect(apply('confirmOrder', { OrderID: 5 }, { ifMatch: '"nothing"' }).status).toBe(200)
  })
})

describe('what an operation cannot be done without', () => {
  const missing: { [Kind in Operation]: [operation: Kind, body: Bodies[Kind], path: string] }[Operation][] = [
    ['associate', {}, 'Card'],
    ['associate', { Card: '' }, 'Card'],
    ['refund', {}, 'StoredValueCardCodeCollection'],
    ['refund', { StoredValueCardCodeCollection: [] }, 'StoredValueCardCodeCollection'],
    [
      'refund',
      { StoredValueCardCodeCollection: [{}] },
      'StoredValueCardCodeCollection[0].StoredValueCardCode',
    ],
    ['migrate', { StoredValueCardCode: 'C1' }, 'OldCardCode'],
    ['migrate', { OldCardCode: 'C1' }, 'StoredValueCardCode'],
    ['updateReceipt', { TransactionID: 1, StoredValueCardReceipt: {} }, 'CardCode'],
    ['updateReceipt', { CardCode: 'C1', StoredValueCardReceipt: {} }, 'TransactionID'],
    ['updateReceipt', { CardCode: 'C1', TransactionID: 1 }, 'StoredValueCardReceipt'],
    ['confirmOrder', {}, 'OrderID or ExternalOrderID'],
  ]
  it.each(missing)('refuses %s with %j', (operation, body, path) => {
    const { bank, apply } = openBank()
    const reply = apply<Operation>(operation, body)
    expectProblem(reply, 400, 'missing-field')
    expect(reply.body).toMatchObject({ errors: [{ path }] })
    expect(bank.effects).toEqual([])
  })
})

describe('cards', () => {
  it('are shown as they stand, apart from what comes later', () => {
    const { bank, apply } = openBank()
    apply('refund', refundOf(4, 'C1'))
    const [card, transaction] = [bank.card('C1'), bank.transaction(1001)]
    apply('refund', refundOf(4, 'C1'))
    apply('updateReceipt', { CardCode: 'C1', TransactionID: 1001, StoredValueCardReceipt: { Total: 9 } })
    expect([card?.balance, transaction?.receipt?.Total]).toEqual([4, 4])
  })

  it('are opened on first sight with the opening balance, and the effect says so', () => {
    const { bank, apply } = openBank({ openingBalance: 10, cards: { Known: 3 } })
    apply('refund', refundOf(1, 'Fresh', 'Known'))
    expect(balances(bank, 'Fresh', 'Known', 'Never')).toEqual([11, 3, undefined])
    expect(bank.effects[0]?.opened).toEqual({ Fresh: 10 })
  })

  it('are refused when only known ones are let in', () => {
    const { bank, apply } = openBank({ knownCardsOnly: true, cards: { Known: 3 } })
    expectProblem(apply('refund', refundOf(1, 'Known', 'Fresh')), 400, 'unknown-card')
    expectProblem(
      apply('migrate', { OldCardCode: 'Known', StoredValueCardCode: 'Fresh' }),
      400,
      'unknown-card',
    )
    expect(apply('refund', refundOf(1, 'Known')).status).toBe(200)
    expect(bank.card('Fresh')).toBeUndefined()
  })

  it('that are not known may be answered with a 404, as some services do', () => {
    const { bank, apply } = openBank({ knownCardsOnly: true, cards: { Known: 3 }, unknownStatus: 404 })
    expectProblem(apply('refund', refundOf(1, 'Fresh')), 404, 'unknown-card')
    expectProblem(
      apply('updateReceipt', { CardCode: 'Known', TransactionID: 7, StoredValueCardReceipt: {} }),
      404,
      'unknown-transaction',
    )
    expect(apply('refund', refundOf(1, 'Known')).status).toBe(200)
    bank.change({ unknownStatus: 400 })
    expectProblem(apply('refund', refundOf(1, 'Fresh')), 400, 'unknown-card')
    expect(bank.effects).toHaveLength(1)
  })
})

describe('the ledger', () => {
  it('rebuilds the bank, keys and validators included, whatever the settings are now', () => {
    const ledger = createMemoryLedger()
    const before = createBank({ openingBalance: 10, cards: { Known: 3 } }, ledger)
    before.apply('associate', { Card: 'Known', Shop: 'S01' }, { now: noon })
    before.apply('refund', refundOf(0.1, 'C1'), { now: noon, key: '"k1"' })
    before.apply('migrate', { OldCardCode: 'C1', StoredValueCardCode: 'C2' }, { now: noon })
    before.apply(
      'updateReceipt',
      { CardCode: 'C2', TransactionID: 1001, StoredValueCardReceipt: {} },
      { now: noon },
    )
    before.apply('confirmOrder', { OrderID: 5 }, { now: noon })

    const after = createBank({ keys: true, knownCardsOnly: true, cards: { Known: 3 } }, ledger)
    for (const code of ['Known', 'C1', 'C2']) expect(after.card(code)).toEqual(before.card(code))
    for (const id of [1001, 1002]) expect(after.transaction(id)).toEqual(before.transaction(id))
    expect(after.apply('confirmOrder', { OrderID: 5 }, { now: noon }).status).toBe(400)
    expect(after.apply('refund', refundOf(0.1, 'C1'), { now: noon, key: '"k1"' })).toMatchObject({
      status: 200,
      body: { TransactionID: 1001, Balance: 10.1 },
    })
    expect(after.effects).toHaveLength(5)
  })

  it('comes first: an effect that cannot be kept is not done', () => {
    const ledger = createMemoryLedger()
    const bank = createBank(
      {},
      {
        ...ledger,
        append: () => {
          throw new Error('disk full')
        },
      },
    )
    expect(() => bank.apply('refund', refundOf(1, 'C1'), { now: noon })).toThrow('disk full')
    expect(bank.card('C1')).toBeUndefined()
  })

  it('that contradicts itself is not taken for a bank', () => {
    const ledger = createMemoryLedger()
    for (const sequence of [1, 2]) {
      const order = {
        operation: 'confirmOrder',
        cards: [],
        body: { OrderID: 5 },
        at: noon.toISOString(),
      } as const
      ledger.append({ ...order, cards: [], sequence, status: 200 })
    }
    expect(() => createBank({}, ledger)).toThrow(
      'effect 2 (confirmOrder) is refused now: The order is already confirmed',
    )
  })

  it('is emptied by a reset, with everything it made', () => {
    const { bank, apply } = openBank({ keys: true, cards: { C1: 3 } })
    apply('refund', refundOf(4, 'C1'), { key: '"k1"' })
    bank.reset()
    expect(bank.effects).toEqual([])
    expect(balances(bank, 'C1')).toEqual([3])
    expect(apply('refund', refundOf(9, 'C1'), { key: '"k1"' })).toMatchObject({
      body: { TransactionID: 1001 },
    })
  })
})
