import { Dexie } from 'dexie'
import { is } from 'superstruct'
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
import { maskCard } from '../domain/lanes.js'
import type { OperationKind } from '../domain/models.js'
import type { Reply } from '../domain/outcome.js'
import { findMisfits } from '../domain/validate.js'
import type { Database } from './database.js'
import { BodyRow, EntryRow, HistoryRow, pickGiven, ReceiptRow } from './rows.js'

export interface EntryFilter {
  state?: EntryState
  kind?: OperationKind
  /** A card's whole code. */
  card?: string
  since?: Date
  until?: Date
  limit?: number
  /** The id of the last entry seen. */
  after?: string
}

export interface ReceiptFilter {
  number?: number
  limit?: number
  after?: string
}

/** A receipt as it was rung up, and the entry that carries it. */
export interface KeptReceipt {
  id: string
  number?: number
  issueDate?: string
  total?: number
  entry?: ListedEntry
}

const limitDefault = 50
const limitMax = 1_000

/** One entry, or none of that id. */
export async function find(database: Database, id: string): Promise<ListedEntry | undefined> {
  const row = await database.entries.where('id').equals(id).first()
  return row && (await rowsToEntries(database, [row]))[0]
}

/** Entries, newest first. */
export async function list(database: Database, filter: EntryFilter = {}): Promise<ListedEntry[]> {
  const after = filter.after === undefined ? undefined : await findPlace(database, filter.after)
  const limit = clampLimit(filter.limit)
  const rows = await narrow(database, filter, after)
    .reverse()
    .filter((row) => isWanted(row, filter, after))
    .limit(limit)
    .toArray()
  const strays = filter.state === 'parked' ? await findStrays(database) : []
  const wanted = strays.filter((row) => isWanted(row, filter, after))
  const newestFirst = [...rows, ...wanted].sort((left, right) => right.place - left.place)
  return rowsToEntries(database, newestFirst.slice(0, limit))
}

/** Receipts, newest first, each with its entry. */
export async function listReceipts(database: Database, filter: ReceiptFilter = {}): Promise<KeptReceipt[]> {
  const { number, after } = filter
  const last = after === undefined ? undefined : await database.receipts.where('id').equals(after).first()
  const found =
    number === undefined ? database.receipts.orderBy(':id') : database.receipts.where('number').equals(number)
  const rows = await found
    .reverse()
    .filter((row) => is(row, ReceiptRow) && (last === undefined || row.n < last.n))
    .limit(clampLimit(filter.limit))
    .toArray()
  const entries = await database.entries
    .where('id')
    .anyOf(rows.map(({ id }) => id))
    .toArray()
  const byId = new Map((await rowsToEntries(database, entries)).map((entry) => [entry.id, entry]))
  return rows.map(({ v: _, n: __, ...receipt }) => {
    const entry = byId.get(receipt.id)
    return { ...receipt, ...(entry && { entry }) } as KeptReceipt
  })
}

function narrow({ entries }: Database, { state, card }: EntryFilter, after = Infinity) {
  if (card !== undefined) return entries.where('codes').equals(card)
  if (state === undefined) return entries.where(':id').below(after)
  return entries.where('[state+place]').between([state, Dexie.minKey], [state, after], true, false)
}

/** Rows whose state is none that this release knows; they show as parked. */
async function findStrays({ entries }: Database): Promise<EntryRow[]> {
  return entries.where('state').noneOf(entryStates).toArray()
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

async function findPlace(database: Database, id: string): Promise<number> {
  const [place] = await database.entries.where('id').equals(id).primaryKeys()
  return place ?? Infinity
}

function clampLimit(limit = limitDefault): number {
  return Math.max(0, Math.min(limitMax, Math.trunc(limit)))
}

async function rowsToEntries(database: Database, rows: readonly EntryRow[]): Promise<ListedEntry[]> {
  const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? id : []))
  const [bodies, history] = await Promise.all([
    database.bodies.bulkGet(ids),
    database.history.where('id').anyOf(ids).sortBy('n'),
  ])
  const bodyById = new Map(bodies.flatMap((body) => (body ? [[body.id, body] as const] : [])))
  return rows.map((row) =>
    rowToEntry(
      row,
      bodyById.get(row.id),
      history.filter(({ id }) => id === row.id),
    ),
  )
}

function rowToEntry(row: EntryRow, body: BodyRow | undefined, lines: readonly HistoryRow[]): ListedEntry {
  const request = is(body, BodyRow) ? parseRequest(row, body.body) : undefined
  const items = lines.flatMap((line) => (is(line, HistoryRow) ? lineToItem(line) : []))
  if (!request || !is(row, EntryRow) || row.reason === 'unreadable') return rowToUnreadable(row, items)
  return composeEntry(row, request, body?.reply, items)
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
  items: readonly HistoryItem[] = [],
): Entry {
  const { codes, dueAt, settledAt } = row
  return {
    ...pickGiven(row, entryFacts),
    cards: codes.map(maskCard),
    createdAt: new Date(row.createdAt),
    ...(settledAt !== undefined && { settledAt: new Date(settledAt) }),
    ...(dueAt !== undefined && dueAt > 0 && { dueAt: new Date(dueAt) }),
    request,
    ...(reply && { reply: replyToEntryReply(reply) }),
    history: [...rowToFirstItem(row), ...items],
  } as Entry
}

function rowToUnreadable(row: EntryRow, items: HistoryItem[]): UnreadableEntry {
  const { id, place, kind, createdAt, codes } = row as Partial<EntryRow>
  return {
    id: typeof id === 'string' ? id : `place-${place ?? '?'}`,
    kind: operationKinds.find((known) => known === kind) ?? 'unknown',
    state: row.state === 'voided' ? 'voided' : 'parked',
    reason: 'unreadable',
    cards: Array.isArray(codes) ? codes.map((code) => maskCard(code)) : [],
    request: {},
    ...(Number.isFinite(createdAt) && { createdAt: new Date(createdAt ?? 0) }),
    history: [...rowToFirstItem(row), ...items],
  }
}

function parseRequest({ kind }: EntryRow, body: string): object | undefined {
  try {
    const request = JSON.parse(body) as object
    return operationKinds.includes(kind) && findMisfits(kind, request).length === 0 ? request : undefined
  } catch {
    return undefined
  }
}

function rowToFirstItem({ createdAt, operator }: Partial<EntryRow>): HistoryItem[] {
  if (!Number.isFinite(createdAt)) return []
  return [{ at: new Date(createdAt ?? 0), what: 'rung-up', ...(operator !== undefined && { by: operator }) }]
}

function lineToItem(row: HistoryRow): HistoryItem {
  return {
    at: new Date(row.at),
    what: row.what,
    ...pickGiven(row, ['by', 'reason', 'outcome', 'status', 'detail']),
  }
}
