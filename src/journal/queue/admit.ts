import { unresolved } from '../../domain/entry.js'
import type { HistoryLine } from '../../decide/decide.js'
import { findTwin, type Twin } from '../../decide/duplicates.js'
import { type Exposure, findLimit, type Limits } from '../../decide/limits.js'
import { endpointOf } from '../../domain/endpoints.js'
import { OwnError } from '../../domain/error-name.js'
import { DuplicateOperation, LimitReached } from '../../domain/errors.js'
import { changeSum } from '../../domain/money.js'
import { type Database, type EntryRow, finiteOf, readTally, readTallyFrom, type TallyRow } from './below.js'

// Every new entry passes these checks: an appended one, an amendment by a person or by the host, and an imported one.

/** The limits that an operation must keep, and the persons who allow an exception. */
export interface Guard {
  limits: Limits
  override?: { by: string; reason: string }
  allowDuplicate?: { by: string; reason: string }
}

/** The facts of a new entry that the checks read. */
export type Candidate = Pick<EntryRow, 'id' | 'kind' | 'amount' | 'codes' | 'prints'>

/** The time of the check, the exceptions already on record, and whether the entry is already written. */
export interface Circumstances {
  now: number
  notes?: readonly HistoryLine[]
  isWritten?: boolean
}

export type Obstacle = DuplicateOperation | LimitReached

/** The entries with a common fingerprint, unless a person allows a duplicate; the sums, where a limit is checked. */
export interface Found {
  alike?: readonly Twin[] | undefined
  exposure?: Exposure | undefined
}

/** Reads what the checks need; all its reads are asked for together. */
export async function findForAdmission(
  database: Database,
  candidate: Candidate,
  { limits }: Pick<Guard, 'limits'>,
  { notes = [], isWritten = false }: Pick<Circumstances, 'notes' | 'isWritten'>,
  whole: () => Promise<Whole> = () => readWhole(database),
): Promise<Found> {
  const isNoted = (what: HistoryLine['what']) => notes.some((note) => note.what === what)
  const isBounded = Object.keys(limits).length > 0 && !isNoted('limit-overridden')
  const { kind, codes, prints } = candidate
  const cards = endpointOf(kind).isLimited ? codes : []
  const [alike, exposure] = await Promise.all([
    isNoted('duplicate-allowed') ? undefined : findAlike(database, prints),
    isBounded ? readExposure(database, cards, whole, isWritten ? candidate : undefined) : undefined,
  ])
  return { alike, exposure }
}

export function decideAdmission(
  { id, kind, amount, codes: cards }: Candidate,
  { alike, exposure }: Found,
  { limits }: Pick<Guard, 'limits'>,
  { now }: Pick<Circumstances, 'now'>,
): Obstacle | undefined {
  const twin = alike && findTwin(alike, id, now)
  if (twin) return new DuplicateOperation(twin.id, 'duplicate')
  const asked = { kind, cards, ...(amount !== undefined && { amount }) }
  const passed = exposure && findLimit(limits, asked, exposure, now)
  return passed && new LimitReached(kind, passed)
}

/** The history line by which a named person allows the exception; undefined if no person is named. */
export function noteOf(error: unknown, guard: Guard, at: number): HistoryLine | undefined {
  if (!isObstacle(error)) return undefined
  const isLimit = error instanceof LimitReached
  const permission = isLimit ? guard.override : guard.allowDuplicate
  if (!permission) return undefined
  const what = isLimit ? 'limit-overridden' : 'duplicate-allowed'
  return { at, what, by: permission.by, reason: permission.reason, detail: describeObstacle(error) }
}

/** Whether a named person may allow the operation despite this error. */
export function isObstacle(error: unknown): error is Obstacle {
  return error instanceof LimitReached || (error instanceof DuplicateOperation && error.code === 'duplicate')
}

/** An obstacle in the words of a history line. */
export function describeObstacle(obstacle: Obstacle): string {
  return obstacle instanceof LimitReached
    ? `${obstacle.limit}: ${obstacle.found} against ${obstacle.max}`
    : obstacle.id
}

async function findAlike({ entries }: Database, prints: readonly string[]): Promise<EntryRow[]> {
  const alike = await Promise.all(prints.map((print) => entries.where('prints').equals(print).toArray()))
  return alike.flat()
}

type Counted = Pick<EntryRow, 'id' | 'amount'>

/** What limits compare of all unresolved entries: the same for every entry of a transaction. */
export interface Whole {
  counted: TallyRow
  oldest: EntryRow | undefined
}

/** The tally is not where it was: what limits compare must be read before anything is written. */
export class TallyUnknown extends OwnError {}

/** All of it is asked for at once if a place is known that the tally had reached. */
export async function readWhole(database: Database, reached?: number): Promise<Whole> {
  const [counted, oldest] = await Promise.all([
    reached === undefined ? readTally(database) : readTallyFrom(database, reached),
    database.entries.orderBy('waitingSince').first(),
  ])
  if (!counted) throw new TallyUnknown('the tally has not reached its place')
  return { counted, oldest }
}

/** The sums of the unresolved entries that limits check, in total and per card; `without` is left out. */
async function readExposure(
  database: Database,
  cards: readonly string[],
  whole: () => Promise<Whole>,
  without?: Counted,
): Promise<Exposure> {
  const [{ counted, oldest }, amounts] = await Promise.all([
    whole(),
    Promise.all(cards.map(async (card) => [card, await sumOfCard(database, card, without?.id)] as const)),
  ])
  return {
    total: changeSum(counted.amount, [], finiteOf(without?.amount)),
    count: unresolved.reduce((sum, state) => sum + counted[state], 0) - (without ? 1 : 0),
    byCard: new Map(amounts),
    ...(oldest?.waitingSince !== undefined && { oldestAt: oldest.waitingSince }),
  }
}

/** Every unresolved entry is in the lane of each of its cards, so the lane has the amounts of a card. */
async function sumOfCard({ entries }: Database, card: string, without?: string): Promise<string> {
  const rows = await entries.where('lanes').equals(card).toArray()
  return changeSum(
    '0',
    rows.flatMap(({ id, amount }) => (id === without ? [] : finiteOf(amount))),
    [],
  )
}
