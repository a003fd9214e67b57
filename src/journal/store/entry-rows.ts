import { Dexie } from 'dexie'
import type { EntryState } from '../../domain/entry.js'
import type { Database } from './database.js'
import type { EntryRow } from './rows.js'

/** The lanes of a row, as far as they can be read. */
export function readLanes(lanes: unknown): string[] {
  return Array.isArray(lanes) ? lanes.filter((lane) => typeof lane === 'string') : []
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

/** The name of an entry: its id, or its place if its row is damaged and has none. */
export function nameOf({ id, place }: { id?: unknown; place: number }): string {
  return typeof id === 'string' ? id : `${placeName}${place}`
}

/** The row that has a name. */
export async function findRow(database: Database, id: string): Promise<EntryRow | undefined> {
  const row = await findById(database, id)
  if (row || !id.startsWith(placeName)) return row
  const unindexed = await database.entries.get(Number(id.slice(placeName.length)))
  return unindexed && typeof unindexed.id !== 'string' ? unindexed : undefined
}

const placeName = 'place-'
