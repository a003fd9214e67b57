import type { Conditions } from '../domain/conditions.js'
import type { HistoryEvent } from '../domain/entry.js'
import type { Outcome, OutcomeTag } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { Decision, HistoryLine, NextState, Successor, View } from './decision.js'
import type { Limits } from './limits.js'
import { attemptOf, isInDoubt, meaningOf, requeueAfter } from './outcomes.js'

export type { Decision, HistoryLine, NextState, Successor, View } from './decision.js'

/** What is done about a conflict in place of parking it: the first two by the till, the others by the host. */
export type Remedy =
  /** Send it again under the conditions that hold now. */
  | { tag: 'renew'; conditions: Conditions }
  /** Send it again under the same key, for the answer that the first try will have had by then. */
  | { tag: 'repeat' }
  | { tag: 'accept'; transactionId?: number }
  | { tag: 'resend'; conditions?: Conditions }
  | { tag: 'amend'; successor: Successor; limits: Limits }
  /** The till refused the host's amendment: it is parked after all. */
  | { tag: 'refuse'; why: string }

/** Decides what becomes of an entry after an outcome. Pure: time and chance come in as arguments. */
export function decide(ticket: Ticket, outcome: Outcome, view: View, remedy?: Remedy): Decision {
  const change = remedy && remedyToChange(ticket, remedy, view)
  const refuse = (why: string) => decide(ticket, outcome, view, { tag: 'refuse', why })
  return {
    ticket,
    nextState: change?.nextState ?? meaningOf(outcome).next(ticket, outcome, view),
    facts: { ...outcomeToFacts(ticket, outcome, view.now), ...change?.facts },
    line: { ...outcomeToLine(ticket, outcome, view), ...change?.line },
    ...(outcome.reply && { reply: outcome.reply }),
    ...(remedy?.tag === 'amend' && { admission: { limits: remedy.limits, refuse } }),
  }
}

function outcomeToFacts(ticket: Ticket, outcome: Outcome, now: number): Decision['facts'] {
  const attempt = attemptOf(outcome)
  const attempts = ticket.attempts + (attempt === 'uncounted' ? 0 : 1)
  if (attempt === 'disproved') return { attempts, unknowns: 0, doubts: 0 }
  // What an older state of the database does not know of may have been applied too.
  const isForgotten = outcome.tag === 'unrepeatable' && !isInDoubt(ticket)
  const doubt = attempt === 'unknown' || isForgotten ? 1 : 0
  const isUnsent = outcome.tag === 'unsent' && attempts === 0 && !isInDoubt(ticket)
  const transactionId = 'transactionId' in outcome ? outcome.transactionId : undefined
  return {
    attempts,
    unknowns: ticket.unknowns + doubt,
    doubts: ticket.doubts + doubt,
    // A time that is still to come was written by a wrong clock.
    ...(outcome.tag === 'unauthorized' && { refusedAt: Math.min(ticket.refusedAt ?? now, now) }),
    ...(isUnsent && { isUnsent }),
    ...(transactionId !== undefined && { transactionId }),
  }
}

function outcomeToLine(ticket: Ticket, outcome: Outcome, { now }: View): HistoryLine {
  const isEcho = ticket.unknowns > 0 && meaningOf(outcome).isEcho
  const told = 'detail' in outcome ? outcome.detail : undefined
  const detail = isEcho ? 'an earlier try was probably applied' : told
  return {
    at: now,
    what: outcomeToEvent(outcome.tag),
    outcome: outcome.tag,
    ...(detail !== undefined && { detail }),
    ...(outcome.reply && { status: outcome.reply.status }),
  }
}

function outcomeToEvent(tag: OutcomeTag): HistoryEvent {
  if (tag === 'interrupted') return 'recovery'
  if (tag === 'unrepeatable') return 'not-repeated'
  return tag === 'expired' ? 'expired' : 'attempt'
}

interface Change {
  nextState?: NextState
  facts?: Decision['facts']
  line: Partial<HistoryLine>
}

function remedyToChange(ticket: Ticket, remedy: Remedy, view: View): Change {
  const renewals = ticket.renewals + 1
  const again: NextState = { state: 'queued', dueAt: view.now }
  const line = { what: 'resolved', reason: remedy.tag } as const
  switch (remedy.tag) {
    case 'renew': {
      // An entry that asks for the latest conditions takes them from this reply, which the journal records.
      const fresh = ticket.conditions !== 'latest' && { conditions: remedy.conditions }
      const detail = 'sent again under the condition that holds now'
      return { nextState: again, facts: { renewals, ...fresh }, line: { detail } }
    }
    case 'repeat': {
      const nextState = requeueAfter(ticket.attempts, view)
      const detail = 'asked again: a repeat of it may still be under way'
      // The first try may have been applied: once the key has expired, asking again is no repeat.
      return { nextState, facts: { doubts: ticket.doubts + 1 }, line: { detail } }
    }
    case 'accept': {
      const { tag: _, ...named } = remedy
      return { nextState: { state: 'settled' }, facts: named, line }
    }
    case 'resend': {
      const { tag: _, ...asked } = remedy
      // The host answers for the attempts so far.
      return { nextState: again, facts: { doubts: 0, renewals, ...asked }, line }
    }
    case 'amend':
      return { nextState: { state: 'voided', successor: { ...remedy.successor, renewals } }, line }
    case 'refuse':
      return { line: { detail: `the amendment was refused: ${remedy.why}` } }
  }
}
