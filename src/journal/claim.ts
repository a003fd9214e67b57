import { pickGiven } from '../domain/given.js'
import { Dexie } from 'dexie'
import { is } from '../domain/is.js'
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
import type { Database } from './database.js'
import { openBody } from './prepare.js'
import { BodyRow, EntryRow, isNewer, ValidatorsRow } from './rows.js'
import { recount, tally } from './tally.js'
import type { Vault } from './vault.js'

const lookMin = 16

/**
 * Marks up to `slots` entries as sending: each the first in all its lanes. Runs inside the turn's transaction.
 * Whoever is found waiting behind another loses its `dueAt`, and gets it back when a lane is released to it,
 * so that no look at the queue meets the same held-back entry twice.
 */
export async function claim(
  database: Database,
  { slots, limits = {}, now, agedBefore = -Infinity }: Turn,
): Promise<Marked[]> {
  const claimed: Marked[] = []
  const leftAlone = new Set<number>()
  while (claimed.length < slots) {
    const kinds = operationKinds.filter((kind) => countLeft(kind, limits, claimed) > 0)
    const candidates = await findCandidates(database, kinds, now, Math.max(lookMin, slots) + leftAlone.size)
    const rows = candidates.filter(({ place }) => !leftAlone.has(place))
    if (rows.length === 0) break
    const heads = await Promise.all(rows.map((row) => isFirstInLanes(database, row)))
    const taken: EntryRow[] = []
    const passed: EntryRow[] = []
    for (const [index, row] of rows.entries()) {
      if (isNewer(row) || isAged(row, agedBefore)) leftAlone.add(row.place)
      else if (heads[index] !== true || isElsewhere(row)) passed.push(row)
      else if (isRoomFor(row, [...claimed, ...taken.map((row) => ({ row }))], slots, limits)) taken.push(row)
    }
    const marked = taken.map((row) => markSending(row, now))
    const [bodies, conditions] = await Promise.all([
      Promise.all(taken.map(({ id }) => findBody(database, id))),
      Promise.all(taken.map((row) => findConditions(database, row))),
      database.entries.bulkPut([...passed.map(holdBack), ...marked]),
      tally(
        database,
        taken.map((before, index) => ({ before, after: marked[index] ?? before })),
      ),
    ])
    // A damaged row was counted as what it was before the damage.
    if (taken.some((row) => !is(row, EntryRow))) await recount(database)
    claimed.push(
      ...marked.map((row, index) => ({
        row,
        isSound: is(taken[index], EntryRow),
        body: bodies[index],
        conditions: conditions[index],
      })),
    )
    if (taken.length === 0 && passed.length === 0) break
  }
  return claimed
}

/** Whatever a damaged row says of its time: what has been sent, settled or parked is not sent again for it. */
function isElsewhere({ state }: EntryRow): boolean {
  return state !== 'queued' && entryStates.includes(state)
}

/** What has waited too long is not sent; the next run parks it. */
function isAged({ waitingSince = Infinity }: EntryRow, agedBefore: number): boolean {
  return isMoment(waitingSince) && waitingSince < agedBefore
}

function findBody({ bodies }: Database, id: unknown): Promise<BodyRow | undefined> {
  return typeof id === 'string' ? bodies.get(id) : Promise.resolve(undefined)
}

/** An entry marked as sending, its body still sealed. */
export interface Marked {
  row: EntryRow
  /** Whether the row was as it should be before it was marked. */
  isSound: boolean
  body: BodyRow | undefined
  conditions: Conditions | undefined
}

type Limits = NonNullable<Turn['limits']>
type Counted = readonly { row: { kind: string } }[]

function countLeft(kind: OperationKind, limits: Limits, claimed: Counted): number {
  return (limits[kind] ?? Infinity) - claimed.filter(({ row }) => row.kind === kind).length
}

function isRoomFor({ kind }: EntryRow, claimed: Counted, slots: number, limits: Limits): boolean {
  return claimed.length < slots && countLeft(kind, limits, claimed) > 0
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
  const heads = await Promise.all(
    [...new Set(lanes)].map((lane) => database.entries.where('lanes').equals(lane).first()),
  )
  const woken = heads.flatMap((row) =>
    row?.state === 'queued' && row.dueAt === undefined && !isNewer(row) ? [{ ...row, dueAt: 0 }] : [],
  )
  await database.entries.bulkPut(woken)
}

async function findCandidates(
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
  const byTurn = (left: EntryRow, right: EntryRow) =>
    (left.dueAt ?? 0) - (right.dueAt ?? 0) || left.place - right.place
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
  await entries.bulkPut(over.map((row) => ({ ...row, dueAt })))
}

/** The lanes of a row, as far as they can be read. */
export function readLanes(lanes: unknown): string[] {
  return Array.isArray(lanes) ? lanes.filter((lane) => typeof lane === 'string') : []
}

async function isFirstInLanes(database: Database, { lanes, place }: EntryRow): Promise<boolean> {
  const firsts = await Promise.all(
    readLanes(lanes).map((lane) => database.entries.where('lanes').equals(lane).limit(1).primaryKeys()),
  )
  return firsts.every(([first]) => first === place)
}

/** Without what says when it may go. */
export function holdBack({ dueAt: _, isFirm: __, firmSince: ___, ...row }: EntryRow): EntryRow {
  return row
}

/** Opens what a turn has marked, once its transaction is over. */
export async function openMarked(
  vault: Vault,
  { run }: Pick<Turn, 'run'>,
  { row, isSound, body, conditions }: Marked,
): Promise<Claimed> {
  const ticket = rowToTicket(row)
  if (!isSound) return { ticket, unreadable: 'its row does not have the expected form' }
  if (!is(body, BodyRow)) return { ticket, unreadable: 'its body is missing or damaged' }
  const text = await openBody(vault, body).catch(() => undefined)
  if (text === undefined) return { ticket, unreadable: 'its body cannot be opened' }
  if (!isBodyOf(row, text)) return { ticket, unreadable: 'its body does not have the expected form' }
  return {
    run,

    ticket: ticket as ReadyClaim['ticket'],
    body: text,
    ...(conditions && { conditions }),
  }
}

/** The till's own conditions, or those that the latest reply about the card gives; none if none is known yet. */
async function findConditions({ validators }: Database, row: EntryRow): Promise<Conditions | undefined> {
  if (row.conditions !== 'latest') return row.conditions
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
