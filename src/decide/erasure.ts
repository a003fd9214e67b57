import { transactionField } from '../domain/endpoints.js'
import { type EntryState, isUnresolved } from '../domain/entry.js'
import type { Reply } from '../domain/outcome.js'
import { readTransaction } from '../domain/transaction.js'
import type { Decision } from './decision.js'

/** Whether an entry ends because it is too old: its secrets go before it has ended. */
export function isExpiry(nextState: Decision['nextState']): boolean {
  return nextState.state === 'parked' && nextState.reason === 'expired'
}

/** Whether a decision changes what is sealed: a reply comes in, or secrets go. */
export function touchesBody({ nextState, reply }: Pick<Decision, 'nextState' | 'reply'>): boolean {
  return (
    reply !== undefined ||
    nextState.state === 'settled' ||
    nextState.state === 'voided' ||
    isExpiry(nextState)
  )
}

/** An entry needs its secrets until it has ended or expired. */
export function needsSecrets(after: { state: EntryState; isBare?: boolean | undefined }): boolean {
  return isUnresolved(after) && after.isBare !== true
}

/** A reply without what may be personal; the transaction id stays, since an update may still refer to it. */
export function cleanReply({ status, at, body }: Reply): Reply {
  const id = readTransaction(body)
  return { status, at, headers: {}, body: Number.isSafeInteger(id) ? { [transactionField]: id } : null }
}
