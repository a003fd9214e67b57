import type { CardReader } from '../../domain/cards.js'
import { operationKinds } from '../../domain/endpoints.js'
import {
  type Entry,
  type HistoryItem,
  type ListedEntry,
  replyToEntryReply,
  type UnreadableEntry,
} from '../../domain/entry.js'
import { isMoment } from '../../domain/fields.js'
import { pickGiven } from '../../domain/given.js'
import { is } from '../../domain/is.js'
import { findCards, maskCard } from '../../domain/lanes.js'
import { Reply } from '../../domain/outcome.js'
import { isModelOf } from '../../domain/validate.js'
import {
  type BodyRow,
  type EntryRow,
  findRow,
  type HistoryRow,
  isSoundBody,
  isSoundEntry,
  isSoundLine,
  kindOf,
  nameOf,
  unreadableState,
} from './below.js'
import { labelOf, openBody } from './bodies.js'
import type { AuditEntry } from './records.js'
import type { Store } from './vault.js'
import type { Vault } from './vault.js'

/** The entry of an id; undefined if there is none. */
export async function find(store: Store, id: string): Promise<ListedEntry | undefined> {
  const row = await findRow(store.database, id)
  return row && (await rowsToEntries(store, [row]))[0]
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
  const opened = isSoundBody(body) ? await openWhole(vault, body).catch(() => undefined) : undefined
  const request = opened && parseRequest(row, opened.text)
  const sound = lines.filter((line) => isSoundLine(line))
  if (!request || !isSoundEntry(row) || row.reason === 'unreadable')
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
  'isBare',
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

/** An entry of an audit, to be shown; what its till wrote may be anything. */
export function auditToEntry({ id, place, facts, body, reply, history }: AuditEntry): ListedEntry {
  const row = { v: 2, codes: [], lines: history.length, ...facts, id, place } as unknown as EntryRow
  const request = parseRequest(row, body)
  const lines = history.map((line) => line as unknown as HistoryRow).filter(({ at }) => isMoment(at))
  if (!request || !isMoment(row.createdAt)) return rowToUnreadable(row, request, lines.map(lineToItem))
  return composeEntry(row, request, is(reply, Reply) ? reply : undefined, lines)
}

function rowToUnreadable(row: EntryRow, request: object | undefined, items: HistoryItem[]): UnreadableEntry {
  const { createdAt, endedAt } = row as Partial<EntryRow>
  const state = unreadableState(row)
  return {
    id: nameOf(row),
    kind: kindOf(row),
    state,
    reason: 'unreadable',
    // Only of a known kind is there a request.
    cards: request ? findCards(row.kind, request).map(maskCard) : [],
    request: {},
    ...(isMoment(createdAt) && { createdAt: new Date(createdAt) }),
    ...(state === 'settled' && isMoment(endedAt) && { settledAt: new Date(endedAt) }),
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
