import { pickGiven } from '../domain/given.js'
import { Dexie } from 'dexie'
import { is } from '../domain/is.js'
import {
  entryStates,
  replyToEntryReply,
  type Entry,
  type EntryState,
  type HistoryItem,
  type ListedEntry,
  type UnreadableEntry,
} from '../domain/entry.js'
import { operationKinds } from '../domain/endpoints.js'
import { readCard, type CardReader } from '../domain/cards.js'
import { isMoment } from '../domain/fields.js'
import { findCards, laneOfCard, maskCard } from '../domain/lanes.js'
import type { OperationKind } from '../domain/models.js'
import { Reply } from '../domain/outcome.js'
import { isModelOf } from '../domain/validate.js'
import type { Database } from './database.js'
import { labelOf, openBody, type Store } from './prepare.js'
import { BodyRow, EntryRow, HistoryRow } from './rows.js'
import { findUnknownRows } from './unknown-rows.js'
import type { Vault } from './vault.js'

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

/** The entry of an id; undefined if there is none. */
export async function find(store: Store, id: string): Promise<ListedEntry | undefined> {
  const row = await findRow(store.database, id)
  return row && (await rowsToEntries(store, [row]))[0]
}

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
    filter.state === 'parked' && card === undefined
      ? await findUnknownRows(database, 'state', entryStates)
      : []
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
  const shown = is(row, EntryRow) ? row.state : 'parked'
  return (
    row.place < after &&
    (state === undefined || shown === state) &&
    (kind === undefined || row.kind === kind) &&
    (since === undefined || row.createdAt >= since.getTime()) &&
    (until === undefined || row.createdAt <= until.getTime())
  )
}

/** The place of an entry; entries are pruned oldest first, so nothing lies below a pruned one. */
async function findPlace(database: Database, id: string): Promise<number> {
  return (await findRow(database, id))?.place ?? -Infinity
}

/** The row of an id; a row without an id is named by its place. */
export async function findRow({ entries }: Database, id: string): Promise<EntryRow | undefined> {
  const row = await entries.where('id').equals(id).first()
  if (row || !id.startsWith(placeName)) return row
  const unindexed = await entries.get(Number(id.slice(placeName.length)))
  return unindexed && typeof unindexed.id !== 'string' ? unindexed : undefined
}

const placeName = 'place-'

/** The length of a list, within its bounds. */
export function clampLimit(limit = limitDefault): number {
  return Math.max(0, Math.min(limitMax, Math.trunc(limit)))
}

/** Opens the entries of some rows, each with its history. */
export async function rowsToEntries(
  { database, vault, reader }: Store,
  rows: readonly EntryRow[],
): Promise<ListedEntry[]> {
  const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? id : []))
  const [bodies, history] = await Promise.all([
    database.bodies.bulkGet(ids),
    database.history.where('id').anyOf(ids).sortBy('n'),
  ])
  const bodyById = new Map(bodies.flatMap((body) => (body ? [[body.id, body] as const] : [])))
  const linesById = new Map(ids.map((id) => [id, [] as HistoryRow[]]))
  for (const line of history) linesById.get(line.id)?.push(line)
  return Promise.all(
    rows.map((row) => rowToEntry({ vault, reader }, row, bodyById.get(row.id), linesById.get(row.id) ?? [])),
  )
}

async function rowToEntry(
  { vault, reader }: Pick<Store, 'vault' | 'reader'>,
  row: EntryRow,
  body: BodyRow | undefined,
  lines: readonly HistoryRow[],
): Promise<ListedEntry> {
  // What cannot be opened is shown as unreadable.
  const opened = is(body, BodyRow) ? await openWhole(vault, body).catch(() => undefined) : undefined
  const request = opened && parseRequest(row, opened.text)
  const sound = lines.filter((line) => is(line, HistoryRow))
  if (!request || !is(row, EntryRow) || row.reason === 'unreadable')
    return rowToUnreadable(row, request, sound.map(lineToItem))
  return composeEntry(row, request, opened.reply, sound, reader)
}

async function openWhole(vault: Vault, body: BodyRow): Promise<{ text: string; reply?: Reply }> {
  const [text, replyText] = await Promise.all([
    openBody(vault, body),
    body.reply && vault.open(labelOf(body.id, 'reply'), body.reply),
  ])
  const reply: unknown = replyText === undefined ? undefined : JSON.parse(replyText)
  return { text, ...(is(reply, Reply) && { reply }) }
}

const entryFacts = [
  'id',
  'kind',
  'state',
  'reason',
  'shop',
  'terminal',
  'operator',
  'amount',
  'conditions',
  'transactionOf',
  'transactionId',
  'replaces',
  'replacedBy',
] as const

/** Composes an entry from its row and its body. */
export function composeEntry(
  row: Omit<EntryRow, 'place'>,
  request: object,
  reply?: Reply,
  lines: readonly Omit<HistoryRow, 'n'>[] = [],
  reader?: CardReader,
): Entry {
  const { kind, state, dueAt, endedAt, lines: revision } = row
  return {
    ...pickGiven(row, entryFacts),
    revision,
    cards: findCards(kind, request, reader).map(maskCard),
    createdAt: new Date(row.createdAt),
    ...(state === 'settled' && endedAt !== undefined && { settledAt: new Date(endedAt) }),
    ...(dueAt !== undefined && dueAt > 0 && { dueAt: new Date(dueAt) }),
    request,
    ...(reply && { reply: replyToEntryReply(reply) }),
    history: [...rowToFirstItem(row), ...lines.map(lineToItem)],
  } as Entry
}

function rowToUnreadable(row: EntryRow, request: object | undefined, items: HistoryItem[]): UnreadableEntry {
  const { id, place, kind, createdAt } = row as Partial<EntryRow>
  const known = operationKinds.find((one) => one === kind)
  return {
    id: typeof id === 'string' ? id : `place-${place ?? '?'}`,
    kind: known ?? 'unknown',
    state: row.state === 'voided' ? 'voided' : 'parked',
    reason: 'unreadable',
    cards: known && request ? findCards(known, request).map(maskCard) : [],
    request: {},
    ...(isMoment(createdAt) && { createdAt: new Date(createdAt) }),
    history: [...rowToFirstItem(row), ...items],
  }
}

function parseRequest({ kind }: EntryRow, body: string): object | undefined {
  try {
    const request = JSON.parse(body) as object
    return operationKinds.includes(kind) && isModelOf(kind, request) ? request : undefined
  } catch {
    // An entry whose body is no JSON is shown as unreadable.
    return undefined
  }
}

function rowToFirstItem({ createdAt, operator }: Partial<EntryRow>): HistoryItem[] {
  if (!isMoment(createdAt)) return []
  return [{ at: new Date(createdAt), what: 'rung-up', ...(typeof operator === 'string' && { by: operator }) }]
}

function lineToItem(row: Omit<HistoryRow, 'n'>): HistoryItem {
  return {
    at: new Date(row.at),
    what: row.what,
    ...pickGiven(row, ['by', 'reason', 'outcome', 'status', 'detail']),
  }
}
