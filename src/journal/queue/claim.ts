import { Dexie } from 'dexie'
import { withoutDueAt } from '../../decide/become.js'
import { decideClaim } from '../../decide/claim.js'
import { isRecognised, mayLeave } from '../../decide/policy.js'
import type { Conditions } from '../../domain/conditions.js'
import { validatorsToConditions } from '../../domain/validators.js'
import { endpointOf, operationKinds } from '../../domain/endpoints.js'
import { entryStates } from '../../domain/entry.js'
import { isMoment } from '../../domain/fields.js'
import { pickGiven } from '../../domain/given.js'
import { is } from '../../domain/is.js'
import { pickHeldCard } from '../../domain/lanes.js'
import type { OperationKind } from '../../domain/models.js'
import type { Claimed, ReadyClaim, Turn } from '../../ports.js'
import {
  type BodyRow,
  type Database,
  type EntryRow,
  findInState,
  getAll,
  isNewer,
  isSoundEntry,
  type Opened,
  putAll,
  readBody,
  readLanes,
  rowToTicket,
  type Step,
  tally,
  type TallyRow,
  ValidatorsRow,
  type Vault,
} from './below.js'

/** The number of rows read at once when the first ones cannot go: it doubles each time, up to the maximum. */
const [searchMin, searchMax] = [16, 256]

export interface Claiming {
  /** Entries that are already marked. */
  taken: readonly Marked[]
  /** Entries that the replay rule does not allow to be sent. */
  barred: readonly EntryRow[]
  /** The lanes released by the entries that have ended. */
  released: readonly string[]
  counted: TallyRow | undefined
}

/**
 * Marks entries as sending, up to the turn's slots, each the first in all its lanes. Runs inside the turn's
 * transaction. An entry found waiting behind another loses its `dueAt` and gets it back when its lane is released, so
 * that no later search reads it in vain.
 */
export async function claim(
  database: Database,
  turn: Turn,
  known: Claiming,
): Promise<{ marked: Marked[]; barred: EntryRow[] }> {
  const { slots, ahead = 0, slotsPerKind, now } = turn
  const barred = [...known.barred]
  const claimed = [...known.taken]
  const leftAlone = new Set(known.barred.map(({ place }) => place))
  const kindsLeft = () => operationKinds.filter((kind) => countLeft(kind, slotsPerKind, claimed) > 0)
  const search = (limit: number) =>
    claimed.length < slots ? findCandidates(database, kindsLeft(), now, limit) : []

  /** The claims are written before the next search starts, so that it does not find the same entries again. */
  function take(inspected: readonly Inspected[], woken: readonly EntryRow[]): Promise<unknown> {
    const selection = selectClaims(inspected, claimed, turn)
    claimed.push(...selection.taken)
    barred.push(...selection.barred)
    for (const { place } of [...selection.leftAlone, ...selection.barred]) leftAlone.add(place)
    const settled = new Set([...selection.taken.map(({ before }) => before), ...selection.passed])
    const waiting = woken.filter((row) => !settled.has(row))
    return writeSelection(database, selection, waiting, known.counted)
  }

  let searched = slots + ahead
  let [woken, candidates] = await Promise.all([findWoken(database, known.released), search(searched)])
  while (woken.length + candidates.length > 0) {
    const mayGo = woken.filter((row) => isRoomFor(row, claimed, turn))
    const rows = [...mayGo, ...candidates].filter(({ place }) => !leftAlone.has(place)).sort(byTurn)
    const inspected = await Promise.all(rows.map((row) => inspect(database, row)))
    const isMore = candidates.length >= searched
    const taking = take(inspected, woken)
    searched = Math.min(searchMax, Math.max(searchMin, 2 * searched)) + leftAlone.size
    ;[candidates] = await Promise.all([isMore ? search(searched) : [], taking])
    woken = []
  }
  return { marked: await findSealed(database, claimed), barred }
}

/** Adds the sealed bodies of the entries that are not opened yet. */
async function findSealed({ bodies }: Database, marked: readonly Marked[]): Promise<Marked[]> {
  const unopened = marked.filter(({ opened, row }) => !opened && typeof row.id === 'string')
  const ids = unopened.map(({ row }) => row.id)
  const found = await getAll(bodies, ids)
  return marked.map((one) => (one.opened ? one : { ...one, body: found[unopened.indexOf(one)] }))
}

/** The current row if it is the first in all its lanes and they are free, and the conditions of its request. */
export async function findInFront(
  database: Database,
  { place, lanes, ...row }: EntryRow,
): Promise<{ current: EntryRow | undefined; conditions: Conditions | undefined }> {
  const { entries } = database
  const [lane, ...others] = readLanes(lanes)
  const [first, isFirst, isFree, conditions] = await Promise.all([
    lane === undefined ? entries.get(place) : entries.where('lanes').equals(lane).first(),
    isFirstInLanes(database, { place, lanes: others }),
    areLanesFree(database, { ...row, place, lanes }),
    findConditions(database, row),
  ])
  return { current: isFirst && isFree && first?.place === place ? first : undefined, conditions }
}

/** The facts about a row that decide whether it is claimed. */
export interface Inspected {
  before: EntryRow
  isFirst: boolean
  conditions: Conditions | undefined
  /** Its sealed body, and the opened one if it was opened before. */
  body?: BodyRow | undefined
  opened?: Opened
}

/** Reads whether an entry may go, and the conditions of its request. */
export async function inspect(database: Database, before: EntryRow): Promise<Inspected> {
  const [isFirst, conditions] = await Promise.all([
    isInFront(database, before),
    findConditions(database, before),
  ])
  return { before, isFirst, conditions }
}

/** Whether an entry is the first in all its lanes, and none of them is in use. */
export async function isInFront(database: Database, row: EntryRow): Promise<boolean> {
  const [isFirst, isFree] = await Promise.all([isFirstInLanes(database, row), areLanesFree(database, row)])
  return isFirst && isFree
}

export interface Selection {
  taken: Marked[]
  /** Behind another entry, or not queued any more. */
  passed: EntryRow[]
  leftAlone: EntryRow[]
  /** An earlier attempt may have been applied, and the rule in force now allows no repeat. */
  barred: EntryRow[]
}

/** Selects the entries to claim, as far as there is room beside the claimed ones. */
export function selectClaims(
  inspected: readonly Inspected[],
  claimed: readonly Marked[],
  turn: Turn,
): Selection {
  const selection: Selection = { taken: [], passed: [], leftAlone: [], barred: [] }
  const { taken, passed, leftAlone, barred } = selection
  for (const one of inspected) {
    const { before } = one
    if (isNewer(before) || isAged(before, turn)) leftAlone.push(before)
    else if (!one.isFirst || isElsewhere(before)) passed.push(before)
    else if (isRoomFor(before, [...claimed, ...taken], turn)) {
      if (mayLeave(rowToTicket(before), turn.policy, turn.now)) taken.push(mark(one, turn))
      else barred.push(before)
    }
  }
  return selection
}

function mark(inspected: Inspected, turn: Turn): Marked {
  const { before } = inspected
  const { keyHeader: _, ...kept } = withoutDueAt(before)
  const row = { ...kept, ...decideClaim(before, turn.policy, turn.now) }
  return { ...inspected, row, isSound: isSoundEntry(before) }
}

async function writeSelection(
  database: Database,
  { taken, passed }: Selection,
  woken: readonly EntryRow[],
  counted: TallyRow | undefined,
): Promise<void> {
  putAll(database.entries, [
    ...passed.filter(({ dueAt }) => dueAt !== undefined).map(withoutDueAt),
    ...taken.map(({ row }) => row),
    ...woken.map(wakeUp),
  ])
  await tally(database, taken.map(markToStep), counted)
}

export function markToStep({ before, row }: Marked): Step {
  return { place: row.place, before, after: row }
}

/** A damaged row may have a due time although it was sent, settled or parked: such an entry is not sent again. */
function isElsewhere({ state }: EntryRow): boolean {
  return state !== 'queued' && entryStates.includes(state)
}

/** An entry that has waited too long is not sent; the next run parks it. */
function isAged({ waitingSince = Infinity }: EntryRow, { agedBefore = -Infinity }: Turn): boolean {
  return isMoment(waitingSince) && waitingSince < agedBefore
}

/** An entry marked as sending, its body still sealed unless it was opened before. */
export interface Marked extends Inspected {
  row: EntryRow
  /** Whether the row had the expected form before it was marked. */
  isSound: boolean
}

type Counted = readonly { row: { kind: string } }[]

function countLeft(kind: OperationKind, slotsPerKind: Turn['slotsPerKind'], claimed: Counted): number {
  return (slotsPerKind?.[kind] ?? Infinity) - claimed.filter(({ row }) => row.kind === kind).length
}

/** Whether there is room beside the claimed entries; an entry marked ahead must be safe to send again. */
export function isRoomFor(row: EntryRow, claimed: Counted, turn: Turn): boolean {
  const { slots, slotsPerKind, ahead = 0, policy, now } = turn
  if (countLeft(row.kind, slotsPerKind, claimed) <= 0) return false
  if (claimed.length < slots) return true
  return claimed.length < slots + ahead && isRecognised(rowToTicket(row), policy, now)
}

/** The due time of the next entry of each kind that is not held back. */
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

/** Gives the entries that are now first in a released lane their `dueAt` back, so that the next claim finds them. */
export async function release(database: Database, lanes: readonly string[]): Promise<void> {
  putAll(database.entries, (await findWoken(database, lanes)).map(wakeUp))
}

/** The entries that are now first in a released lane and waited behind another one. */
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

/** The due entries, in order. */
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

async function isFirstInLanes(
  database: Database,
  { lanes, place }: Pick<EntryRow, 'lanes' | 'place'>,
): Promise<boolean> {
  const firsts = await Promise.all(
    readLanes(lanes).map((lane) => database.entries.where('lanes').equals(lane).limit(1).primaryKeys()),
  )
  return firsts.every(([first]) => first === place)
}

const revisions = operationKinds.filter((kind) => endpointOf(kind).isRevision)

/**
 * Whether no lane of an entry is in use by an entry under way. The order ensures it, except for an entry that joined
 * a lane late: a correction in the place of another entry, or an update whose transaction has just become known.
 */
async function areLanesFree(
  database: Database,
  { lanes, place, replaces, kind }: Pick<EntryRow, 'lanes' | 'place' | 'replaces' | 'kind'>,
): Promise<boolean> {
  if (replaces === undefined && !revisions.includes(kind)) return true
  const sending = await findInState(database, 'sending').toArray()
  const taken = new Set(sending.flatMap((row) => (row.place === place ? [] : readLanes(row.lanes))))
  return !readLanes(lanes).some((lane) => taken.has(lane))
}

/** Opens the entries that a turn has marked, after its transaction. */
export async function openMarked(
  vault: Vault,
  { run, policy }: Pick<Turn, 'run' | 'policy'>,
  { row, isSound, opened: seen, body, conditions }: Marked,
): Promise<Claimed> {
  const ticket = rowToTicket(row)
  if (!isSound) return { ticket, unreadable: 'its row does not have the expected form' }
  if (row.isBare) return { ticket, unreadable: 'its secrets were erased', isBare: true }
  const opened = seen ?? (await readBody(vault, row, body))
  if ('unreadable' in opened) return { ticket, ...opened }
  const keyHeader = ticket.key === undefined ? undefined : policy.key?.header
  return {
    run,
    ticket: ticket as ReadyClaim['ticket'],
    body: opened.text,
    ...(keyHeader !== undefined && { keyHeader }),
    ...(conditions && { conditions }),
  }
}

/** The till's own conditions, or those from the latest reply about the card; undefined if there are none. */
function findConditions(
  database: Database,
  row: Pick<EntryRow, 'conditions' | 'kind' | 'codes'>,
): Promise<Conditions | undefined> | Conditions | undefined {
  return row.conditions === 'latest' ? findLatestConditions(database, row) : row.conditions
}

async function findLatestConditions(
  { validators }: Database,
  { kind, codes }: Pick<EntryRow, 'kind' | 'codes'>,
): Promise<Conditions | undefined> {
  const card = Array.isArray(codes) ? pickHeldCard(kind, codes) : undefined
  const latest = typeof card === 'string' ? await validators.get(card) : undefined
  return is(latest, ValidatorsRow)
    ? validatorsToConditions(pickGiven(latest, ['etag', 'lastModified']))
    : undefined
}
