import { type EntryState, type HistoryEvent, noteEvents, type ParkReason } from '../../domain/entry.js'
import { isMoment } from '../../domain/fields.js'
import { pickGiven } from '../../domain/given.js'
import type { OperationKind } from '../../domain/models.js'
import type { OutcomeTag } from '../../domain/outcome.js'
import { type Database, type EntryRow, type HistoryRow, isSoundEntry, isSoundLine, kindOf } from './below.js'
import { type Position, readSending } from './end.js'

/** The facts of an entry that are not confidential. */
export interface KnownEntry {
  id: string
  kind: OperationKind | 'unknown'
  shop: string
  terminal: string
  attempts: number
}

/** An entry that was appended here. */
export interface RungUp {
  entry: KnownEntry
  at: number
  place: number
}

/** A line of the history, with facts of its entry. */
export interface NewsLine {
  entry: KnownEntry
  n: number
  at: number
  what: HistoryEvent
  outcome?: OutcomeTag
  status?: number
  became?: EntryState
  action?: string
  /** The reason of parking, if the entry is still in the state that this line left. */
  parkedFor?: ParkReason
  /** The outcome of the line before, if a person acts on it. */
  outcomeBefore?: OutcomeTag
  /** When the entry was first sent, if this line records the first answer. */
  sentAt?: number
  createdAt?: number
  replacedBy?: string
}

/** An entry under way; `since` is missing if it was sent before. */
export interface InFlight {
  entry: KnownEntry
  since?: number
}

/** The changes since a position; `sending` is empty while there are more. */
export interface News {
  rungUp: RungUp[]
  lines: NewsLine[]
  sending: InFlight[]
  position: Position
  isMore: boolean
}

const batch = 200

/** The changes since a position, a few hundred rows at most: first the new entries, then their history. */
export async function readNews(database: Database, after: Position): Promise<News> {
  const { entries, history, imports } = database
  return database.transaction('r', [entries, history, imports], async () => {
    const added = await entries.where(':id').above(after.place).limit(batch).toArray()
    const place = added.at(-1)?.place ?? after.place
    const rungUp = await selectRungUp(database, added)
    // A line may belong to an entry that is not read yet.
    if (added.length === batch)
      return { rungUp, lines: [], sending: [], position: { place, n: after.n }, isMore: true }
    const found = await readLines(database, after.n)
    const lines = await describeLines(database, found.lines)
    const sending = found.isMore ? [] : (await readSending(database)).map(rowToInFlight)
    return { rungUp, lines, sending, position: { place, n: found.n }, isMore: found.isMore }
  })
}

/** Selects the appended entries; a correction (with a fractional place) and an import are reported by a line. */
async function selectRungUp({ imports }: Database, added: readonly EntryRow[]): Promise<RungUp[]> {
  const rows = added.filter((row) => isSoundEntry(row) && Number.isInteger(row.place))
  if (rows.length === 0) return []
  const imported = await imports.bulkGet(rows.map(({ id }) => id))
  return rows.flatMap((row, index) =>
    imported[index] ? [] : [{ entry: rowToKnownEntry(row), at: row.createdAt, place: row.place }],
  )
}

interface Found {
  lines: HistoryRow[]
  n: number
  isMore: boolean
}

/** The lines after another one; lines that came with an import happened at another till and are left out. */
async function readLines(database: Database, after: number): Promise<Found> {
  const rows = await database.history.where(':id').above(after).limit(batch).toArray()
  const isMore = rows.length === batch
  const whole = isMore ? await cutWhole(database, rows) : { rows, imports: rows.filter(isImport) }
  const importedAt = new Map(whole.imports.map(({ id, n }) => [id, n]))
  return {
    lines: whole.rows.filter((row) => isSoundLine(row) && row.n >= (importedAt.get(row.id) ?? 0)),
    n: whole.rows.at(-1)?.n ?? after,
    isMore,
  }
}

/** Keeps the lines of an import together; if they fill the whole batch, its line is looked up. */
async function cutWhole(
  { history }: Database,
  rows: HistoryRow[],
): Promise<{ rows: HistoryRow[]; imports: HistoryRow[] }> {
  const last = rows.at(-1)?.id ?? ''
  const cut = rows.slice(0, rows.map(({ id }) => id !== last).lastIndexOf(true) + 1)
  if (cut.length > 0) return { rows: cut, imports: cut.filter(isImport) }
  return { rows, imports: await history.where('id').equals(last).filter(isImport).toArray() }
}

function isImport({ what }: HistoryRow): boolean {
  return what === 'imported'
}

async function describeLines(database: Database, lines: readonly HistoryRow[]): Promise<NewsLine[]> {
  const linesOf = new Map(lines.map(({ id }) => [id, [] as HistoryRow[]]))
  for (const line of lines) linesOf.get(line.id)?.push(line)
  const rows = await database.entries
    .where('id')
    .anyOf([...linesOf.keys()])
    .toArray()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const described = await Promise.all(
    lines.map((line) => describeLine(database, line, linesOf.get(line.id) ?? [], rowOf.get(line.id))),
  )
  return described.flatMap((line) => line ?? [])
}

async function describeLine(
  database: Database,
  line: HistoryRow,
  siblings: readonly HistoryRow[],
  row: EntryRow | undefined,
): Promise<NewsLine | undefined> {
  // The entry was pruned.
  if (!row) return undefined
  const before = await findBefore(database, line, siblings, row)
  const isLast = row.head === line.hash
  const { sentAt = NaN, createdAt } = row
  return {
    entry: rowToKnownEntry(row),
    ...pickGiven(line, ['outcome', 'status', 'became']),
    ...{ n: line.n, at: line.at, what: line.what },
    ...(line.what === 'resolved' && line.reason !== undefined && { action: line.reason }),
    ...(isLast && row.state === 'parked' && row.reason && { parkedFor: row.reason }),
    ...(before?.outcome && { outcomeBefore: before.outcome }),
    ...(isMoment(sentAt) && (before?.at ?? -Infinity) <= sentAt && { sentAt }),
    ...(isMoment(createdAt) && { createdAt }),
    ...(typeof row.replacedBy === 'string' && { replacedBy: row.replacedBy }),
  }
}

/** The line before a line of the same entry: usually in the batch, or known not to exist. */
async function findBefore(
  { history }: Database,
  line: HistoryRow,
  siblings: readonly HistoryRow[],
  { lines }: EntryRow,
): Promise<HistoryRow | undefined> {
  const index = siblings.indexOf(line)
  const near = siblings.slice(0, Math.max(0, index)).filter(isOfOutcome).at(-1)
  if (near || siblings.length === lines) return near
  return history
    .where('id')
    .equals(line.id)
    .reverse()
    .filter((one) => one.n < line.n && isOfOutcome(one))
    .first()
}

function rowToInFlight(row: EntryRow): InFlight {
  const { lines, sentAt } = row
  return { entry: rowToKnownEntry(row), ...(lines === 0 && sentAt !== undefined && { since: sentAt }) }
}

/** The facts of an entry; of a damaged row, those that can be read. */
function rowToKnownEntry(row: Partial<EntryRow>): KnownEntry {
  const { id, shop, terminal, attempts } = row
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    id: textOf(id),
    kind: kindOf(row),
    shop: textOf(shop),
    terminal: textOf(terminal),
    attempts: Number.isSafeInteger(attempts) ? Number(attempts) : 0,
  }
}

/** A note of a person says nothing of the attempt before it. */
function isOfOutcome({ what }: HistoryRow): boolean {
  return !noteEvents.includes(what)
}
