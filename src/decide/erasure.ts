import { transactionField } from '../domain/endpoints.js'
import { type EntryState, isUnresolved } from '../domain/entry.js'
import type { Reply } from '../domain/outcome.js'
import { readTransaction } from '../domain/transaction.js'
import { dayMs, gapMsMax } from './counted-time.js'
import type { Decision } from './decision.js'
import type { Policy } from './policy.js'
import type { Retention } from './retention.js'

/** For how many counted days an expired entry keeps its secrets; without a limit of age, until it ends. */
export interface Keeping extends Retention {
  secretDays?: number
}

/** A wrong clock may have parked the entry, and may have added a whole gap to the counted time. */
export function withSecretDays(retention: Retention, { ageMsMax }: Policy): Keeping {
  return ageMsMax === undefined ? retention : { ...retention, secretDays: (ageMsMax + gapMsMax) / dayMs }
}

/** Whether a decision changes what is sealed: a reply comes in, or secrets go. */
export function touchesBody({ nextState, reply }: Pick<Decision, 'nextState' | 'reply'>): boolean {
  return reply !== undefined || !isUnresolved(nextState)
}

/** An entry needs its secrets until it has ended, or for long enough after it has expired. */
export function needsSecrets(after: { state: EntryState; isBare?: boolean | undefined }): boolean {
  return isUnresolved(after) && after.isBare !== true
}

/** A reply without what may be personal; the transaction id stays, since an update may still refer to it. */
export function cleanReply({ status, at, body }: Reply): Reply {
  const id = readTransaction(body)
  return { status, at, headers: {}, body: Number.isSafeInteger(id) ? { [transactionField]: id } : null }
}
