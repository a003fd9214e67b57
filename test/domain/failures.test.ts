import fc from 'fast-check'
import { validate, type Failure, type Struct } from 'superstruct'
import { expect, it } from 'vitest'
import { endpointOf, operationKinds } from '../../src/domain/endpoints.js'
import { findFailuresOf } from '../../src/domain/failures.js'

const describe = ({ path, type, value, refinement }: Failure): unknown[] => [path, type, value, refinement]

/** The library prints each wrong value, and throws for one that cannot be written as text. */
function list(find: () => Iterable<Failure>): unknown {
  try {
    return [...find()].map(describe)
  } catch (error) {
    return String(error)
  }
}

/** Bodies that have the fields of an operation with values of any form, at the top and in lists and objects. */
const bodies = fc.dictionary(
  fc.constantFrom(
    'ShopCode',
    'CardCode',
    'StoredValueCardCode',
    'StoredValueCardCodeCollection',
    'StoredValueCardReceipt',
    'Products',
    'Payments',
    'Total',
    'Customer',
    'TransactionID',
    'other',
  ),
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, 0, 1.5, NaN, '', 'text', true, undefined, '__proto__'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('Products', 'Total', 'Price', 'Code', 'other'), tie('value'), {
        maxKeys: 3,
      }),
    ),
  })).value,
)

it.each(operationKinds)('the faults of a %s are those that the library lists, in its order', (kind) => {
  const struct = endpointOf(kind).request as unknown as Struct
  fc.assert(
    fc.property(fc.oneof(bodies, fc.anything()), (body) => {
      const listed = list(() => validate(body, struct)[0]?.failures() ?? [])
      expect(list(() => findFailuresOf(body, struct))).toEqual(listed)
    }),
  )
})
