import { describe, expect, it } from 'vitest'
import {
  findCardCodeFault,
  restoreCardCode,
  storeCardCode,
  type CardCodeRule,
} from '../../src/domain/card-code.js'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import { refundOf } from '../support/models.js'

const card = '9001000000000042'
const shop: CardCodeRule = { pattern: /9001\d+/, lengthMin: 16, lengthMax: 16 }
const place = 'StoredValueCardCodeCollection[].StoredValueCardCode'

describe('a code', () => {
  it.each<[string, CardCodeRule | undefined, string, object | undefined]>([
    ['is a card where the host has no rule', undefined, 'abc', undefined],
    ['is a card where it keeps the whole format', shop, card, undefined],
    ['may have blanks around it', shop, ` ${card} `, undefined],
    ['that is missing is another fault', shop, ' ', undefined],
    ['that is a word is none', shop, 'abc', { tag: 'length', min: 16, max: 16 }],
    ['of 120 digits is none', shop, '9'.repeat(120), { tag: 'length', min: 16, max: 16 }],
    ['of goods is none', { pattern: /9001\d{12}/ }, '8001234567893', { tag: 'pattern' }],
    ['that only contains a card is none', { pattern: /9001/ }, card, { tag: 'pattern' }],
    ['of two branches is compared whole', { pattern: /9001|9002/ }, '90019002', { tag: 'pattern' }],
    ['with a right check digit is a card', { isLuhn: true }, '4539578763621486', undefined],
    ['with a wrong check digit is none', { isLuhn: true }, '4539578763621487', { tag: 'check-digit' }],
    ['of letters has no check digit', { isLuhn: true }, 'AB12', { tag: 'check-digit' }],
    ['may be the host’s to judge', () => true, 'abc', undefined],
    ['is refused in the host’s words', () => 'a voucher', 'abc', { tag: 'refused', reason: 'a voucher' }],
    ['is refused where the host says nothing', () => undefined as never, card, { tag: 'refused' }],
  ])('%s', (_, rule, code, fault) => {
    expect(findCardCodeFault(code, rule)).toEqual(fault)
  })

  it('is judged alike the second time, whatever flags the pattern has', () => {
    const rule = { pattern: /9001\d{12}/gy }
    for (const _ of [1, 2, 3]) expect(findCardCodeFault(card, rule)).toBeUndefined()
    expect(findCardCodeFault('ab1', { pattern: /AB\d/i })).toBeUndefined()
  })

  it('is refused without a word of a foreign error, which may quote it', () => {
    const rule = (code: string) => {
      throw new Error(`no such card: ${code}`)
    }
    expect(findCardCodeFault(card, rule)).toEqual({ tag: 'refused' })
  })
})

describe('a body with a code that is no card', () => {
  const failuresOf = (code: string, cardCode: CardCodeRule, reader?: (code: string) => string) =>
    findFailures('refund', refundOf(code), createRules({ cardCode, ...(reader && { card: reader }) }))

  it.each<[string, CardCodeRule, string, string]>([
    ['one length', shop, 'a card code of 16 characters', 'text of 3 characters'],
    ['a range', { lengthMin: 8, lengthMax: 19 }, 'a card code of 8 to 19 characters', 'text of 3 characters'],
    ['a least length', { lengthMin: 8 }, 'a card code of at least 8 characters', 'text of 3 characters'],
    ['a greatest length', { lengthMax: 2 }, 'a card code of at most 2 characters', 'text of 3 characters'],
    ['a pattern', { pattern: /\d/ }, 'a card code that matches rules.cardCode', 'text of 3 characters'],
    ['a check digit', { isLuhn: true }, 'a card code with a right check digit', 'text of 3 characters'],
    ['a function', () => 'a voucher', 'a card code that rules.cardCode accepts', 'a voucher'],
  ])('is refused by %s, without quoting the code', (_, rule, expected, found) => {
    expect(failuresOf('abc', rule)).toEqual([{ path: place, expected, found }])
  })

  it('is judged as rules.card reads it', () => {
    expect(failuresOf('9001-0000-0000-0042', shop, (code) => code.replaceAll('-', ''))).toEqual([])
  })

  it('is refused in each place of a card, and among several', () => {
    const body = {
      StoredValueCardCodeCollection: [{ StoredValueCardCode: card }, { StoredValueCardCode: 'abc' }],
      StoredValueCardReceipt: { Payments: [{ CardCode: 'abc' }] },
    }
    const rules = createRules({ cardCode: shop })
    expect(findFailures('refund', body, rules).map(({ path }) => path)).toEqual([
      place,
      'StoredValueCardReceipt.Payments[].CardCode',
    ])
    const swap = { OldCardCode: 'abc', StoredValueCardCode: 'abc' }
    expect(findFailures('migrate', swap, rules)).toHaveLength(3)
    expect(findFailures('associate', { Card: 'abc' }, rules)).toHaveLength(1)
    expect(findFailures('updateReceipt', { CardCode: 'abc', TransactionID: 1 }, rules)).toHaveLength(1)
  })
})

it('a format is the same after it was stored for the worker, and a function stays with its page', () => {
  const rule: CardCodeRule = { pattern: /ab\d+/i, lengthMin: 4, lengthMax: 9, isLuhn: false }
  const stored: unknown = JSON.parse(JSON.stringify(storeCardCode(rule)))
  expect(restoreCardCode(stored as never)).toEqual(rule)
  expect(storeCardCode(() => true)).toBeUndefined()
  expect(storeCardCode(undefined)).toBeUndefined()
})
