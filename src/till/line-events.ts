import type { ConflictResolvedEvent, UndatedEvent } from '../domain/event.js'
import { noteEvents, type HistoryEvent } from '../domain/entry.js'
import type { NewsLine } from '../journal/views/index.js'

/** An event and its time. */
export interface Dated {
  at: number
  event: UndatedEvent
}

/** The events of a line of the history, in the order in which they happened. */
export function lineToEvents(line: NewsLine, wasSeenSending: boolean): Dated[] {
  const { at, what } = line
  const began: Dated[] =
    isSent(what) && !wasSeenSending
      ? [{ at: line.sentAt ?? at, event: { type: 'sending', ...line.entry } }]
      : []
  const later = [...attemptToEvents(line), ...conflictToEvents(line), ...stateToEvents(line)]
  return [...began, ...later.map((event) => ({ at, event }))]
}

/** Whether a line ends an attempt whose beginning no other line shows. */
function isSent(what: HistoryEvent): boolean {
  return what === 'attempt' || what === 'resolved'
}

/** An attempt that never left the till has no duration. */
const unsent = ['unsent', 'unreferenced', 'unreadable'] as const

function attemptToEvents({ entry, what, outcome, status, became, at, sentAt }: NewsLine): UndatedEvent[] {
  switch (what) {
    case 'attempt':
    case 'resolved':
    case 'recovery': {
      if (outcome === undefined) return []
      const isTimed = sentAt !== undefined && at >= sentAt && what !== 'recovery'
      return [
        {
          type: 'attempted',
          ...entry,
          outcome,
          ...(status !== undefined && { status }),
          ...(isTimed && !unsent.some((tag) => tag === outcome) && { tookMs: at - sentAt }),
        },
      ]
    }
    case 'limit-overridden':
      return [{ type: 'let-through', ...entry, guard: 'limit' }]
    case 'duplicate-allowed':
      return [{ type: 'let-through', ...entry, guard: 'duplicate' }]
    case 'imported':
      return [{ type: 'imported', ...entry, ...(became && { state: became }) }]
    case 'rung-up':
    case 'expired':
    case 'not-repeated':
    case 'handed-over':
    case 'take-back':
    case 'send-again':
    case 'mark-applied':
    case 'amend':
    case 'void':
    case 'show-cards':
    case 'look-up':
      return []
  }
}

const answers = ['accept', 'resend', 'amend'] as const
const acts = ['send-again', 'mark-applied', 'amend', 'void'] as const

/** The events of a conflict, and of its resolution by the till, the host or a person. */
function conflictToEvents(line: NewsLine): UndatedEvent[] {
  const { entry, what, outcome, outcomeBefore, status, became, parkedFor, action } = line
  const resolved = (resolution: Pick<ConflictResolvedEvent, 'resolver' | 'how'>): UndatedEvent[] => [
    { type: 'conflict-resolved', ...entry, ...resolution },
  ]
  const act = acts.find((known) => known === what)
  if (act) return isConflict(outcomeBefore) ? resolved({ resolver: 'person', how: act }) : []
  // After an attempt without an answer it is evidence, not a conflict.
  if (!isConflict(outcome) || parkedFor === 'unknown') return []
  const met: UndatedEvent = {
    type: 'conflict-met',
    ...entry,
    outcome,
    ...(status !== undefined && { status }),
  }
  const answer = what === 'resolved' ? answers.find((known) => known === action) : undefined
  if (answer) return [met, ...resolved({ resolver: 'host', how: answer })]
  if (became !== 'queued') return [met]
  return [met, ...resolved({ resolver: 'till', how: outcome === 'conflict' ? 'ask-again' : 'renew' })]
}

function isConflict(outcome: NewsLine['outcome']): outcome is 'conflict' | 'precondition' {
  return outcome === 'conflict' || outcome === 'precondition'
}

/** The event of the new state, and for a correction the event of the entry that replaces this one. */
function stateToEvents(line: NewsLine): UndatedEvent[] {
  const { entry, what, became, parkedFor, at, createdAt = at, replacedBy } = line
  const changed = { ...entry, through: what }
  // These lines do not change the state.
  if (what === 'limit-overridden' || what === 'duplicate-allowed' || what === 'imported') return []
  if (became === undefined || noteEvents.includes(what)) return []
  switch (became) {
    case 'settled':
      return [{ type: 'settled', ...changed, ...(at >= createdAt && { waitedMs: at - createdAt }) }]
    case 'queued':
      return [{ type: 'requeued', ...changed }]
    case 'parked':
      return [{ type: 'parked', ...changed, ...(parkedFor && { reason: parkedFor }) }]
    case 'voided': {
      const voided: UndatedEvent = {
        type: 'voided',
        ...changed,
        ...(replacedBy !== undefined && { replacedBy }),
      }
      if (replacedBy === undefined) return [voided]
      return [voided, { type: 'rung-up', ...entry, id: replacedBy, attempts: 0, replaces: entry.id }]
    }
    case 'sending':
      return []
  }
}
