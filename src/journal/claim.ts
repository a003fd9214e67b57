import { Dexie } from 'dexie'
import { is } from 'superstruct'
import { operationKinds } from '../domain/endpoints.js'
import type { Ticket } from '../domain/ticket.js'
import { findMisfits } from '../domain/validate.js'
import type { Claimed } from '../ports.js'
import type { Database } from './database.js'
import { BodyRow, EntryRow, isNewer } from './rows.js'

const lookMin = 16

/**
 * Marks up to `slots` entries as sending: each the first in all its lanes. Runs inside the turn's transaction.
 * Whoever is found waiting behind another loses its `dueAt`, and gets it back when a lane is released to it,
 * so that no look at the queue meets the same held-back entry twice.
 */
export async function claim(database: Database, slots: number, now: number): Promise<Claimed[]> {
  const claimed: Claimed[] = []
  const leftAlone = new Set<number>()
  while (claimed.length < slots) {
    const candidates = await findCandidates(database, now, Math.max(lookMin, slots) + leftAlone.size)
    const rows = candidates.filter(({ place }) => !leftAlone.has(place))
    if (rows.length === 0) break
    const heads = await Promise.all(rows.map((row) => isFirstInLanes(database, row)))
    const taken: EntryRow[] = []
    const passed: EntryRow[] = []
    for (const [index, row] of rows.entries()) {
      if (isNewer(row)) leftAlone.add(row.place)
      else if (heads[index] !== true) passed.push(row)
      else if (claimed.length + taken.length < slots) taken.push(row)
    }
    const changed = [
      ...passed.map(holdBack),
      ...taken.map((row) => ({ ...holdBack(row), state: 'sending' as const })),
    ]
    await database.entries.bulkPut(changed)
    const bodies = await database.bodies.bulkGet(taken.map(({ id }) => id))
    claimed.push(...taken.map((row, index) => rowToClaimed(row, bodies[index])))
  }
  return claimed
}

/** When the next entry that nothing holds back may go. */
export async function findNextDueAt(database: Database): Promise<number | undefined> {
  const firsts = await Promise.all(
    operationKinds.map((kind) =>
      database.entries.where('[kind+dueAt]').between([kind, Dexie.minKey], [kind, Dexie.maxKey]).first(),
    ),
  )
  const times = firsts.flatMap((row) => row?.dueAt ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
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

async function findCandidates(database: Database, now: number, limit: number): Promise<EntryRow[]> {
  const rows = await Promise.all(
    operationKinds.map((kind) =>
      database.entries
        .where('[kind+dueAt]')
        .between([kind, 0], [kind, now], true, true)
        .limit(limit)
        .toArray(),
    ),
  )
  const byTurn = (left: EntryRow, right: EntryRow) =>
    (left.dueAt ?? 0) - (right.dueAt ?? 0) || left.place - right.place
  return rows.flat().sort(byTurn).slice(0, limit)
}

async function isFirstInLanes(database: Database, { lanes, place }: EntryRow): Promise<boolean> {
  if (!Array.isArray(lanes)) return true
  const firsts = await Promise.all(
    lanes.map((lane) => database.entries.where('lanes').equals(lane).limit(1).primaryKeys()),
  )
  return firsts.every(([first]) => first === place)
}

function holdBack({ dueAt: _, ...row }: EntryRow): EntryRow {
  return row
}

function rowToClaimed(row: EntryRow, body: BodyRow | undefined): Claimed {
  const ticket = rowToTicket(row)
  if (!is({ ...row, dueAt: 0 }, EntryRow))
    return { ticket, unreadable: 'its row does not have the expected form' }
  if (!is(body, BodyRow))
    return { ticket, unreadable: 'its body is missing or does not have the expected form' }
  return isBodyOf(row, body.body)
    ? { ticket, body: body.body }
    : { ticket, unreadable: 'its body is not what the interface asks for' }
}

function isBodyOf({ kind }: EntryRow, body: string): boolean {
  try {
    return findMisfits(kind, JSON.parse(body)).length === 0
  } catch {
    return false
  }
}

/** The hot facts for deciding; a damaged row yields what is left of them. */
export function rowToTicket(row: Partial<EntryRow> & { place: number }): Ticket {
  const { id, kind, place, attempts, createdAt } = row
  return {
    id: typeof id === 'string' ? id : `place-${place}`,
    kind: operationKinds.find((known) => known === kind) ?? 'unknown',
    place,
    attempts: Number.isFinite(attempts) ? Number(attempts) : 0,
    createdAt: Number.isFinite(createdAt) ? Number(createdAt) : 0,
  }
}
