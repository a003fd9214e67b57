import { pickGiven } from '../../domain/given.js'
import type { Ticket } from '../../domain/ticket.js'
import { nameOf } from './entry-rows.js'
import type { EntryRow } from './rows.js'
import { isSoundEntry, kindOf, unreadableState } from './sound.js'

/** How an entry stands for lists, counts and acts; what a damaged row says beyond its state is not relied on. */
export function standingOf(row: {
  state?: unknown
}): Pick<EntryRow, 'state' | 'reason' | 'isBare' | 'movedFrom'> {
  return isSoundEntry(row) ? row : { state: unreadableState(row), reason: 'unreadable' }
}

const countMax = 1_000_000

/** The facts that decisions need; of a damaged row, the facts that can be read. */
export function rowToTicket(row: Partial<EntryRow> & { place: number }): Ticket {
  const { place } = row
  const number = (value: unknown) => (Number.isFinite(value) ? Number(value) : 0)
  // A damaged count would stay wrong for ever.
  const count = (value: unknown) => Math.min(Math.max(Math.trunc(number(value)), 0), countMax)
  return {
    id: nameOf(row),
    kind: kindOf(row),
    place,
    attempts: count(row.attempts),
    unknowns: count(row.unknowns),
    // A row of an older release counts only the unknown attempts.
    doubts: count(row.doubts ?? row.unknowns),
    renewals: count(row.renewals),
    createdAt: number(row.createdAt),
    head: typeof row.head === 'string' ? row.head : '',
    ...pickGiven(row, ['sentAt', 'refusedAt', 'key', 'keyHeader', 'conditions', 'transactionOf']),
  }
}
