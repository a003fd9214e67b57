import type { HistoryEvent, ParkReason } from '../domain/entry.js'
import type { Outcome, OutcomeTag, Reply } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import { backoffMs } from './schedule.js'

/** What becomes of an entry. */
export type Become =
  { state: 'settled' } | { state: 'queued'; dueAt: number } | { state: 'parked'; reason: ParkReason }

/** A line of an entry's history, as it is kept. */
export interface HistoryLine {
  at: number
  what: HistoryEvent
  outcome?: OutcomeTag
  status?: number
  detail?: string
}

/** The one way an entry's state changes; the journal commits it whole or not at all. */
export interface Decision {
  ticket: Ticket
  become: Become
  attempts: number
  line: HistoryLine
  reply?: Reply
}

/** Decides what an outcome makes of an entry. Pure: time and chance come in as arguments. */
export function decide(ticket: Ticket, outcome: Outcome, now: number, random: number): Decision {
  const attempts = outcome.tag === 'unsent' ? ticket.attempts : ticket.attempts + 1
  return {
    ticket,
    become: outcomeToState(ticket, outcome.tag, now, random),
    attempts,
    line: outcomeToLine(outcome, now),
    ...('reply' in outcome && { reply: outcome.reply }),
  }
}

function outcomeToState(ticket: Ticket, tag: OutcomeTag, now: number, random: number): Become {
  switch (tag) {
    case 'acknowledged':
      return { state: 'settled' }
    case 'unsent':
      return { state: 'queued', dueAt: now + backoffMs(ticket.attempts + 1, random) }
    case 'unacknowledged':
    case 'not-the-service':
    case 'busy':
    case 'failed':
    case 'silent':
    case 'interrupted':
      return { state: 'parked', reason: 'unknown' }
    case 'rejected':
    case 'misconfigured':
      return { state: 'parked', reason: 'rejected' }
    case 'unauthorized':
      return { state: 'parked', reason: 'refused' }
    case 'conflict':
      return { state: 'parked', reason: 'conflict' }
    case 'precondition':
      return { state: 'parked', reason: 'precondition' }
    case 'unreadable':
      return { state: 'parked', reason: 'unreadable' }
  }
}

function outcomeToLine(outcome: Outcome, now: number): HistoryLine {
  return {
    at: now,
    what: outcome.tag === 'interrupted' ? 'recovery' : 'attempt',
    outcome: outcome.tag,
    ...('detail' in outcome && { detail: outcome.detail }),
    ...('reply' in outcome && { status: outcome.reply.status }),
  }
}
