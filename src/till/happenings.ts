import type { ConflictResolvedEvent, Happening } from '../domain/event.js'
import type { HistoryEvent } from '../domain/entry.js'
import type { ToldLine } from '../journal/news.js'

/** Something that happened, and when. */
export interface Dated {
  at: number
  happening: Happening
}

/** What a line of history tells of its entry, in the order in which it came about. */
export function lineToHappenings(line: ToldLine, wasSeenSending: boolean): Dated[] {
  const { at, what } = line
  const began: Dated[] =
    isSent(what) && !wasSeenSending
      ? [{ at: line.sentAt ?? at, happening: { type: 'sending', ...line.entry } }]
      : []
  const came = [...tellDeed(line), ...tellConflict(line), ...tellState(line)]
  return [...began, ...came.map((happening) => ({ at, happening }))]
}

/** Whether a line ends an attempt that this line alone shows to have begun. */
function isSent(what: HistoryEvent): boolean {
  return what === 'attempt' || what === 'resolved'
}

/** What never left the till took no time. */
const unsent = ['unsent', 'unreferenced', 'unreadable'] as const

function tellDeed({ entry, what, outcome, status, became, at, sentAt }: ToldLine): Happening[] {
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
    case 'handed-over':
    case 'take-back':
    case 'send-again':
    case 'mark-applied':
    case 'amend':
    case 'void':
      return []
  }
}

const answers = ['accept', 'resend', 'amend'] as const
const acts = ['send-again', 'mark-applied', 'amend', 'void'] as const

/** A conflict that has been met, and what the till, the host or a person has done about one. */
function tellConflict(line: ToldLine): Happening[] {
  const { entry, what, outcome, outcomeBefore, status, became, parkedFor, action } = line
  const resolved = (resolution: Pick<ConflictResolvedEvent, 'resolver' | 'how'>): Happening[] => [
    { type: 'conflict-resolved', ...entry, ...resolution },
  ]
  const act = acts.find((known) => known === what)
  if (act) return isConflict(outcomeBefore) ? resolved({ resolver: 'person', how: act }) : []
  // After an attempt that nobody answered it is evidence, and no conflict.
  if (!isConflict(outcome) || parkedFor === 'unknown') return []
  const met: Happening = { type: 'conflict-met', ...entry, outcome, ...(status !== undefined && { status }) }
  const answer = what === 'resolved' ? answers.find((known) => known === action) : undefined
  if (answer) return [met, ...resolved({ resolver: 'host', how: answer })]
  if (became !== 'queued') return [met]
  return [met, ...resolved({ resolver: 'till', how: outcome === 'conflict' ? 'ask-again' : 'renew' })]
}

function isConflict(outcome: ToldLine['outcome']): outcome is 'conflict' | 'precondition' {
  return outcome === 'conflict' || outcome === 'precondition'
}

/** The state that came of it, and with a correction the entry that stands in its place. */
function tellState(line: ToldLine): Happening[] {
  const { entry, what, became, parkedFor, at, createdAt = at, replacedBy } = line
  const changed = { ...entry, through: what }
  // Notes of ringing up and of arriving change nothing.
  if (what === 'limit-overridden' || what === 'duplicate-allowed' || what === 'imported') return []
  if (became === undefined) return []
  switch (became) {
    case 'settled':
      return [{ type: 'settled', ...changed, ...(at >= createdAt && { waitedMs: at - createdAt }) }]
    case 'queued':
      return [{ type: 'requeued', ...changed }]
    case 'parked':
      return [{ type: 'parked', ...changed, ...(parkedFor && { reason: parkedFor }) }]
    case 'voided': {
      const voided: Happening = {
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
