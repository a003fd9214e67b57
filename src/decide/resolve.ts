import { is } from '../domain/is.js'
import { Conditions, validatorsOf, validatorsToConditions } from '../domain/conditions.js'
import { endpointOf } from '../domain/endpoints.js'
import type { Entry, EntryReply, HistoryItem } from '../domain/entry.js'
import { Receipt, type Models, type OperationKind } from '../domain/models.js'
import type { Outcome, Problem } from '../domain/outcome.js'
import { readPath } from '../domain/paths.js'
import type { Ticket } from '../domain/ticket.js'
import { decide, decideRenewal, decideRepeat, type Decision, type Successor, type View } from './decide.js'
import { isSame, mergeReceipts, settleMerge, type Merge } from './merge.js'
import { isRecognised } from './policy.js'

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
  | { action: 'accept' }
  | { action: 'resend'; conditions?: Conditions }
  | { action: 'amend'; model: object }
  | { action: 'park' }

export interface Versions {
  /** What we last knew the service to hold. */
  base: Receipt | undefined
  request: object
}

const renewalsMax = 3

/** So often a conflict is put to the question, which a key makes harmless, before it is put to a person. */
const echoAttemptsMax = 2

/** Whether an outcome is one that a host may resolve. */
export function isConflict(outcome: Outcome): boolean {
  return outcome.tag === 'conflict' || outcome.tag === 'precondition'
}

/** Both sides' receipts laid together, where the reply carries theirs. */
export function mergeConflict(
  kind: Entry['kind'],
  body: unknown,
  { base, request }: Versions,
): { theirs: Receipt; merge: Merge } | undefined {
  const place = endpointOf(kind).receipt
  if (place === undefined) return undefined
  const [theirs] = readPath(body, place)
  const [ours = {}] = readPath(request, place)
  if (!is(theirs, Receipt)) return undefined
  return { theirs, merge: mergeReceipts({ base, ours: ours as Receipt, theirs }) }
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
  { base, request }: Versions,
  chosen: readonly string[],
): ReceiptMerge | undefined {
  const place = endpointOf(kind).receipt
  const found = mergeConflict(kind, body, { base, request })
  if (!found || place === undefined) return undefined
  const [ours = {}] = readPath(request, place) as [Receipt?]
  const receipt = settleMerge({ base, ours, theirs: found.theirs }, chosen)
  return { ours, ...found, model: { ...request, [place]: receipt } }
}

/** What the house does by itself: renew a failed condition where the change still makes sense, and ask an echo again. */
export function resolveByDefault(ticket: Ticket, outcome: Outcome, versions: Versions, view: View): Decision {
  if (outcome.tag === 'conflict' && mayBeOwnEcho(ticket, view)) return decideRepeat(ticket, outcome, view)
  const conditions = findRenewal(ticket, outcome, versions)
  return conditions ? decideRenewal(ticket, outcome, conditions, view) : decide(ticket, outcome, view)
}

/** Browsers and proxies repeat a request by themselves: with a key, a 409 to the repeat may mean that the first is under way. */
function mayBeOwnEcho(ticket: Ticket, { policy, now }: View): boolean {
  const { attempts, unknowns } = ticket
  return unknowns === 0 && attempts < echoAttemptsMax && isRecognised(ticket, policy, now)
}

function findRenewal(ticket: Ticket, outcome: Outcome, versions: Versions): Conditions | undefined {
  const { conditions, renewals, unknowns, kind } = ticket
  if (outcome.tag !== 'precondition' || conditions === undefined || unknowns > 0) return undefined
  if (renewals >= renewalsMax || kind === 'unknown') return undefined
  const fresh = validatorsToConditions(validatorsOf(outcome.reply.headers) ?? {})
  if (!fresh) return undefined
  const isWanted = endpointOf(kind).isRevision
    ? isUntouched(mergeConflict(kind, outcome.reply.body, versions)?.merge, kind, versions)
    : conditions === 'latest'
  return isWanted ? fresh : undefined
}

/** The change still makes sense as it stands if merging theirs into it changes nothing. */
function isUntouched(merge: Merge | undefined, kind: Entry['kind'], { request }: Versions): boolean {
  const place = endpointOf(kind).receipt
  if (merge?.tag !== 'merged' || place === undefined) return false
  return isSame(merge.receipt, readPath(request, place)[0])
}

/** Carries out what the host decided. A resend or an amendment is bounded as our own renewals are. */
export function resolveByHost(
  ticket: Ticket,
  outcome: Outcome,
  resolution: Resolution,
  successor: Successor | undefined,
  view: View,
): Decision {
  const parked = decide(ticket, outcome, view)
  const line = { ...parked.line, what: 'resolved' as const, reason: resolution.action }
  switch (resolution.action) {
    case 'accept':
      return { ...parked, become: { state: 'settled' }, line }
    case 'resend': {
      if (ticket.renewals >= renewalsMax) return parked
      const conditions = resolution.conditions ?? ticket.conditions
      const facts = { ...parked.facts, renewals: ticket.renewals + 1, ...(conditions && { conditions }) }
      return { ...parked, become: { state: 'queued', dueAt: view.now }, facts, line }
    }
    case 'amend': {
      if (!successor || ticket.renewals >= renewalsMax) return parked
      const bounded = { ...successor, renewals: ticket.renewals + 1 }
      return { ...parked, become: { state: 'voided', successor: bounded }, line }
    }
    case 'park':
      return parked
  }
}
