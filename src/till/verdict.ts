import { ActRefused } from '../domain/errors.js'
import { isPlainObject } from '../domain/fields.js'
import { isVerdict } from './ring.js'

/** An action without a name or a reason has no value as a record. */
export function assertVerdict(action: string, id: string, verdict: unknown): void {
  const { by, reason } = isPlainObject(verdict) ? verdict : {}
  if (!isVerdict({ by, reason: '-' })) throw new ActRefused(action, id, 'by-missing')
  if (!isVerdict({ by, reason })) throw new ActRefused(action, id, 'reason-missing')
}
