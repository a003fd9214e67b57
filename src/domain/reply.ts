import type { EntryReply } from './entry.js'

/** The transaction's id where a service is likely to put it: an integer at the top of the reply's body. */
export function readTransactionId({ body }: EntryReply): number | undefined {
  if (typeof body !== 'object' || body === null || !('TransactionID' in body)) return undefined
  const { TransactionID } = body
  return Number.isSafeInteger(TransactionID) ? (TransactionID as number) : undefined
}
