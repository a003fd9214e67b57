import type { ListedEntry } from '../index.js'

interface Amounts {
  StoredValueCardReceipt?: { Total?: number }
  Payments?: readonly { Value?: number }[]
}

/** The amount that an operation's body names: a receipt's total, or what was paid for an order. */
export function requestToAmount(request: object): number | undefined {
  const { StoredValueCardReceipt: receipt, Payments: payments } = request as Amounts
  if (receipt?.Total !== undefined) return receipt.Total
  const [payment, ...others] = payments ?? []
  return others.length === 0 ? payment?.Value : undefined
}

/** The transaction that the service's reply names, if it names one. */
export function entryToTransaction(entry: ListedEntry): number | undefined {
  const body: unknown = 'reply' in entry ? entry.reply.body : undefined
  if (typeof body !== 'object' || body === null || !('TransactionID' in body)) return undefined
  return Number.isSafeInteger(body.TransactionID) ? (body.TransactionID as number) : undefined
}

const secretNames = new Set([
  'Password',
  'AuthorizationPin',
  'AuthorizationCode',
  'SecurityActivationToken',
  'Token',
])

/** A body for people to read. What opens a card stays covered, also while it waits. */
export function requestToText(request: object): string {
  return JSON.stringify(request, (name, value: unknown) => (secretNames.has(name) ? '••••' : value), 2)
}
