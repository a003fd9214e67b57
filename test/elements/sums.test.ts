import { describe, expect, it } from 'vitest'
import { listFields } from '../../src/elements/attention/body-fields.js'
import { bodyToSums, followItems, subtract, withItemsTotal } from '../../src/elements/attention/sums.js'

const place = 'StoredValueCardReceipt'
const body = {
  [place]: {
    Products: [
      { Code: 'P1', Price: 10.1, Quantity: 2 },
      { Code: 'P2', Price: 0.2, Quantity: 1 },
    ],
    Payments: [{ Amount: 20.4 }],
    Total: 20.4,
  },
}

function follow(changes: Record<string, string>, written: string[] = [], before: object = body) {
  const fields = listFields('refund', before)
  const texts = new Map(Object.entries(changes))
  return Object.fromEntries(
    followItems(before, fields, texts, { written: new Set(written), currency: 'EUR', type: String }),
  )
}

describe('the sums of a correction', () => {
  it('take the payments for no sum of the items where a price is missing', () => {
    const [first] = body[place].Products
    const unpriced = { [place]: { ...body[place], Products: [first, { Code: 'P2', Quantity: 1 }] } }
    expect(bodyToSums(unpriced, 'EUR')).toEqual({ total: 20.4 })
    expect(follow({ [`${place}.Payments[0].Amount`]: '19' }, [], unpriced)).not.toHaveProperty([
      `${place}.Total`,
    ])
  })

  it('follow the items, and the one payment follows the total', () => {
    expect(follow({ [`${place}.Products[0].Price`]: '11' })).toMatchObject({
      [`${place}.Total`]: '22.2',
      [`${place}.Payments[0].Amount`]: '22.2',
    })
  })

  it('stay as the person wrote them', () => {
    const price = { [`${place}.Products[0].Price`]: '11' }
    expect(follow({ ...price, [`${place}.Total`]: '22' }, [`${place}.Total`])).toMatchObject({
      [`${place}.Total`]: '22',
      [`${place}.Payments[0].Amount`]: '22',
    })
    expect(follow(price, [`${place}.Payments[0].Amount`])).not.toHaveProperty([`${place}.Payments[0].Amount`])
  })

  it('stay where they did not add up before, or where a price cannot be read', () => {
    const odd = { [place]: { ...body[place], Total: 19 } }
    expect(follow({ [`${place}.Products[0].Price`]: '11' }, [], odd)).not.toHaveProperty([`${place}.Total`])
    expect(follow({ [`${place}.Products[0].Price`]: 'ten' })).not.toHaveProperty([`${place}.Total`])
  })

  it('are exact, in the decimals of the currency', () => {
    expect(bodyToSums(body, 'EUR')).toEqual({ items: 20.4, total: 20.4 })
    expect(bodyToSums({ [place]: { Products: [{ Price: 1.2345, Quantity: 1 }] } }, 'KWD')).toEqual({
      items: 1.235,
    })
    expect(bodyToSums({ [place]: { Total: 5 } }, 'EUR')).toEqual({ total: 5 })
    expect(subtract(0.1, 0.3)).toBe(0.2)
  })

  it('of a merged receipt can become its total', () => {
    const odd = { Notes: 'kept', [place]: { ...body[place], Total: 19 } }
    expect(withItemsTotal(odd, 'EUR')).toEqual({ Notes: 'kept', ...body })
    expect(withItemsTotal({ [place]: { Total: 5 } }, 'EUR')).toEqual({ [place]: { Total: 5 } })
  })
})
