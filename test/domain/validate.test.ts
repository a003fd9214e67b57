import { describe, expect, it } from 'vitest'
import { InvalidOperation } from '../../src/domain/errors.js'
import type { OperationKind } from '../../src/domain/models.js'
import { roundMoney } from '../../src/domain/money.js'
import { withoutNulls } from '../../src/domain/nulls.js'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import { refundOf } from '../support/models.js'

const rules = createRules()
const failuresOf = (kind: OperationKind, body: unknown) => findFailures(kind, body, rules)
const pathsOf = (kind: OperationKind, body: unknown) => failuresOf(kind, body).map(({ path }) => path)

describe('what makes an operation deliverable', () => {
  it.each<[OperationKind, unknown, string[]]>([
    ['associate', {}, ['Card']],
    ['associate', { Card: '  ' }, ['Card']],
    ['refund', {}, ['StoredValueCardCodeCollection[].StoredValueCardCode']],
    [
      'refund',
      { StoredValueCardCodeCollection: [] },
      ['StoredValueCardCodeCollection[].StoredValueCardCode'],
    ],
    [
      'refund',
      { StoredValueCardCodeCollection: [{ StoredValueCardCode: '1' }, { AuthorizationCode: 'x' }] },
      ['StoredValueCardCodeCollection[].StoredValueCardCode'],
    ],
    ['migrate', {}, ['StoredValueCardCode', 'OldCardCode']],
    ['migrate', { StoredValueCardCode: '1' }, ['OldCardCode']],
    ['updateReceipt', {}, ['CardCode', 'TransactionID']],
    ['updateReceipt', { CardCode: '1' }, ['TransactionID']],
    ['confirmOrder', {}, ['OrderID or ExternalOrderID']],
  ])('%s %j lacks %j', (kind, body, paths) => {
    expect(pathsOf(kind, body)).toEqual(paths)
  })

  it('takes an order by either of its ids', () => {
    expect(pathsOf('confirmOrder', { OrderID: 0 })).toEqual([])
    expect(pathsOf('confirmOrder', { ExternalOrderID: 'E1' })).toEqual([])
  })

  it('is the host’s to replace', () => {
    const own = createRules({ needs: { associate: [], refund: [{ what: 'a note', oneOf: ['Notes'] }] } })
    expect(findFailures('associate', {}, own)).toEqual([])
    expect(findFailures('refund', refundOf('1'), own)).toEqual([
      { path: 'Notes', expected: 'a note', found: 'nothing' },
    ])
    expect(findFailures('migrate', {}, own)).toHaveLength(2)
  })
})

describe('a body that is wrong', () => {
  it('names every failing field at once', () => {
    const body = {
      StoredValueCardReceipt: {
        Total: NaN,
        Products: [{ Price: '1,50', Quantity: 1 }],
        SenderData: { Number: 1.5 },
        IssuerData: 'Bottega',
      },
      Surprise: true,
    }
    expect(failuresOf('refund', body)).toEqual([
      { path: 'StoredValueCardReceipt.IssuerData', expected: 'an object', found: 'text of 7 characters' },
      {
        path: 'StoredValueCardReceipt.Products[0].Price',
        expected: expect.stringContaining('decimal') as string,
        found: 'the text "1,50"',
      },
      {
        path: 'StoredValueCardReceipt.Total',
        expected: expect.stringContaining('decimal') as string,
        found: 'NaN',
      },
      { path: 'StoredValueCardReceipt.SenderData.Number', expected: 'a whole number', found: '1.5' },
      { path: 'Surprise', expected: 'no field of this name', found: 'a boolean' },
      {
        path: 'StoredValueCardCodeCollection[].StoredValueCardCode',
        expected: 'a card to refund',
        found: 'nothing',
      },
    ])
  })

  it.each([null, undefined, 'text', 7, [], new Date()])('is refused whole when it is %s', (body) => {
    expect(pathsOf('refund', body)[0]).toBe('')
  })

  it.each([
    ['a 200 kB note', { Notes: 'x'.repeat(200_000) }, 'Notes'],
    ['a polluting key at the top', JSON.parse('{"__proto__":{"isAdmin":true}}') as object, '__proto__'],
    [
      'a polluting key inside an open object',
      {
        StoredValueCardReceipt: {
          Payments: [{ Method: JSON.parse('{"a":[{"__proto__":{"x":1}}]}') as object }],
        },
      },
      'StoredValueCardReceipt.Payments[0].Method.a[0].__proto__',
    ],
    [
      'a value that JSON cannot carry',
      { StoredValueCardReceipt: { Payments: [{ Method: { when: new Date(0) } }] } },
      'StoredValueCardReceipt.Payments[0].Method.when',
    ],
  ])('is refused for %s', (_, part, path) => {
    expect(pathsOf('refund', { ...refundOf('1'), ...part })).toContain(path)
  })

  it('is refused for nesting that never ends, without hanging', () => {
    const Method: Record<string, unknown> = {}
    Method.self = Method
    const failures = failuresOf('refund', {
      ...refundOf('1'),
      StoredValueCardReceipt: { Payments: [{ Method }] },
    })
    expect(failures[0]?.expected).toMatch(/levels/)
  })

  it('never quotes a secret, a card or a person', () => {
    const wrong = {
      Card: 9001000000000017,
      CardData: { Password: 4711, AuthorizationPin: ['4712'], Holder: 'Ada Rossi', NotificationType: 'x' },
      Pin4713: 'hidden-4713',
    }
    const { message, params } = new InvalidOperation('associate', failuresOf('associate', wrong))
    for (const path of ['Card', 'CardData.Password', 'CardData.AuthorizationPin', 'CardData.Holder']) {
      expect(message).toContain(`${path}: expected`)
    }
    for (const hidden of ['9001', '4711', '4712', 'Ada', 'hidden'])
      expect(message + JSON.stringify(params)).not.toContain(hidden)
    expect(message).toContain('CardData.NotificationType: expected a whole number, found the text "x"')
  })

  it('tells twenty failures in its message and keeps them all', () => {
    const Products = Array.from({ length: 50 }, () => ({ Price: 'x' }))
    const error = new InvalidOperation(
      'refund',
      failuresOf('refund', { ...refundOf('1'), StoredValueCardReceipt: { Products } }),
    )
    expect(error.failures).toHaveLength(50)
    expect(error.message).toMatch(/and 30 more\.$/)
    expect(error.code).toBe('invalid-operation')
  })
})

describe('a receipt that adds up', () => {
  const receiptOf = (StoredValueCardReceipt: object) =>
    failuresOf('refund', { ...refundOf('1'), StoredValueCardReceipt })

  it.each([
    ['no total', { Products: [{ Price: 1, Quantity: 2 }] }],
    ['a product without a price', { Total: 9, Products: [{ Price: 1, Quantity: 2 }, { Quantity: 1 }] }],
    ['a payment without an amount', { Total: 9, Payments: [{ Amount: 1 }, {}] }],
    [
      'sums that binary addition would miss',
      {
        Total: 0.3,
        Products: [
          { Price: 0.1, Quantity: 1 },
          { Price: 0.2, Quantity: 1 },
        ],
      },
    ],
    [
      'half a cent a line',
      {
        Total: 1.01,
        Products: [
          { Price: 0.335, Quantity: 1 },
          { Price: 0.335, Quantity: 1 },
          { Price: 0.335, Quantity: 1 },
        ],
      },
    ],
    ['negative amounts', { Total: -5, Products: [{ Price: 5, Quantity: -1 }], Payments: [{ Amount: -5 }] }],
    ['payments the same to the cent', { Total: 10, Payments: [{ Amount: 10.001 }] }],
    ['zero', { Total: 0, Payments: [{ Amount: 0 }] }],
  ])('has %s', (_, receipt) => {
    expect(receiptOf(receipt)).toEqual([])
  })

  it.each([
    [
      'products',
      { Total: 10, Products: [{ Price: 3, Quantity: 3 }] },
      'products that come to 9 where Total is 10 (price by quantity; a discount is a product with a negative price)',
    ],
    [
      'payments by a cent',
      { Total: 10, Payments: [{ Amount: 9.99 }] },
      'payments that come to 9.99 where Total is 10',
    ],
    [
      'more than half a cent a line',
      { Total: 1.02, Products: [{ Price: 1, Quantity: 1 }] },
      'products that come to 1 where Total is 1.02 (price by quantity; a discount is a product with a negative price)',
    ],
  ])('does not by its %s', (_, receipt, found) => {
    expect(receiptOf(receipt)).toEqual([
      { path: 'StoredValueCardReceipt.Total', expected: 'a receipt that adds up', found },
    ])
  })

  it('says of a sum that has drifted how to round it, and takes it once it is rounded', () => {
    const drifted = 0.1 + 0.2
    expect(receiptOf({ Total: drifted })).toEqual([
      {
        path: 'StoredValueCardReceipt.Total',
        expected: 'a finite decimal number of at most 15 significant digits; round it first, with roundMoney',
        found: '0.30000000000000004',
      },
    ])
    expect(receiptOf({ Total: roundMoney(drifted), Payments: [{ Amount: 0.1 }, { Amount: 0.2 }] })).toEqual(
      [],
    )
  })

  it('takes a discount as a product with a negative price', () => {
    const Products = [
      { Price: 20, Quantity: 1 },
      { Name: 'Discount', Price: -5, Quantity: 1 },
    ]
    expect(receiptOf({ Total: 15, Products, Payments: [{ Amount: 15 }] })).toEqual([])
  })

  it('is the host’s to judge', () => {
    const lenient = createRules({ receipt: () => [] })
    expect(
      findFailures(
        'refund',
        { ...refundOf('1'), StoredValueCardReceipt: { Total: 1, Payments: [{ Amount: 2 }] } },
        lenient,
      ),
    ).toEqual([])
  })
})

describe('a body in which very much is wrong', () => {
  it('is looked at only until fifty faults are found, and no rule is asked about it', () => {
    let looks = 0
    const list: unknown[] = []
    for (let index = 0; index < 10_000; index += 1)
      Object.defineProperty(list, index, {
        get: () => {
          looks += 1
          return 1
        },
      })
    const strict = createRules({
      receipt: () => {
        throw new Error('a receipt that is no receipt')
      },
    })
    const body = { StoredValueCardCodeCollection: list, StoredValueCardReceipt: 7 }
    const failures = findFailures('refund', body, strict)
    expect(failures).toHaveLength(50)
    expect(failures.at(-1)).toEqual({
      path: 'StoredValueCardCodeCollection[49]',
      expected: 'an object',
      found: 'a number',
    })
    expect(looks).toBe(50)
  })

  it.each([
    ['half characters', Array(10_000).fill('\ud800')],
    ['names that could change a prototype', JSON.parse(`[${Array(10_000).fill('{"__proto__":1}').join()}]`)],
  ])('is told by the first of its %s', (_, values) => {
    const body = { OrderID: 1, Payments: [{ PaymentType: { a: values as unknown } }] }
    expect(failuresOf('confirmOrder', body)).toHaveLength(50)
  })
})

describe('a body that could not arrive as it was meant', () => {
  const half = '\ud83d'

  const faults = [
    { text: `a ${half}`, expected: 'text of whole characters', found: 'half a character (a lone surrogate)' },
    { text: 'a \0', expected: 'text without U+0000', found: 'the character U+0000' },
  ]
  const places: [string, OperationKind, (text: string) => object, string][] = [
    ['a field', 'refund', (text) => ({ ...refundOf('1'), Notes: text }), 'Notes'],
    [
      'a line',
      'refund',
      (text) => ({ ...refundOf('1'), StoredValueCardReceipt: { Products: [{ Name: text }] } }),
      'StoredValueCardReceipt.Products[0].Name',
    ],
    ['a card', 'associate', (text) => ({ Card: text }), 'Card'],
    [
      'an open object',
      'confirmOrder',
      (text) => ({ OrderID: 1, Payments: [{ PaymentType: { a: [text] } }] }),
      'Payments[0].PaymentType.a[0]',
    ],
    [
      'a name in an open object',
      'confirmOrder',
      (text) => ({ OrderID: 1, Payments: [{ PaymentType: { [text]: 1 } }] }),
      'Payments[0].PaymentType.$',
    ],
  ]
  const cases = places.flatMap(([what, ...place]) =>
    faults.map((fault) => [fault.found, what, fault, place] as const),
  )

  it.each(cases)('is refused for %s in %s', (_, __, { text, expected, found }, [kind, toBody, path]) => {
    expect(failuresOf(kind, toBody(text))).toEqual([{ path: path.replace('$', text), expected, found }])
  })

  it('is not refused for a character of two halves', () => {
    expect(failuresOf('refund', { ...refundOf('1'), Notes: '\ud83d\ude00' })).toEqual([])
  })

  it('is refused for a migration of a card to itself, however it is written', () => {
    const migrate = (OldCardCode: string, card?: (code: string) => string) =>
      findFailures('migrate', { OldCardCode, StoredValueCardCode: 'ab\u00e9' }, createRules(card && { card }))
    const refused = [
      { path: 'StoredValueCardCode and OldCardCode', expected: 'two cards', found: 'the same card twice' },
    ]
    for (const code of ['ab\u00e9', ' ab\u00e9\u00a0', 'abe\u0301']) expect(migrate(code)).toEqual(refused)
    expect(migrate('AB\u00c9')).toEqual([])
    expect(migrate('AB\u00c9', (code) => code.toUpperCase())).toEqual(refused)
  })

  it.each<[string, () => string]>([
    [
      'throws',
      () => {
        throw new Error('no such card')
      },
    ],
    ['gives nothing', () => ' '],
    ['gives no text', () => 5 as unknown as string],
  ])('is refused where rules.card %s, without a word of the card', (_, card) => {
    expect(findFailures('refund', refundOf('9001'), createRules({ card }))).toEqual([
      {
        path: 'StoredValueCardCodeCollection[].StoredValueCardCode',
        expected: 'a card that rules.card can read',
        found: 'a card that it cannot read',
      },
    ])
  })

  it('is refused for null, and taken without it', () => {
    const body = { ...refundOf('1'), Notes: null }
    expect(failuresOf('refund', body)).toMatchObject([
      { path: 'Notes', found: 'null; leave the field out, as withoutNulls does' },
    ])
    expect(failuresOf('refund', withoutNulls(body))).toEqual([])
  })
})
