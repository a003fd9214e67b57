import type { Table } from 'dexie'
import { is } from '../domain/is.js'
import type { HistoryLine } from '../decide/decide.js'
import { findLimit, type Limits, type LimitStanding } from '../decide/limits.js'
import { endpointOf } from '../domain/endpoints.js'
import type { ListedEntry } from '../domain/entry.js'
import type { OperationKind } from '../domain/models.js'
import {
  DuplicateOperation,
  InvalidOperation,
  isCausedBy,
  LimitReached,
  StorageRefused,
} from '../domain/errors.js'
import type { Database } from './database.js'
import { laneAfter, prepareDraft, toldText, type Draft, type PreparedDraft, type Store } from './prepare.js'
import { composeEntry, find } from './read.js'
import { useNumber } from './receipts.js'
import { EntryRow } from './rows.js'
import { eraseSecrets } from './secrets.js'
import { addAll, commit, putAll } from './batch.js'
import { readStanding } from './standing.js'
import { addSteps, isUnresolved, recount, tally } from './tally.js'

/** What may stand in the way of ringing up, and who lets it through all the same. */
export interface Guard {
  limits: Limits
  override?: { by: string; reason: string }
  allowDuplicate?: { by: string; reason: string }
}

/** Keeps the operation, its receipt and its place in line, all in one transaction or not at all. */
export async function append(
  store: Store,
  draft: Draft,
  guard: Guard,
  notes: readonly HistoryLine[] = [],
): Promise<ListedEntry | undefined> {
  const prepared = await prepareDraft(store.vault, draft, notes)
  try {
    await write(store.database, draft, prepared, guard, notes)
    return composeEntry(prepared.entry, draft.request, undefined, prepared.lines)
  } catch (error) {
    // Whatever stands under the id answers first: what is told twice passes no guard a second time.
    if (await isTold(store.database, draft)) {
      // No browser should keep what it says it did not; one that does may have left it uncounted.
      if (!isConstraint(error) && !isOurs(error)) await recount(store.database).catch(() => undefined)
      await assertSame(store, draft)
      return find(store, draft.id)
    }
    const note = noteOf(error, guard, draft.createdAt)
    if (note && !notes.some(({ what }) => what === note.what))
      return append(store, draft, guard, [...notes, note])
    if (isOurs(error)) throw error
    throw new StorageRefused(`${draft.kind} was not kept`, error)
  }
}

async function write(
  database: Database,
  draft: Draft,
  prepared: PreparedDraft,
  guard: Guard,
  notes: readonly HistoryLine[],
): Promise<void> {
  await database.transaction('rw', tablesOf(database, prepared), async () => {
    if (draft.transactionOf !== undefined) await assertReference(database, draft.kind, draft.transactionOf)
    // Asked before it is written, so that it does not meet itself; what does not pass undoes all that was written.
    const [obstacle, counted] = await Promise.all([
      findObstacle(database, draft, prepared, guard, notes),
      database.tallies.get('entries'),
      addRows(database, prepared),
    ])
    if (obstacle) throw obstacle
    if (addSteps(counted, [{ after: prepared.entry }])) putAll(database.tallies, [counted])
    commit()
  })
}

/** The fewer a transaction names, the fewer it waits for. */
function tablesOf(database: Database, { receipt, lines, used }: PreparedDraft): Table[] {
  const { entries, bodies, receipts, history, tallies, numbers, counters } = database
  const named = [
    entries,
    bodies,
    tallies,
    ...(receipt ? [receipts] : []),
    ...(lines.length > 0 ? [history] : []),
    ...(used ? [numbers, counters] : []),
  ]
  return named as Table[]
}

/** Asks all at once, and judges in order. It throws nothing, for what is written beside it is to come to its end. */
async function findObstacle(
  database: Database,
  draft: Draft,
  { entry }: PreparedDraft,
  { limits }: Guard,
  notes: readonly HistoryLine[],
): Promise<DuplicateOperation | LimitReached | undefined> {
  const { entries } = database
  const isNoted = (what: HistoryLine['what']) => notes.some((note) => note.what === what)
  const isBounded = Object.keys(limits).length > 0 && !isNoted('limit-overridden')
  const [alike, standing] = await Promise.all([
    Promise.all(entry.prints.map((print) => entries.where('prints').equals(print).toArray())),
    isBounded ? readStanding(database, endpointOf(draft.kind).isLimited ? entry.codes : []) : undefined,
  ])
  const twin = isNoted('duplicate-allowed') ? undefined : findTwin(draft, alike.flat())
  if (twin) return new DuplicateOperation(twin.id, 'duplicate')
  return standing && findPassedLimit(draft, entry, limits, standing)
}

/** Writes the rows of a new entry, and counts it. */
export async function addEntry(database: Database, prepared: PreparedDraft): Promise<void> {
  await Promise.all([addRows(database, prepared), tally(database, [{ after: prepared.entry }])])
}

/** Writes the rows of a new entry, which is yet to be counted; with a place, it stands in line where another one stood. */
export async function addRows(
  database: Database,
  { entry, body, receipt, lines, used }: PreparedDraft,
  place?: number,
): Promise<void> {
  addAll(database.entries, [place === undefined ? entry : ({ ...entry, place } as EntryRow)])
  addAll(database.bodies, [body])
  if (receipt) addAll(database.receipts, [receipt])
  addAll(database.history, lines)
  if (used) await useNumber(database, used)
}

async function assertReference(database: Database, kind: OperationKind, id: string): Promise<void> {
  if (!(await holdLane(database, id))) {
    throw new InvalidOperation(kind, [
      { path: 'extra.transactionOf', expected: 'the id of an entry', found: 'no such entry' },
    ])
  }
}

/** An unresolved entry takes hold of the lane in which the one that refers to it waits; tells whether there is one. */
export async function holdLane({ entries }: Database, id: string): Promise<boolean> {
  const row = await entries.where('id').equals(id).first()
  const lane = laneAfter(id)
  if (row && is(row, EntryRow) && row.lanes && !row.lanes.includes(lane)) {
    await entries.put({ ...row, lanes: [...row.lanes, lane] })
  }
  return row !== undefined
}

/** For so long after the first was settled, its like is taken for a slip of the hand. */
const duplicateMs = 600_000

/** An operation like one that is unresolved, or was settled a moment ago, is more likely a mistake than a sale. */
function findTwin({ createdAt }: Draft, alike: readonly EntryRow[]): EntryRow | undefined {
  const isRecent = ({ state, endedAt = 0 }: EntryRow) =>
    state === 'settled' && createdAt - endedAt < duplicateMs
  return alike.find((row) => isUnresolved(row) || isRecent(row))
}

function findPassedLimit(
  { kind, createdAt }: Draft,
  { amount, codes }: PreparedDraft['entry'],
  limits: Limits,
  standing: LimitStanding,
): LimitReached | undefined {
  const asked = { kind, ...(amount !== undefined && { amount }), cards: codes }
  const passed = findLimit(limits, asked, standing, createdAt)
  return passed && new LimitReached(kind, passed)
}

/** What a named person lets through is let through on record. */
function noteOf(error: unknown, guard: Guard, at: number): HistoryLine | undefined {
  const isLimit = error instanceof LimitReached
  const isDuplicate = error instanceof DuplicateOperation && error.code === 'duplicate'
  const verdict = isLimit ? guard.override : isDuplicate ? guard.allowDuplicate : undefined
  if (!verdict) return undefined
  const what = isLimit ? 'limit-overridden' : 'duplicate-allowed'
  const detail = isLimit
    ? `${error.limit}: ${error.found} against ${error.max}`
    : (error as DuplicateOperation).id
  return { at, what, by: verdict.by, reason: verdict.reason, detail }
}

/** The same id with the same body is the same operation, told twice; with another body it is a mistake. */
async function assertSame({ database, vault }: Store, { id, kind, request }: Draft): Promise<void> {
  const text = JSON.stringify(request)
  const entry = await database.entries.where('id').equals(id).first()
  const marks = await Promise.all(
    [text, eraseSecrets(kind, text)].map((one) => vault.mark(toldText(kind, one))),
  )
  if (entry === undefined || !marks.includes(entry.told)) throw new DuplicateOperation(id, 'id-reused')
}

/** The id is taken: no other index is without twins. */
function isConstraint(error: unknown): boolean {
  return isCausedBy(error, ['ConstraintError'])
}

async function isTold({ entries }: Database, { id }: Draft): Promise<boolean> {
  const count = await entries
    .where('id')
    .equals(id)
    .count()
    .catch(() => 0)
  return count > 0
}

function isOurs(error: unknown): boolean {
  return (
    error instanceof InvalidOperation || error instanceof DuplicateOperation || error instanceof LimitReached
  )
}
