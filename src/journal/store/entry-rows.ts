import { Dexie } from 'dexie'
import { operationKinds } from '../../domain/endpoints.js'
import type { EntryState } from '../../domain/entry.js'
import { pickGiven } from '../../domain/given.js'
import type { Ticket } from '../../domain/ticket.js'
import type { Database } from './database.js'
import { EntryRow } from './rows.js'

/** The lanes of a row, as far as they can be read. */
export function readLanes(lanes: unknown): string[] {
  return Array.isArray(lanes) ? lanes.filter((lane) => typeof lane === 'string') : []
}

const countMax = 1_000_000

/** The facts that decisions need; of a damaged row, the facts that can be read. */
export function rowToTicket(row: Partial<EntryRow> & { place: number }): Ticket {
  const { id, kind, place } = row
  const number = (value: unknown) => (Number.isFinite(value) ? Number(value) : 0)
  // A damaged count would stay wrong for ever.
  const count = (value: unknown) => Math.min(Math.max(Math.trunc(number(value)), 0), countMax)
  return {
    id: typeof id === 'string' ? id : `place-${place}`,
    kind: operationKinds.find((known) => known === kind) ?? 'unknown',
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

/** The entries of a state beyond a place, in order. */
export function findInState(
  { entries }: Database,
  state: EntryState,
  after = -Infinity,
): ReturnType<Database['entries']['toCollection']> {
  return entries.where('[state+place]').between([state, after], [state, Dexie.maxKey], false)
}

/** The row of an id, if the index has it. */
export function findById({ entries }: Database, id: string) {
  return entries.where('id').equals(id).first()
}

/** The row of an id; a row without an id is named by its place. */
export async function findRow(database: Database, id: string): Promise<EntryRow | undefined> {
  const row = await findById(database, id)
  if (row || !id.startsWith(placeName)) return row
  const unindexed = await database.entries.get(Number(id.slice(placeName.length)))
  return unindexed && typeof unindexed.id !== 'string' ? unindexed : undefined
}

const placeName = 'place-'
