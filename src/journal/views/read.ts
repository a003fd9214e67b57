import { Dexie } from 'dexie'
import { readCard } from '../../domain/cards.js'
import type { EntryState, ListedEntry } from '../../domain/entry.js'
import { laneOfCard } from '../../domain/lanes.js'
import type { OperationKind } from '../../domain/models.js'
import {
  type Database,
  type EntryRow,
  findRow,
  findUnknownRows,
  standingOf,
  rowsToEntries,
  type Store,
} from './below.js'

/** Which entries to list, newest first; a missing field does not filter. */
export interface EntryFilter {
  state?: EntryState
  kind?: OperationKind
  /** A card's whole code. */
  card?: string
  /** Appended at this moment or later. */
  since?: Date
  /** Appended at this moment or earlier. */
  until?: Date
  /** 50 by default, 1,000 at most. */
  limit?: number
  /** The id of the last entry seen. */
  after?: string
}

const limitDefault = 50
const limitMax = 1_000

export async function list(store: Store, filter: EntryFilter = {}): Promise<ListedEntry[]> {
  const rows = await listRows(store, filter, clampLimit(filter.limit))
  return rowsToEntries(store, rows)
}

/** The rows of entries, newest first; `below` is the place of the last entry seen, if it is known. */
export async function listRows(
  { database, vault, reader }: Store,
  { card, after: afterId, ...filter }: EntryFilter,
  limit: number,
  below = Infinity,
): Promise<EntryRow[]> {
  const after = Math.min(below, afterId === undefined ? Infinity : await findPlace(database, afterId))
  // Entries from before the host had its own way of reading are found by the default one.
  const readings = card === undefined ? [] : [...new Set([readCard(card, reader), readCard(card)])]
  const codes = await Promise.all(readings.map((reading) => vault.mark(laneOfCard(reading))))
  const isMatch = (row: EntryRow) => isWanted(row, filter, after)
  const rows =
    card === undefined && (filter.since ?? filter.until) !== undefined
      ? await takeNewest(
          (places) => database.entries.bulkGet(places),
          await findPlacesWithin(database, filter, after),
          isMatch,
          limit,
        )
      : await readNarrowly(database, filter, codes, after, isMatch, limit)
  // Rows with an unknown state show as parked.
  const unknownRows =
    filter.state === 'parked' && card === undefined ? await findUnknownRows(database, 'state') : []
  return [...rows, ...unknownRows.filter(isMatch)]
    .sort((left, right) => right.place - left.place)
    .slice(0, limit)
}

/** Reads from one index, or for several readings of one card from each: an entry may be found more than once. */
async function readNarrowly(
  database: Database,
  filter: EntryFilter,
  codes: readonly string[],
  after: number,
  isMatch: (row: EntryRow) => boolean,
  limit: number,
): Promise<EntryRow[]> {
  const read = (code?: string) =>
    narrow(database, filter, code, after).reverse().filter(isMatch).limit(limit).toArray()
  const found = await (codes.length === 0 ? read() : Promise.all(codes.map(read)).then((rows) => rows.flat()))
  return [...new Map(found.map((row) => [row.place, row])).values()]
}

/** The narrowest index that answers in order of place. */
function narrow({ entries }: Database, { state, kind }: EntryFilter, code?: string, after = Infinity) {
  if (code !== undefined) return entries.where('codes').equals(code)
  const [index, value] = state === undefined ? ['[kind+place]', kind] : ['[state+place]', state]
  if (value === undefined) return entries.where(':id').below(after)
  return entries.where(index).between([value, Dexie.minKey], [value, after], true, false)
}

/** The places of the entries appended in a span of time, found without reading a row. */
async function findPlacesWithin(
  { entries }: Database,
  { since, until }: EntryFilter,
  after = Infinity,
): Promise<number[]> {
  const [from, to] = [since?.getTime() ?? Dexie.minKey, until?.getTime() ?? Dexie.maxKey]
  const places = await entries.where('createdAt').between(from, to, true, true).primaryKeys()
  return places.filter((place) => place < after)
}

const batch = 100

/** The newest wanted rows of the keys; reads no more rows than needed. */
export async function takeNewest<Row>(
  read: (keys: number[]) => PromiseLike<(Row | undefined)[]>,
  keys: readonly number[],
  isWanted: (row: Row) => boolean,
  limit: number,
): Promise<Row[]> {
  const newestFirst = [...keys].sort((left, right) => right - left)
  const taken: Row[] = []
  for (let from = 0; from < newestFirst.length && taken.length < limit; from += batch) {
    const rows = await read(newestFirst.slice(from, from + batch))
    taken.push(...rows.filter((row) => row !== undefined).filter(isWanted))
  }
  return taken.slice(0, limit)
}

function isWanted(row: EntryRow, { state, kind, since, until }: EntryFilter, after = Infinity): boolean {
  return (
    row.place < after &&
    (state === undefined || standingOf(row).state === state) &&
    (kind === undefined || row.kind === kind) &&
    (since === undefined || row.createdAt >= since.getTime()) &&
    (until === undefined || row.createdAt <= until.getTime())
  )
}

/** The place of an entry; a list ends at one that was pruned meanwhile. */
async function findPlace(database: Database, id: string): Promise<number> {
  return (await findRow(database, id))?.place ?? -Infinity
}

/** The length of a list, within its bounds. */
export function clampLimit(limit = limitDefault): number {
  return Math.max(0, Math.min(limitMax, Math.trunc(limit)))
}
