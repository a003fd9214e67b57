import { endpointOf } from '../../domain/endpoints.js'
import type { ListedEntry, ParkReason } from '../../domain/entry.js'
import type { ActName } from '../texts/texts.js'

/** What makes sense for each reason, the likeliest first. What may have been applied is not corrected, only settled. */
const actsByReason: Record<ParkReason, readonly ActName[]> = {
  unknown: ['mark-applied', 'send-again', 'void'],
  conflict: ['merge', 'amend', 'send-again', 'mark-applied', 'void'],
  precondition: ['merge', 'amend', 'send-again', 'mark-applied', 'void'],
  rejected: ['amend', 'send-again', 'void'],
  refused: ['send-again', 'void'],
  reference: ['amend', 'void'],
  expired: ['send-again', 'void'],
  moved: ['take-back', 'mark-applied', 'void'],
  unreadable: ['mark-applied', 'void'],
}

/** What a person may do about an entry; merging only where the reply has something to merge with. */
export function listActs(entry: ListedEntry): readonly ActName[] {
  if (entry.state !== 'parked') return []
  if (isBare(entry)) return ['amend', 'void']
  const acts = actsByReason[entry.reason]
  return isMergeable(entry) ? acts : acts.filter((act) => act !== 'merge')
}

/** What opens a card is erased from what grows too old: that can only go as a new operation, with the code anew. */
export function isBare(entry: ListedEntry): boolean {
  return entry.state === 'parked' && entry.reason === 'expired' && endpointOf(entry.kind).secrets.length > 0
}

/** Whether the service's reply names a receipt; whether it is a sound one, only the till can tell. */
function isMergeable(entry: ListedEntry): boolean {
  const body: unknown = 'reply' in entry ? entry.reply.body : undefined
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'StoredValueCardReceipt')
}

/** Whether an act sends something, so that it is looked at once more before. */
export function isSending(act: ActName): boolean {
  return act !== 'mark-applied' && act !== 'void'
}

/** The service has answered that it did nothing, so that sending several again together does no harm. */
export function isBulkable(entry: ListedEntry): boolean {
  return entry.state === 'parked' && (entry.reason === 'rejected' || entry.reason === 'refused')
}

/** The revision that a person sees; what cannot be read has none. */
export function revisionOf(entry: ListedEntry): { revision?: number } {
  return 'revision' in entry ? { revision: entry.revision } : {}
}
