import type { EntryState, ParkReason } from '../domain/entry.js'
import type { Ticket } from '../domain/ticket.js'
import type { Become, Decision, Successor } from './decide.js'

/** What a person may do about an entry, and who and why. */
export type Act =
  | { tag: 'send-again'; by: string; reason?: string }
  | { tag: 'mark-applied'; by: string; reason: string }
  | { tag: 'void'; by: string; reason: string }
  | { tag: 'amend'; by: string; reason: string; successor: Successor }
  | { tag: 'take-back'; by: string; reason: string }

export interface Standing {
  state: EntryState
  reason?: ParkReason | undefined
  /** Its secrets are gone. */
  isBare?: boolean | undefined
  /** How it stood before it was handed over. */
  movedFrom?: { state: EntryState; reason?: ParkReason | undefined } | undefined
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
  const isRenewed = act.tag === 'send-again' && standing.reason === 'expired'
  return {
    ticket,
    become: actToState(act, standing),
    facts: isRenewed ? { renewedAt: now } : {},
    line: { at: now, what: act.tag, by: act.by, ...(act.reason !== undefined && { reason: act.reason }) },
  }
}

function findObstacle(standing: Standing, act: Act['tag']): string | undefined {
  const { state, reason } = standing
  if (act === 'take-back' && reason !== 'moved')
    return 'it was not handed over to another till, so there is nothing to take back'
  switch (state) {
    case 'sending':
      return 'it is under way; wait for what comes of it'
    case 'settled':
      return 'the service has it already; a correction is an operation of its own'
    case 'voided':
      return 'it has been voided; ring up a new one if it is wanted after all'
    case 'queued':
      return act === 'void' || act === 'amend' ? undefined : 'it waits for its turn and needs nobody'
    case 'parked':
      return findParkedObstacle(standing, act)
  }
}

function findParkedObstacle({ reason, isBare }: Standing, act: Act['tag']): string | undefined {
  const isSending = act === 'send-again' || act === 'amend'
  if (reason === 'unreadable' && isSending)
    return 'it cannot be read; it may only be voided or marked as applied'
  if (reason === 'moved' && isSending) return 'another till has it: take it back first'
  if (isBare && act === 'send-again') return 'its secrets have been erased: amend it instead'
  return undefined
}

/** What was handed over and is taken back stands as it stood. */
function formerState({ movedFrom }: Standing): Become {
  return movedFrom?.state === 'parked' && movedFrom.reason
    ? { state: 'parked', reason: movedFrom.reason }
    : { state: 'queued', dueAt: 0 }
}

function actToState(act: Act, standing: Standing): Become {
  switch (act.tag) {
    case 'send-again':
      return { state: 'queued', dueAt: 0 }
    case 'take-back':
      return formerState(standing)
    case 'mark-applied':
      return { state: 'settled' }
    case 'void':
      return { state: 'voided' }
    case 'amend':
      return { state: 'voided', successor: act.successor }
  }
}
