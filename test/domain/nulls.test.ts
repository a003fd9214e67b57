import { expect, expectTypeOf, it } from 'vitest'
import { withoutNulls } from '../../src/domain/nulls.js'
import type { Models } from '../../src/domain/models.js'

it('withoutNulls leaves null fields out at every depth, and changes nothing else', () => {
  const sale = {
    Notes: null,
    StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A', AuthorizationCode: null }],
    StoredValueCardReceipt: {
      Total: 0,
      UserData: '',
      Payments: [{ Method: { of: null, a: [] }, Amount: 1 }],
    },
  }
  expect(withoutNulls(sale)).toEqual({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A' }],
    StoredValueCardReceipt: { Total: 0, UserData: '', Payments: [{ Method: { a: [] }, Amount: 1 }] },
  })
  expect(sale.Notes).toBeNull()
})

it('withoutNulls leaves a null in a list for the till to refuse, and what is no plain data as it is', () => {
  const date = new Date(0)
  expect(withoutNulls({ list: [1, null, { a: null }], date })).toEqual({ list: [1, null, {}], date })
  for (const value of [null, 0, 'text', undefined]) expect(withoutNulls(value)).toBe(value)
})

it('withoutNulls has the type of a model, given one whose fields may be null', () => {
  interface Own {
    StoredValueCardCodeCollection: { StoredValueCardCode: string; AuthorizationCode: string | null }[]
    Notes: string | null
  }
  const own: Own = { StoredValueCardCodeCollection: [], Notes: null }
  const body = withoutNulls(own)
  expectTypeOf(body).toExtend<Models['refund']>()
  expectTypeOf(body.Notes).toEqualTypeOf<string | undefined>()
  expect(body).toEqual({ StoredValueCardCodeCollection: [] })
})
