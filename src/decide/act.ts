import type { EntryState, ParkReason } from '../domain/entry.js'
import type { ActReason } from '../domain/error-texts.js'
import type { OutcomeTag } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { NextState, Decision, HistoryLine, Successor } from './decision.js'

/** What a person does about an entry, who, and why. */
export type Act =
  | { tag: 'send-again'; by: string; reason?: string }
  | { tag: 'mark-applied'; by: string; reason: string; transactionId?: number }
  | { tag: 'void'; by: string; reason: string }
  | { tag: 'amend'; by: string; reason: string; successor: Successor }
  | { tag: 'take-back'; by: string; reason: string }
  | Note

/** What a person looked at; it changes nothing. */
type Note =
  | { tag: 'show-cards'; by: string; reason?: string }
  | { tag: 'look-up'; by: string; reason?: string; outcome?: OutcomeTag }

export interface EntryFacts {
  state: EntryState
  reason?: ParkReason | undefined
  /** Its secrets are gone. */
  isBare?: boolean | undefined
  /** How it stood before it was handed over. */
  movedFrom?: { state: EntryState; reason?: ParkReason | undefined } | undefined
}

/** Decides what becomes of an entry after a person's act, or tells why the act is refused. */
export function decideAct(
  ticket: Ticket,
  facts: EntryFacts,
  act: Act,
  now: number,
): Decision | { refused: ActReason } {
  const obstacle = findObstacle(facts, act.tag)
  if (obstacle !== undefined) return { refused: obstacle }
  return {
    ticket,
    nextState: actToState(act, facts),
    facts: actToFacts(act, now),
    line: actToLine(act, now),
  }
}

function actToFacts(act: Act, now: number): Decision['facts'] {
  switch (act.tag) {
    case 'send-again':
      // The person answers for the attempts so far, not for the next.
      return { doubts: 0, renewedAt: now }
    case 'mark-applied':
      return act.transactionId === undefined ? {} : { transactionId: act.transactionId }
    case 'void':
    case 'amend':
    case 'take-back':
    case 'show-cards':
    case 'look-up':
      return {}
  }
}

function actToLine(act: Act, at: number): HistoryLine {
  const { tag: what, by, reason } = act
  const outcome = 'outcome' in act ? act.outcome : undefined
  const transactionId = 'transactionId' in act ? act.transactionId : undefined
  return {
    at,
    what,
    by,
    ...(reason !== undefined && { reason }),
    ...(outcome !== undefined && { outcome }),
    ...(transactionId !== undefined && { detail: `TransactionID ${transactionId}` }),
  }
}

function findObstacle(facts: EntryFacts, act: Act['tag']): ActReason | undefined {
  const { state, reason } = facts
  if (act === 'take-back' && reason !== 'moved') return 'not-handed-over'
  switch (state) {
    case 'sending':
      return 'sending'
    case 'settled':
      return 'settled'
    case 'voided':
      return 'voided'
    case 'queued':
      return act === 'void' || act === 'amend' ? undefined : 'queued'
    case 'parked':
      return findParkedObstacle(facts, act)
  }
}

function findParkedObstacle({ reason, isBare }: EntryFacts, act: Act['tag']): ActReason | undefined {
  const isSending = act === 'send-again' || act === 'amend'
  const isNote = act === 'show-cards' || act === 'look-up'
  if (reason === 'unreadable' && (isSending || isNote)) return 'unreadable'
  if (reason === 'moved' && (isSending || isNote)) return 'moved'
  if (isBare && act === 'send-again') return 'secrets-erased'
  return undefined
}

/** A note leaves a parked entry as it stands. */
function presentState({ reason = 'unreadable' }: EntryFacts): NextState {
  return { state: 'parked', reason }
}

/** How an entry stood before it was handed over; without its secrets it cannot wait to be sent. */
function formerState({ movedFrom, isBare }: EntryFacts): NextState {
  if (movedFrom?.state === 'parked' && movedFrom.reason) return { state: 'parked', reason: movedFrom.reason }
  return isBare ? { state: 'parked', reason: 'unknown' } : { state: 'queued', dueAt: 0 }
}

function actToState(act: Act, facts: EntryFacts): NextState {
  switch (act.tag) {
    case 'send-again':
      return { state: 'queued', dueAt: 0 }
    case 'take-back':
      return formerState(facts)
    case 'mark-applied':
      return { state: 'settled' }
    case 'void':
      return { state: 'voided' }
    case 'amend':
      return { state: 'voided', successor: act.successor }
    case 'show-cards':
    case 'look-up':
      return presentState(facts)
  }
}
