import type { EntryState, ParkReason } from '../domain/entry.js'
import type { TraceFact } from '../domain/trace.js'
import type { Decision } from './decide.js'

interface Next {
  state: EntryState
  reason?: ParkReason
  dueAt?: number
  successor?: { id: string }
}

/** What is traced of a decision. Its details and persons stay in the entry's history. */
export function decisionToFact({ ticket, nextState, line }: Decision): TraceFact & { what: 'decision' } {
  const { id, kind } = ticket
  const { what: through, outcome, status } = line
  const { state, reason, dueAt, successor }: Next = nextState
  // An entry that may go at once is due at zero.
  const due = dueAt ? new Date(dueAt) : undefined
  const next = { nextState: state, reason, dueAt: due, replacedBy: successor?.id }
  return { what: 'decision', id, kind, through, outcome, status, ...next }
}
