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
import { isMoment } from '../domain/fields.js'
import { findCards, laneOfCard, maskCard } from '../domain/lanes.js'
import type { OperationKind } from '../domain/models.js'
import { Reply } from '../domain/outcome.js'
import { isModelOf } from '../domain/validate.js'
import type { Database } from './database.js'
import { labelOf, openBody, type Store } from './prepare.js'
import { BodyRow, EntryRow, HistoryRow } from './rows.js'
import { findStrangers } from './strangers.js'
import type { Vault } from './vault.js'

/** Which entries to list, the newest first; what is not named is not asked about. */
export interface EntryFilter {
  state?: EntryState
  kind?: OperationKind
  /** A card's whole code. */
  card?: string
  /** Rung up at this moment or later. */
  since?: Date
  /** Rung up at this moment or earlier. */
  until?: Date
  /** 50 unless told, 1,000 at most. */
  limit?: number
  /** The id of the last entry seen. */
  after?: string
}

const limitDefault = 50
const limitMax = 1_000

/** One entry, or none of that id. */
export async function find(store: Store, id: string): Promise<ListedEntry | undefined> {
  const row = await findRow(store.database, id)
  return row && (await rowsToEntries(store, [row]))[0]
}

/** Entries, newest first. */
export async function list(store: Store, filter: EntryFilter = {}): Promise<ListedEntry[]> {
  const rows = await listRows(store, filter, clampLimit(filter.limit))
  return rowsToEntries(store, rows)
}

/** The rows of entries, newest first; `below` is the place of the last one seen, for whoever knows it. */
export async function listRows(
  { database, vault }: Store,
  { card, after: afterId, ...filter }: EntryFilter,
  limit: number,
  below = Infinity,
): Promise<EntryRow[]> {
  const after = Math.min(below, afterId === undefined ? Infinity : await findPlace(database, afterId))
  const code = card === undefined ? undefined : await vault.mark(laneOfCard(card.trim()))
  const isMeant = (row: EntryRow) => isWanted(row, filter, after)
  const rows =
    code === undefined && (filter.since ?? filter.until) !== undefined
      ? await takeNewest(
          (places) => database.entries.bulkGet(places),
          await findPlacesWithin(database, filter, after),
          isMeant,
          limit,
        )
      : await narrow(database, filter, code, after).reverse().filter(isMeant).limit(limit).toArray()
  // Rows whose state is none that this release knows show as parked.
  const strays =
    filter.state === 'parked' && code === undefined ? await findStrangers(database, 'state', entryStates) : []
  return [...rows, ...strays.filter(isMeant)].sort((left, right) => right.place - left.place).slice(0, limit)
}

/** The narrowest index that answers in order of place. */
function narrow({ entries }: Database, { state, kind }: EntryFilter, code?: string, after = Infinity) {
  if (code !== undefined) return entries.where('codes').equals(code)
  const [index, value] = state === undefined ? ['[kind+place]', kind] : ['[state+place]', state]
  if (value === undefined) return entries.where(':id').below(after)
  return entries.where(index).between([value, Dexie.minKey], [value, after], true, false)
}

/** The places of what was rung up in a span of time: looked up without reading a row. */
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

/** The newest rows that are wanted among those of the given keys; no more are read than it takes. */
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

/** The oldest leave first: nothing lies behind one that is gone. */
async function findPlace(database: Database, id: string): Promise<number> {
  return (await findRow(database, id))?.place ?? -Infinity
}

/** The row of an id; a row without one goes by the place where it stands. */
export async function findRow({ entries }: Database, id: string): Promise<EntryRow | undefined> {
  const row = await entries.where('id').equals(id).first()
  if (row || !id.startsWith(placeName)) return row
  const nameless = await entries.get(Number(id.slice(placeName.length)))
  return nameless && typeof nameless.id !== 'string' ? nameless : undefined
}

const placeName = 'place-'

/** How many a list may hold. */
export function clampLimit(limit = limitDefault): number {
  return Math.max(0, Math.min(limitMax, Math.trunc(limit)))
}

/** Opens the entries of some rows, each with its history. */
export async function rowsToEntries(
  { database, vault }: Store,
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
    rows.map((row) => rowToEntry(vault, row, bodyById.get(row.id), linesById.get(row.id) ?? [])),
  )
}

async function rowToEntry(
  vault: Vault,
  row: EntryRow,
  body: BodyRow | undefined,
  lines: readonly HistoryRow[],
): Promise<ListedEntry> {
  const opened = is(body, BodyRow) ? await openWhole(vault, body).catch(() => undefined) : undefined
  const request = opened && parseRequest(row, opened.text)
  const sound = lines.filter((line) => is(line, HistoryRow))
  if (!request || !is(row, EntryRow) || row.reason === 'unreadable')
    return rowToUnreadable(row, request, sound.map(lineToItem))
  return composeEntry(row, request, opened.reply, sound)
}

async function openWhole(vault: Vault, body: BodyRow): Promise<{ text: string; reply?: Reply }> {
  const [text, said] = await Promise.all([
    openBody(vault, body),
    body.reply && vault.open(labelOf(body.id, 'reply'), body.reply),
  ])
  const reply: unknown = said === undefined ? undefined : JSON.parse(said)
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
  'replaces',
  'replacedBy',
] as const

/** The entry that a row and its body tell of. */
export function composeEntry(
  row: Omit<EntryRow, 'place'>,
  request: object,
  reply?: Reply,
  lines: readonly Omit<HistoryRow, 'n'>[] = [],
): Entry {
  const { kind, state, dueAt, endedAt, lines: revision } = row
  return {
    ...pickGiven(row, entryFacts),
    revision,
    cards: findCards(kind, request).map(maskCard),
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
