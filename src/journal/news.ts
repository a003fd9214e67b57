import { Dexie } from 'dexie'
import { operationKinds } from '../domain/endpoints.js'
import type { EntryState, HistoryEvent, ParkReason } from '../domain/entry.js'
import { isMoment } from '../domain/fields.js'
import { pickGiven } from '../domain/given.js'
import { is } from '../domain/is.js'
import type { OperationKind } from '../domain/models.js'
import type { OutcomeTag } from '../domain/outcome.js'
import type { Database } from './database.js'
import { EntryRow, HistoryRow } from './rows.js'

/** Up to where the journal has been read: a line of history, and a place in line. */
export interface Position {
  n: number
  place: number
}

/** The last of the journal; `birth` tells its database from any other. */
export interface JournalEnd {
  birth: string
  position: Position
  /** Ids of what is under way. */
  sending: string[]
}

/** What of an entry may be told to anybody. */
export interface KnownEntry {
  id: string
  kind: OperationKind | 'unknown'
  shop: string
  terminal: string
  attempts: number
}

/** An entry that was rung up here. */
export interface RungUp {
  entry: KnownEntry
  at: number
  place: number
}

/** A line of history, with what its entry says of it. */
export interface ToldLine {
  entry: KnownEntry
  n: number
  at: number
  what: HistoryEvent
  outcome?: OutcomeTag
  status?: number
  became?: EntryState
  /** What the host made of a conflict. */
  action?: string
  /** Why it is parked, if it still stands as this line left it. */
  parkedFor?: ParkReason
  /** What the line before said, where a person acts on it. */
  outcomeBefore?: OutcomeTag
  /** When it first left the till, if this line tells what came of that. */
  sentAt?: number
  createdAt?: number
  replacedBy?: string
}

/** An entry that is under way; `since` is missing if it has been so before. */
export interface UnderWay {
  entry: KnownEntry
  since?: number
}

/** What has happened since a position; while there is more, nothing is told of what is under way. */
export interface News {
  rungUp: RungUp[]
  lines: ToldLine[]
  sending: UnderWay[]
  position: Position
  isMore: boolean
}

const batch = 200

/** Where the journal ends now. */
export async function readEnd(database: Database): Promise<JournalEnd> {
  const { entries, history, settings } = database
  return database.transaction('r', [entries, history, settings], async () => {
    const [birth, place, n, rows] = await Promise.all([
      settings.get('birth'),
      entries.orderBy(':id').lastKey(),
      history.orderBy(':id').lastKey(),
      readSending(database),
    ])
    return {
      birth: String(birth?.value),
      position: { place: Number(place ?? 0), n: Number(n ?? 0) },
      sending: rows.map(({ id }) => id),
    }
  })
}

/** What has happened since, a few hundred rows at most: first what was rung up, then what became of it. */
export async function readNews(database: Database, after: Position): Promise<News> {
  const { entries, history, imports } = database
  return database.transaction('r', [entries, history, imports], async () => {
    const added = await entries.where(':id').above(after.place).limit(batch).toArray()
    const place = added.at(-1)?.place ?? after.place
    const rungUp = await selectRungUp(database, added)
    // A line may tell of an entry that is still to come.
    if (added.length === batch)
      return { rungUp, lines: [], sending: [], position: { place, n: after.n }, isMore: true }
    const found = await readLines(database, after.n)
    const lines = await tellLines(database, found.lines)
    const sending = found.isMore ? [] : (await readSending(database)).map(rowToUnderWay)
    return { rungUp, lines, sending, position: { place, n: found.n }, isMore: found.isMore }
  })
}

async function readSending({ entries }: Database): Promise<EntryRow[]> {
  const rows = await entries
    .where('[state+place]')
    .between(['sending', Dexie.minKey], ['sending', Dexie.maxKey])
    .toArray()
  return rows.filter((row) => is(row, EntryRow))
}

/** A correction stands between two places and is told with what it corrects; what was imported has a line that says so. */
async function selectRungUp({ imports }: Database, added: readonly EntryRow[]): Promise<RungUp[]> {
  const rows = added.filter((row) => is(row, EntryRow) && Number.isInteger(row.place))
  if (rows.length === 0) return []
  const imported = await imports.bulkGet(rows.map(({ id }) => id))
  return rows.flatMap((row, index) =>
    imported[index] ? [] : [{ entry: rowToKnown(row), at: row.createdAt, place: row.place }],
  )
}

interface Found {
  lines: HistoryRow[]
  n: number
  isMore: boolean
}

/** Lines after another one; what came along with an import happened elsewhere and is left out. */
async function readLines(database: Database, after: number): Promise<Found> {
  const rows = await database.history.where(':id').above(after).limit(batch).toArray()
  const isMore = rows.length === batch
  const whole = isMore ? await cutWhole(database, rows) : { rows, imports: rows.filter(isImport) }
  const importedAt = new Map(whole.imports.map(({ id, n }) => [id, n]))
  return {
    lines: whole.rows.filter((row) => is(row, HistoryRow) && row.n >= (importedAt.get(row.id) ?? 0)),
    n: whole.rows.at(-1)?.n ?? after,
    isMore,
  }
}

/** An import brings its lines in one piece: they are read in one, or else asked after. */
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

async function tellLines(database: Database, lines: readonly HistoryRow[]): Promise<ToldLine[]> {
  const linesOf = new Map(lines.map(({ id }) => [id, [] as HistoryRow[]]))
  for (const line of lines) linesOf.get(line.id)?.push(line)
  const rows = await database.entries
    .where('id')
    .anyOf([...linesOf.keys()])
    .toArray()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const told = await Promise.all(
    lines.map((line) => tellLine(database, line, linesOf.get(line.id) ?? [], rowOf.get(line.id))),
  )
  return told.flatMap((line) => line ?? [])
}

async function tellLine(
  database: Database,
  line: HistoryRow,
  siblings: readonly HistoryRow[],
  row: EntryRow | undefined,
): Promise<ToldLine | undefined> {
  // Pruned since.
  if (!row) return undefined
  const before = await findBefore(database, line, siblings, row)
  const isLast = row.head === line.hash
  const { sentAt = NaN, createdAt } = row
  return {
    entry: rowToKnown(row),
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

/** The line before a line of the same entry: mostly at hand, or known not to be. */
async function findBefore(
  { history }: Database,
  line: HistoryRow,
  siblings: readonly HistoryRow[],
  { lines }: EntryRow,
): Promise<HistoryRow | undefined> {
  const index = siblings.indexOf(line)
  if (index > 0 || siblings.length === lines) return siblings[index - 1]
  return history
    .where('id')
    .equals(line.id)
    .reverse()
    .filter(({ n }) => n < line.n)
    .first()
}

function rowToUnderWay(row: EntryRow): UnderWay {
  const { lines, sentAt } = row
  return { entry: rowToKnown(row), ...(lines === 0 && sentAt !== undefined && { since: sentAt }) }
}

/** A damaged row tells what is left of it. */
function rowToKnown({ id, kind, shop, terminal, attempts }: Partial<EntryRow>): KnownEntry {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    id: textOf(id),
    kind: operationKinds.find((known) => known === kind) ?? 'unknown',
    shop: textOf(shop),
    terminal: textOf(terminal),
    attempts: Number.isSafeInteger(attempts) ? Number(attempts) : 0,
  }
}
