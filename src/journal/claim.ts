import { pickGiven } from '../domain/given.js'
import { Dexie } from 'dexie'
import { is } from '../domain/is.js'
import { isRecognised } from '../decide/policy.js'
import { retryAfterMsMax } from '../decide/retry-after.js'
import { backoffMsMax, minute, retryJitterMsMax } from '../decide/schedule.js'
import { validatorsToConditions, type Conditions } from '../domain/conditions.js'
import { entryStates } from '../domain/entry.js'
import { isMoment } from '../domain/fields.js'
import { operationKinds } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import type { Ticket } from '../domain/ticket.js'
import { isModelOf } from '../domain/validate.js'
import type { Claimed, ReadyClaim, Turn } from '../ports.js'
import { getAll, putAll } from './batch.js'
import type { Database } from './database.js'
import { openBody } from './prepare.js'
import { BodyRow, EntryRow, isNewer, ValidatorsRow, type TallyRow } from './rows.js'
import { tally, type Step } from './tally.js'
import type { Vault } from './vault.js'

/** So many are looked at together where those in front are held back: twice as many each time, up to a bound. */
const [lookMin, lookMax] = [16, 256]

/** What a turn knows before it searches. */
export interface Claiming {
  /** Who is marked already. */
  taken: readonly Marked[]
  /** The lanes that those who have ended no longer hold. */
  released: readonly string[]
  counted: TallyRow | undefined
}

/**
 * Marks as many entries as sending as may go: each the first in all its lanes. Runs inside the turn's transaction.
 * Whoever is found waiting behind another loses its `dueAt`, and gets it back when a lane is released to it,
 * so that no look at the queue meets the same held-back entry twice.
 */
export async function claim(database: Database, turn: Turn, known: Claiming): Promise<Marked[]> {
  const { slots, ahead, limits = {}, now } = turn
  const claimed = [...known.taken]
  const leftAlone = new Set<number>()
  const kindsLeft = () => operationKinds.filter((kind) => countLeft(kind, limits, claimed) > 0)
  const search = (limit: number) =>
    claimed.length < slots ? findCandidates(database, kindsLeft(), now, limit) : []

  /** Written first, so that a search that is sent after it does not find the same again. */
  function take(looks: readonly Look[], woken: readonly EntryRow[]): Promise<unknown> {
    const verdict = judge(looks, claimed, turn)
    claimed.push(...verdict.taken)
    for (const { place } of verdict.leftAlone) leftAlone.add(place)
    const settled = new Set([...verdict.taken.map(({ before }) => before), ...verdict.passed])
    const waiting = woken.filter((row) => !settled.has(row))
    return writeVerdict(database, verdict, waiting, known.counted)
  }

  let asked = slots + (ahead?.slots ?? 0)
  let [woken, candidates] = await Promise.all([findWoken(database, known.released), search(asked)])
  while (woken.length + candidates.length > 0) {
    const mayGo = woken.filter((row) => isRoomFor(row, claimed, turn))
    const rows = [...mayGo, ...candidates].filter(({ place }) => !leftAlone.has(place)).sort(byTurn)
    const looks = await Promise.all(rows.map((row) => lookAt(database, row)))
    const isMore = candidates.length >= asked
    const taking = take(looks, woken)
    asked = Math.min(lookMax, Math.max(lookMin, 2 * asked)) + leftAlone.size
    ;[candidates] = await Promise.all([isMore ? search(asked) : [], taking])
    woken = []
  }
  return findSealed(database, claimed)
}

/** With the bodies that nobody has opened yet. */
async function findSealed({ bodies }: Database, marked: readonly Marked[]): Promise<Marked[]> {
  const unopened = marked.filter(({ opened, row }) => !opened && typeof row.id === 'string')
  const ids = unopened.map(({ row }) => row.id)
  const found = await getAll(bodies, ids)
  return marked.map((one) => (one.opened ? one : { ...one, body: found[unopened.indexOf(one)] }))
}

/** The row as it stands now, if it is the first in all its lanes, and under what conditions it may go. */
export async function findInFront(
  database: Database,
  { place, lanes, ...row }: EntryRow,
): Promise<{ again: EntryRow | undefined; conditions: Conditions | undefined }> {
  const { entries } = database
  const [lane, ...others] = readLanes(lanes)
  const [first, isFirst, conditions] = await Promise.all([
    lane === undefined ? entries.get(place) : entries.where('lanes').equals(lane).first(),
    isFirstInLanes(database, { place, lanes: others }),
    findConditions(database, row),
  ])
  return { again: isFirst && first?.place === place ? first : undefined, conditions }
}

/** What is seen of a row before it is judged. */
export interface Look {
  before: EntryRow
  isFirst: boolean
  conditions: Conditions | undefined
  /** Its sealed body, and what that says, if it was opened before. */
  body?: BodyRow | undefined
  opened?: Opened
}

/** Whether it may go, and under what conditions. */
export async function lookAt(database: Database, before: EntryRow): Promise<Look> {
  const [isFirst, conditions] = await Promise.all([
    isFirstInLanes(database, before),
    findConditions(database, before),
  ])
  return { before, isFirst, conditions }
}

export interface Verdict {
  taken: Marked[]
  /** Behind another, or long since elsewhere. */
  passed: EntryRow[]
  leftAlone: EntryRow[]
}

/** Who of those goes, as far as there is room beside those that go already. */
export function judge(looks: readonly Look[], claimed: readonly Marked[], turn: Turn): Verdict {
  const verdict: Verdict = { taken: [], passed: [], leftAlone: [] }
  const { taken, passed, leftAlone } = verdict
  for (const look of looks) {
    const { before } = look
    if (isNewer(before) || isAged(before, turn)) leftAlone.push(before)
    else if (!look.isFirst || isElsewhere(before)) passed.push(before)
    else if (isRoomFor(before, [...claimed, ...taken], turn)) taken.push(mark(look, turn.now))
  }
  return verdict
}

function mark(look: Look, now: number): Marked {
  const { before } = look
  return { ...look, row: markSending(before, now), isSound: is(before, EntryRow) }
}

async function writeVerdict(
  database: Database,
  { taken, passed }: Verdict,
  woken: readonly EntryRow[],
  counted: TallyRow | undefined,
): Promise<void> {
  putAll(database.entries, [
    ...passed.filter(({ dueAt }) => dueAt !== undefined).map(holdBack),
    ...taken.map(({ row }) => row),
    ...woken.map(wakeUp),
  ])
  await tally(database, taken.map(markToStep), counted)
}

/** How a mark is counted. */
export function markToStep({ before, row }: Marked): Step {
  return { before, after: row }
}

/** Whatever a damaged row says of its time: what has been sent, settled or parked is not sent again for it. */
function isElsewhere({ state }: EntryRow): boolean {
  return state !== 'queued' && entryStates.includes(state)
}

/** What has waited too long is not sent; the next run parks it. */
function isAged({ waitingSince = Infinity }: EntryRow, { agedBefore = -Infinity }: Turn): boolean {
  return isMoment(waitingSince) && waitingSince < agedBefore
}

/** An entry marked as sending, its body still sealed unless it was opened before. */
export interface Marked extends Look {
  row: EntryRow
  /** Whether the row was as it should be before it was marked. */
  isSound: boolean
}

type Limits = NonNullable<Turn['limits']>
type Counted = readonly { row: { kind: string } }[]

function countLeft(kind: OperationKind, limits: Limits, claimed: Counted): number {
  return (limits[kind] ?? Infinity) - claimed.filter(({ row }) => row.kind === kind).length
}

/** Whether it may go beside those; what is only marked ahead must be safe to send again, whatever happens until it goes. */
export function isRoomFor(row: EntryRow, claimed: Counted, turn: Turn): boolean {
  const { slots, limits = {}, ahead, now } = turn
  if (countLeft(row.kind, limits, claimed) <= 0) return false
  if (!ahead || claimed.length < slots) return claimed.length < slots
  return claimed.length < slots + ahead.slots && isRecognised(rowToTicket(row), ahead.policy, now)
}

function markSending(row: EntryRow, now: number): EntryRow {
  return { ...holdBack(row), state: 'sending', sentAt: row.sentAt ?? now }
}

/** When the next entry of each kind that nothing holds back may go. */
export async function findNextDueAts(database: Database): Promise<Partial<Record<OperationKind, number>>> {
  const firsts = await Promise.all(
    operationKinds.map((kind) =>
      database.entries
        .where('[kind+dueAt]')
        .between([kind, Dexie.minKey], [kind, Dexie.maxKey])
        .filter((row) => !isNewer(row))
        .first(),
    ),
  )
  return Object.fromEntries(
    firsts.flatMap((row) => (row?.dueAt === undefined ? [] : [[row.kind, row.dueAt]])),
  )
}

/** Lets whoever now stands first in a released lane be found by the next claim. */
export async function release(database: Database, lanes: readonly string[]): Promise<void> {
  putAll(database.entries, (await findWoken(database, lanes)).map(wakeUp))
}

/** Whoever stands first in a released lane and has stood behind another. */
async function findWoken(database: Database, lanes: readonly string[]): Promise<EntryRow[]> {
  const heads = await Promise.all(
    [...new Set(lanes)].map((lane) => database.entries.where('lanes').equals(lane).first()),
  )
  const woken = heads.flatMap((row) =>
    row?.state === 'queued' && row.dueAt === undefined && !isNewer(row) ? [row] : [],
  )
  return [...new Map(woken.map((row) => [row.place, row])).values()]
}

function wakeUp(row: EntryRow): EntryRow {
  return { ...row, dueAt: 0 }
}

function byTurn(left: EntryRow, right: EntryRow): number {
  return (left.dueAt ?? 0) - (right.dueAt ?? 0) || left.place - right.place
}

/** Whoever may be next, in order. */
export async function findCandidates(
  database: Database,
  kinds: readonly OperationKind[],
  now: number,
  limit: number,
): Promise<EntryRow[]> {
  const rows = await Promise.all(
    kinds.map((kind) =>
      database.entries
        .where('[kind+dueAt]')
        .between([kind, Dexie.minKey], [kind, now], true, true)
        .limit(limit)
        .toArray(),
    ),
  )
  return rows.flat().sort(byTurn).slice(0, limit)
}

/** A person's wish ends every wait that the service did not name itself. */
export async function endWaits(database: Database, now: number): Promise<void> {
  await endWaitsBeyond(database, now, ({ isFirm }) => isFirm !== true)
}

/** No wait is longer than these; a later time was set by a clock that has been put right since. */
const firmMsMax = retryAfterMsMax + retryJitterMsMax

/** A clock is put right by seconds all the time. */
const toleranceMs = minute

export async function endImpossibleWaits(database: Database, now: number): Promise<void> {
  const isImpossible = ({ isFirm, firmSince = now, dueAt = 0 }: EntryRow) =>
    isFirm !== true || dueAt > now + firmMsMax || now < firmSince - toleranceMs
  await endWaitsBeyond(database, now + backoffMsMax, isImpossible, now)
}

async function endWaitsBeyond(
  { entries }: Database,
  beyond: number,
  isOver: (row: EntryRow) => boolean,
  dueAt = beyond,
): Promise<void> {
  const waiting = await Promise.all(
    operationKinds.map((kind) =>
      entries.where('[kind+dueAt]').between([kind, beyond], [kind, Dexie.maxKey], false, true).toArray(),
    ),
  )
  const over = waiting.flat().filter((row) => isOver(row) && !isNewer(row))
  putAll(
    entries,
    over.map((row) => ({ ...row, dueAt })),
  )
}

/** The lanes of a row, as far as they can be read. */
export function readLanes(lanes: unknown): string[] {
  return Array.isArray(lanes) ? lanes.filter((lane) => typeof lane === 'string') : []
}

async function isFirstInLanes(
  database: Database,
  { lanes, place }: Pick<EntryRow, 'lanes' | 'place'>,
): Promise<boolean> {
  const firsts = await Promise.all(
    readLanes(lanes).map((lane) => database.entries.where('lanes').equals(lane).limit(1).primaryKeys()),
  )
  return firsts.every(([first]) => first === place)
}

/** Without what says when it may go. */
export function holdBack({ dueAt: _, isFirm: __, firmSince: ___, ...row }: EntryRow): EntryRow {
  return row
}

/** What a sealed body says, or why nobody can tell. */
export type Opened = { text: string } | { unreadable: string }

/** Opens a body outside of any transaction. */
export async function readBody(vault: Vault, row: EntryRow, body: unknown): Promise<Opened> {
  if (!is(body, BodyRow)) return { unreadable: 'its body is missing or damaged' }
  const text = await openBody(vault, body).catch(() => undefined)
  if (text === undefined) return { unreadable: 'its body cannot be opened' }
  return isBodyOf(row, text) ? { text } : { unreadable: 'its body does not have the expected form' }
}

/** Opens what a turn has marked, once its transaction is over. */
export async function openMarked(
  vault: Vault,
  { run }: Pick<Turn, 'run'>,
  { row, isSound, opened: seen, body, conditions }: Marked,
): Promise<Claimed> {
  const ticket = rowToTicket(row)
  if (!isSound) return { ticket, unreadable: 'its row does not have the expected form' }
  const opened = seen ?? (await readBody(vault, row, body))
  if ('unreadable' in opened) return { ticket, ...opened }
  return {
    run,
    ticket: ticket as ReadyClaim['ticket'],
    body: opened.text,
    ...(conditions && { conditions }),
  }
}

/** The till's own conditions, or those that the latest reply about the card gives; none if none is known yet. */
function findConditions(
  database: Database,
  row: Pick<EntryRow, 'conditions' | 'codes'>,
): Promise<Conditions | undefined> | Conditions | undefined {
  return row.conditions === 'latest' ? findLatestConditions(database, row) : row.conditions
}

async function findLatestConditions(
  { validators }: Database,
  row: Pick<EntryRow, 'codes'>,
): Promise<Conditions | undefined> {
  const [card] = Array.isArray(row.codes) ? row.codes : []
  const latest = typeof card === 'string' ? await validators.get(card) : undefined
  return is(latest, ValidatorsRow)
    ? validatorsToConditions(pickGiven(latest, ['etag', 'lastModified']))
    : undefined
}

/** Whether a text is a body that this till could have rung up. */
export function isBodyOf({ kind }: Pick<EntryRow, 'kind'>, body: string): boolean {
  try {
    return isModelOf(kind, JSON.parse(body))
  } catch {
    return false
  }
}

/** The hot facts for deciding; a damaged row yields what is left of them. */
export function rowToTicket(row: Partial<EntryRow> & { place: number }): Ticket {
  const { id, kind, place } = row
  const count = (value: unknown) => (Number.isFinite(value) ? Number(value) : 0)
  return {
    id: typeof id === 'string' ? id : `place-${place}`,
    kind: operationKinds.find((known) => known === kind) ?? 'unknown',
    place,
    attempts: count(row.attempts),
    unknowns: count(row.unknowns),
    renewals: count(row.renewals),
    createdAt: count(row.createdAt),
    head: typeof row.head === 'string' ? row.head : '',
    ...pickGiven(row, ['sentAt', 'refusedAt', 'key', 'conditions', 'transactionOf']),
  }
}
