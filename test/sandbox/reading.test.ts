import { describe, expect, it } from 'vitest'
import { operations, readBody, type Operation } from '../../src/sandbox/reading.js'
import { whole } from './samples.js'

describe('readBody', () => {
  it.each(operations)('takes every field of %s', (operation) => {
    expect(readBody(operation, whole[operation])).toEqual({ ok: true, body: whole[operation] })
  })

  it.each(operations)('takes %s with no field at all', (operation) => {
    expect(readBody(operation, {}).ok).toBe(true)
  })

  const wrong: [operation: Operation, json: unknown, path: string, message: string][] = [
    ['refund', null, '', 'expected object, found null'],
    ['refund', [], '', 'expected object, found array'],
    ['refund', 'text', '', 'expected object, found string'],
    ['associate', { card: 'C1' }, 'card', 'unknown field'],
    ['associate', { Card: 1 }, 'Card', 'expected string, found integer'],
    ['associate', { Card: null }, 'Card', 'expected string, found null'],
    ['associate', { CardData: [] }, 'CardData', 'expected object, found array'],
    [
      'associate',
      { CardData: { NotificationType: 1.5 } },
      'CardData.NotificationType',
      'expected integer, found decimal',
    ],
    ['associate', { CardData: { Holder: { Age: 3 } } }, 'CardData.Holder.Age', 'unknown field'],
    [
      'refund',
      { StoredValueCardCodeCollection: {} },
      'StoredValueCardCodeCollection',
      'expected array, found object',
    ],
    [
      'refund',
      { StoredValueCardCodeCollection: ['C1'] },
      'StoredValueCardCodeCollection[0]',
      'expected object, found string',
    ],
    [
      'refund',
      { StoredValueCardReceipt: { Total: '3' } },
      'StoredValueCardReceipt.Total',
      'expected decimal, found string',
    ],
    [
      'refund',
      { StoredValueCardReceipt: { Payments: [{}, { Method: 'cash' }] } },
      'StoredValueCardReceipt.Payments[1].Method',
      'expected object, found string',
    ],
    [
      'refund',
      { StoredValueCardReceipt: { Payments: [{ Method: [] }] } },
      'StoredValueCardReceipt.Payments[0].Method',
      'expected object, found array',
    ],
    ['updateReceipt', { TransactionID: '1001' }, 'TransactionID', 'expected integer, found string'],
    [
      'confirmOrder',
      { Buyers: [{ IsCompany: 'no' }] },
      'Buyers[0].IsCompany',
      'expected boolean, found string',
    ],
    ['confirmOrder', { Notes: '' }, 'Notes', 'unknown field'],
  ]
  it.each(wrong)('refuses %s with %j', (operation, json, path, message) => {
    expect(readBody(operation, json)).toEqual({ ok: false, problems: [{ path, message }] })
  })

  it.each([
    [
      'an integer that JSON numbers cannot hold',
      '{"OrderID": 9007199254740993}',
      'expected integer, found an integer out of range',
    ],
    ['a number past the largest', '{"OrderID": 1e999}', 'expected integer, found a number out of range'],
    ['names that every object has', '{"constructor": 1}', 'unknown field'],
    ['the name __proto__', '{"__proto__": 1}', 'unknown field'],
  ])('refuses %s', (_what, text, message) => {
    expect(readBody('confirmOrder', JSON.parse(text))).toMatchObject({ ok: false, problems: [{ message }] })
  })

  it('lists every problem and quotes no value', () => {
    const reading = readBody('associate', { Card: 41, CardData: { Password: 987654, Pin: 'x' } })
    expect(reading).toMatchObject({
      problems: [{ path: 'Card' }, { path: 'CardData.Password' }, { path: 'CardData.Pin' }],
    })
    expect(JSON.stringify(reading)).not.toContain('987654')
  })
})
