import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../src/domain/endpoints.js'
import { createId, isId } from '../../src/domain/id.js'
import { findLanes, maskCard } from '../../src/domain/lanes.js'
import { Decimal } from '../../src/domain/decimal.js'
import { sumExactly } from '../../src/domain/money.js'
import { erasePath, isWithin, keysToPlace, readPath } from '../../src/domain/paths.js'
import { receiptToAmount } from '../../src/domain/receipt.js'
import { fullModels, kinds } from '../support/models.js'

describe('lanes', () => {
  it.each([
    ['associate', ['card:9001000000000017']],
    ['refund', ['card:9001000000000025', 'card:9001000000000033']],
    ['migrate', ['card:9001000000000041', 'card:9001000000000058']],
    ['updateReceipt', ['card:9001000000000066', 'TransactionID:1001']],
    ['confirmOrder', ['OrderID:555', 'ExternalOrderID:EXT-9']],
  ] as const)('of %s are every card and order it touches, each once', (kind, lanes) => {
    expect(findLanes(kind, fullModels[kind])).toEqual(lanes)
  })

  it('count the cards that pay a receipt, and its transaction', () => {
    const body = {
      CardCode: 'A',
      TransactionID: 1,
      StoredValueCardReceipt: { Payments: [{ CardCode: 'B' }, { CardCode: 'A' }] },
    }
    expect(findLanes('updateReceipt', body)).toEqual(['card:A', 'card:B', 'TransactionID:1'])
  })

  it('are the same for a code with blanks around it', () => {
    expect(findLanes('associate', { Card: ' 12 ' })).toEqual(['card:12'])
    expect(findLanes('confirmOrder', { ExternalOrderID: ' E1 ' })).toEqual(['ExternalOrderID:E1'])
  })

  it('go by the host’s reading of a card and by the plain one, so that a change of the host’s parts no two', () => {
    const upper = (code: string) => code.toUpperCase()
    const before = findLanes('associate', { Card: ' ab1 ' })
    const after = findLanes('associate', { Card: 'ab1' }, upper)
    expect(after).toEqual(['card:AB1', 'card:ab1'])
    expect(before.filter((lane) => after.includes(lane))).toEqual(['card:ab1'])
    expect(findLanes('associate', { Card: 'Ab1' }, upper)).toContain('card:AB1')
  })

  it.each([
    () => {
      throw new Error('at a loss')
    },
    () => '',
    () => undefined as unknown as string,
  ])('are the plain ones where the host’s reading fails', (card) => {
    expect(findLanes('associate', { Card: 'ab1' }, card)).toEqual(['card:ab1'])
  })
})

describe('maskCard', () => {
  it.each([
    ['9001000000000017', '••••0017'],
    ['123456', '••••456'],
    ['12', '••••2'],
    ['1', '••••'],
    ['', '••••'],
  ])('shows of %j only %j', (code, masked) => {
    expect(maskCard(code)).toBe(masked)
  })
})

describe('paths', () => {
  it('read every place the rows name in a full body', () => {
    for (const kind of kinds) {
      const { cards, orders, secrets, personal } = endpointOf(kind)
      const named = [...cards, ...orders, ...secrets, ...personal].filter(
        (path) => !path.includes('Payments[].CardCode'),
      )
      for (const path of named) expect(readPath(fullModels[kind], path), `${kind} ${path}`).not.toEqual([])
    }
  })

  it('erase what they name and nothing else, leaving the original alone', () => {
    const before = JSON.stringify(fullModels.refund)
    const erased = erasePath(fullModels.refund, 'StoredValueCardCodeCollection[].AuthorizationCode')
    expect(JSON.stringify(fullModels.refund)).toBe(before)
    expect(JSON.stringify(erased)).toBe(before.replace(/,"AuthorizationCode":"auth-\d+"/g, ''))
  })

  it('leave alone what is not there, or is of another form', () => {
    for (const value of [{}, { CardData: null }, { CardData: 'x' }, { CardData: { MobileDevices: 'x' } }]) {
      expect(erasePath(value, 'CardData.MobileDevices[].Token')).toEqual(value)
      expect(readPath(value, 'CardData.MobileDevices[].Token')).toEqual([])
    }
  })

  it('tell what lies within them', () => {
    expect(isWithin('CardData.MobileDevices[3].Token', 'CardData.MobileDevices[].Token')).toBe(true)
    expect(isWithin('CardData.Holder.Email', 'CardData.Holder')).toBe(true)
    expect(isWithin('CardData.HolderOfCard', 'CardData.Holder')).toBe(false)
  })

  it('cut a key that is no name', () => {
    expect(keysToPlace(['a', 0, 'x'.repeat(500)]).length).toBeLessThan(80)
  })
})

describe('money', () => {
  it('adds cents as a till’s paper would, in any order', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(cents, (amounts) => {
        const expected = amounts.reduce((sum, amount) => sum + amount, 0)
        expect(
          sumExactly(amounts.map((amount) => amount / 100))
            .times(Decimal.from(100))
            .toNumber(),
        ).toBe(expected === 0 ? 0 : expected)
      }),
    )
  })

  it.each([
    [{ Total: -5, Payments: [{ Amount: 1 }] }, 5],
    [{ Payments: [{ Amount: 0.1 }, { Amount: 0.2 }] }, 0.3],
    [{ Payments: [{ Amount: -3 }, {}] }, 3],
    [{}, 0],
  ])('reads %j as an amount of %d', (receipt, amount) => {
    expect(receiptToAmount(receipt)).toBe(amount)
  })
})

describe('ids', () => {
  it('are UUIDs of version 7 that sort by time', () => {
    const bytes = new Uint8Array(16).fill(0xff)
    const early = createId(1_700_000_000_000, bytes)
    expect(early).toBe('018bcfe5-6800-7fff-bfff-ffffffffffff')
    expect(createId(1_700_000_000_001, new Uint8Array(16)) > early).toBe(true)
  })

  it.each(['a', 'A-z_0.9:', 'x'.repeat(64)])('may be %j', (id) => {
    expect(isId(id)).toBe(true)
  })

  it.each(['', 'x'.repeat(65), 'a b', 'ä', 'a/b', 7, null])('may not be %j', (id) => {
    expect(isId(id)).toBe(false)
  })
})
