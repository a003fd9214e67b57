import { expect, it } from 'vitest'
import { requestToAmount } from '../../../src/demo/register/requests.js'
import { fullModels } from '../../support/models.js'

it('the amount is the receipt’s total, or what was paid for an order, exactly', () => {
  expect(requestToAmount(fullModels.refund)).toBe(20.5)
  expect(requestToAmount(fullModels.confirmOrder)).toBe(33.3)
  expect(requestToAmount({ Payments: [{ Value: 0.1 }, { Value: 0.2 }] })).toBe(0.3)
  expect(requestToAmount(fullModels.associate)).toBeUndefined()
})
