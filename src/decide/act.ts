import type { EntryState, ParkReason } from '../domain/entry.js'
import type { Ticket } from '../domain/ticket.js'
import type { Become, Decision, Successor } from './decide.js'

/** What a person may do about an entry, and who and why. */
export type Act =
  | { tag: 'send-again'; by: string; reason?: string }
  | { tag: 'mark-applied'; by: string; reason: string }
  | { tag: 'void'; by: string; reason: string }
  | { tag: 'amend'; by: string; reason: string; successor: Successor }

export interface Standing {
  state: EntryState
  reason?: ParkReason | undefined
}

/** Decides what a person's act makes of an entry, or says why it makes no sense there. */
export function decideAct(
  ticket: Ticket,
  standing: Standing,
  act: Act,
  now: number,
): Decision | { refused: string } {
  const obstacle = findObstacle(standing, act.tag)
  if (obstacle !== undefined) return { refused: obstacle }
  return {
    ticket,
    become: actToState(act),
    facts: {},
    line: { at: now, what: act.tag, by: act.by, ...(act.reason !== undefined && { reason: act.reason }) },
  }
}

function findObstacle({ state, reason }: Standing, act: Act['tag']): string | undefined {
  switch (state) {
    case 'sending':
      return 'it is under way'
    case 'settled':
      return 'the service has it already'
    case 'voided':
      return 'it has been voided'
    case 'queued':
      return act === 'void' || act === 'amend' ? undefined : 'it waits for its turn and needs nobody'
    case 'parked':
      return reason === 'unreadable' && (act === 'send-again' || act === 'amend')
        ? 'it cannot be read'
        : undefined
  }
}

function actToState(act: Act): Become {
  switch (act.tag) {
    case 'send-again':
      return { state: 'queued', dueAt: 0 }
    case 'mark-applied':
      return { state: 'settled' }
    case 'void':
      return { state: 'voided' }
    case 'amend':
      return { state: 'voided', successor: act.successor }
  }
}
