import { is } from '../domain/is.js'
import { Conditions } from '../domain/conditions.js'
import { validatorsOf, validatorsToConditions } from '../domain/validators.js'
import { endpointOf } from '../domain/endpoints.js'
import type { Entry, EntryReply, HistoryItem } from '../domain/entry.js'
import type { Models, OperationKind, Receipt } from '../domain/models.js'
import type { Outcome, Problem } from '../domain/outcome.js'
import { readPath } from '../domain/paths.js'
import * as structs from '../domain/structs.js'
import type { Ticket } from '../domain/ticket.js'
import type { Remedy } from './decide.js'
import type { View } from './decision.js'
import { isSame, mergeReceipts, settleMerge, type Merge } from './merge.js'
import { isInDoubt, isStored } from './outcomes.js'
import { isRecognised, ruleOf } from './policy.js'

/** All that is known of a conflict: what was sent, what the service said, and both versions of a receipt. */
export interface Conflict {
  entry: Entry
  status: number
  reply: EntryReply
  problem?: Problem
  history: readonly HistoryItem[]
  /** An earlier attempt was never answered: the conflict may be its echo. */
  isEcho: boolean
  merge?: Merge
  theirs?: Receipt
}

/** What a host makes of a conflict. */
export type Resolution =
  | { action: 'accept'; transactionId?: number }
  | { action: 'resend'; conditions?: Conditions }
  | { action: 'amend'; model: object }
  | { action: 'park' }

export interface RequestVersions {
  /** What we last knew the service to hold. */
  base: Receipt | undefined
  request: object
  /** How many decimals an amount has; two unless told. */
  decimals?: number | undefined
}

const renewalsMax = 3

/** So often a conflict is asked again, which a key makes harmless, before a person decides. */
const repeatsMax = 2

/** Whether an outcome is one that a host may resolve. */
export function isConflict(outcome: Outcome): boolean {
  return outcome.tag === 'conflict' || outcome.tag === 'precondition'
}

/** Both sides' receipts laid together, where the reply carries theirs. */
export function mergeConflict(
  kind: Entry['kind'],
  body: unknown,
  { base, request, decimals }: RequestVersions,
): { theirs: Receipt; merge: Merge } | undefined {
  const place = endpointOf(kind).receipt
  if (place === undefined) return undefined
  const [theirs] = readPath(body, place)
  const [ours = {}] = readPath(request, place)
  if (!is(theirs, structs.Receipt)) return undefined
  return { theirs, merge: mergeReceipts({ base, ours: ours as Receipt, theirs, decimals }) }
}

/** Both sides' receipts as a person sees them, and the body that comes of their choice. */
export interface ReceiptMerge {
  ours: Receipt
  theirs: Receipt
  merge: Merge
  model: Models[OperationKind]
}

/** Lays both sides together, and makes a body of them: theirs at these paths, ours wherever else they clash. */
export function mergeByChoice(
  kind: OperationKind,
  body: unknown,
  { base, request, decimals }: RequestVersions,
  chosen: readonly string[],
): ReceiptMerge | undefined {
  const place = endpointOf(kind).receipt
  const found = mergeConflict(kind, body, { base, request, decimals })
  if (!found || place === undefined) return undefined
  const [ours = {}] = readPath(request, place) as [Receipt?]
  const receipt = settleMerge({ base, ours, theirs: found.theirs, decimals }, chosen)
  return { ours, ...found, model: { ...request, [place]: receipt } }
}

/** What the till does by itself: it renews a failed condition if the change still makes sense, or asks again. */
export function findRemedy(
  ticket: Ticket,
  outcome: Outcome,
  versions: RequestVersions,
  view: View,
): Remedy | undefined {
  if (isStored(outcome)) return undefined
  if (outcome.tag === 'conflict' && mayBeOwnRepeat(ticket, view)) return { tag: 'repeat' }
  const conditions = findRenewal(ticket, outcome, versions, view)
  return conditions && { tag: 'renew', conditions }
}

/** Browsers and proxies repeat a request by themselves: with a key, a 409 to the repeat may mean that the first is under way. */
function mayBeOwnRepeat(ticket: Ticket, { policy, now }: View): boolean {
  const { attempts, unknowns } = ticket
  return unknowns === 0 && attempts < repeatsMax && isRecognised(ticket, policy, now)
}

/** A 412 to a single attempt may answer the browser's own repeat of it: renewed only where doing it twice is harmless. */
function findRenewal(
  ticket: Ticket,
  outcome: Outcome,
  versions: RequestVersions,
  { policy, now }: View,
): Conditions | undefined {
  const { conditions, renewals, kind } = ticket
  if (outcome.tag !== 'precondition' || conditions === undefined || isInDoubt(ticket)) return undefined
  if (renewals >= renewalsMax || kind === 'unknown') return undefined
  const fresh = validatorsToConditions(validatorsOf(outcome.reply.headers) ?? {})
  if (!fresh) return undefined
  const isWanted = endpointOf(kind).isRevision
    ? isUntouched(mergeConflict(kind, outcome.reply.body, versions)?.merge, kind, versions)
    : conditions === 'latest' && ruleOf(ticket, policy, now) === 'idempotent'
  return isWanted ? fresh : undefined
}

/** The change still makes sense as it stands if merging theirs into it changes nothing. */
function isUntouched(merge: Merge | undefined, kind: Entry['kind'], { request }: RequestVersions): boolean {
  const place = endpointOf(kind).receipt
  if (merge?.tag !== 'merged' || place === undefined) return false
  return isSame(merge.receipt, readPath(request, place)[0])
}

/**
 * What the host decided. A resend or an amendment is bounded as our own renewals are; beyond that it is parked. The
 * host may return anything: a transaction that no row can hold is left out, a condition that cannot be sent is not.
 */
export function resolutionToRemedy(
  { renewals }: Ticket,
  resolution: Resolution,
  amendment?: Omit<Extract<Remedy, { tag: 'amend' }>, 'tag'>,
): Remedy | undefined {
  const mayRenew = renewals < renewalsMax
  switch (resolution.action) {
    case 'accept': {
      const { transactionId } = resolution
      const isNamed = transactionId !== undefined && Number.isSafeInteger(transactionId)
      return { tag: 'accept', ...(isNamed && { transactionId }) }
    }
    case 'resend': {
      const { conditions } = resolution
      if (!mayRenew) return undefined
      if (conditions === undefined) return { tag: 'resend' }
      return is(conditions, Conditions) ? { tag: 'resend', conditions: { ...conditions } } : undefined
    }
    case 'amend':
      return mayRenew && amendment ? { tag: 'amend', ...amendment } : undefined
    case 'park':
      return undefined
  }
}
