import { centsToNumber, sumToCents } from './decimals.js'

interface Amounts {
  StoredValueCardReceipt?: { Total?: number }
  Payments?: readonly { Value?: number }[]
}

/** The amount in an operation's body: a receipt's total, or the sum of an order's payments. */
export function requestToAmount(request: object): number | undefined {
  const { StoredValueCardReceipt: receipt, Payments: payments = [] } = request as Amounts
  if (receipt?.Total !== undefined) return receipt.Total
  const paid = payments.flatMap(({ Value }) => (Value === undefined ? [] : [[String(Value), '1'] as const]))
  const cents = paid.length === 0 ? undefined : sumToCents(paid)
  return cents === undefined ? undefined : centsToNumber(cents)
}
