import { readTransaction } from './transaction.js'
import type { EntryReply } from './entry.js'

/** The transaction id at its likely place: an integer at the top of the reply's body. */
export function readTransactionId({ body }: EntryReply): number | undefined {
  const id = readTransaction(body)
  return Number.isSafeInteger(id) ? (id as number) : undefined
}
