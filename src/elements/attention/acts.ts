import { endpointOf } from '../../domain/endpoints.js'
import { isStoredReply } from '../../domain/stored-reply.js'
import type { HistoryEvent, HistoryItem, ListedEntry, ParkReason } from '../../domain/entry.js'
import type { OutcomeTag } from '../../domain/outcome.js'
import type { ActName } from '../texts/desk.js'

/** The useful actions for each reason, the likeliest first; one that may have been applied is only settled. */
const actsByReason: Record<ParkReason, readonly ActName[]> = {
  unknown: ['mark-applied', 'send-again', 'void'],
  conflict: ['merge', 'amend', 'send-again', 'mark-applied', 'void'],
  precondition: ['merge', 'amend', 'send-again', 'mark-applied', 'void'],
  rejected: ['amend', 'send-again', 'void'],
  refused: ['send-again', 'void'],
  reference: ['amend', 'void'],
  expired: ['send-again', 'void'],
  moved: ['take-back', 'mark-applied', 'void'],
  invalid: ['amend', 'void'],
  unreadable: ['mark-applied', 'void'],
}

/** The possible actions on an entry; merging only if the reply has a receipt. */
export function listActs(entry: ListedEntry): readonly ActName[] {
  if (entry.state !== 'parked') return []
  if (isBare(entry)) return ['amend', 'void']
  return actsByReason[entry.reason].filter((act) => {
    if (act === 'merge') return isMergeable(entry)
    return act !== 'send-again' || entry.reason !== 'unknown' || !hasStoredReply(entry)
  })
}

/** The service has stored its answer: sending the operation again would bring the same one. */
function hasStoredReply(entry: ListedEntry): boolean {
  return 'reply' in entry && isStoredReply(entry.reply)
}

/** Whether an expired operation has lost its secrets: it can only be sent as a new one, with the codes entered again. */
export function isBare(entry: ListedEntry): boolean {
  return entry.state === 'parked' && entry.reason === 'expired' && entry.isBare === true
}

/** Whether the service's reply has a receipt; only the till can check whether it is valid. */
function isMergeable(entry: ListedEntry): boolean {
  const body: unknown = 'reply' in entry ? entry.reply.body : undefined
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'StoredValueCardReceipt')
}

/** Whether an action gives something up for good; it looks like it. */
export function isDestructive(act: ActName): boolean {
  return act === 'void'
}

/** Whether an action sends something, so that it is reviewed first. */
export function isSending(act: ActName): boolean {
  return act !== 'mark-applied' && act !== 'void'
}

/** The service answered that it did nothing, so several operations can safely be sent again together. */
export function isBulkable(entry: ListedEntry): boolean {
  const isTurnedDown = entry.state === 'parked' && (entry.reason === 'rejected' || entry.reason === 'refused')
  return isTurnedDown && !mayHaveArrived(entry)
}

const openOutcomes: ReadonlySet<OutcomeTag | undefined> = new Set([
  'unacknowledged',
  'not-the-service',
  'failed',
  'silent',
  'interrupted',
])

/** Whether an earlier attempt may have been applied, whatever the answer to a later one. */
export function mayHaveArrived({ history }: ListedEntry): boolean {
  const found = history.map(({ outcome }) => outcome).lastIndexOf('found-absent')
  return history.slice(found + 1).some(isOpenAttempt)
}

const passages: readonly HistoryEvent[] = ['handed-over', 'take-back', 'imported', 'amend']

/** Whether another till may still send what this one has handed over. */
export function isElsewhere({ history }: ListedEntry): boolean {
  return history.filter(({ what }) => passages.includes(what)).at(-1)?.what === 'handed-over'
}

/** A 503 without a waiting time leaves the outcome open; the history does not store the header. */
function isOpenAttempt({ outcome, status }: HistoryItem): boolean {
  return openOutcomes.has(outcome) || (outcome === 'busy' && status === 503)
}

/** Whether the transaction id of an operation that went through may be useful. */
export function hasTransaction({ kind }: ListedEntry): boolean {
  if (kind === 'unknown') return false
  const { receipt, isRevision } = endpointOf(kind)
  return receipt !== undefined && !isRevision
}

/** The revision that a person sees; an unreadable entry has none. */
export function revisionOf(entry: ListedEntry): { revision?: number } {
  return 'revision' in entry ? { revision: entry.revision } : {}
}
