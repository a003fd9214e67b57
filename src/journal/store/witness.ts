import { array, number, optional, string, type } from 'superstruct'
import {
  compareWitnesses,
  findCeiling,
  Loss,
  type Recognised,
  type Standing,
  type Witness,
} from '../../decide/witness.js'
import { isSameHeader } from '../../domain/headers.js'
import { is } from '../../domain/is.js'
import { putAll } from './batch.js'
import type { Plan } from './connection.js'
import type { Database } from './database.js'
import { findInState } from './entry-rows.js'
import { type EntryRow, isNewer } from './rows.js'
import { isSoundEntry } from './sound.js'
import { countUnresolved, tally } from './tally.js'

/** What watches over the database itself. */
export interface WitnessDeps {
  /** Compares the database with its witnesses, and brings it behind what they know; returns the open losses. */
  heedWitnesses(witnesses: readonly Witness[], now: number, keyHeader?: string): Promise<readonly Loss[]>
  /** The next witness of the database, which it knows of before anybody else does; `last` if that one says the same. */
  bearWitness(now: number, last?: Witness): Promise<Witness>
}

export const witnessPlan: Plan<keyof WitnessDeps> = {
  reading: [],
  repeatable: ['heedWitnesses', 'bearWitness'],
  // The last room is for operations that wait.
  promising: ['bearWitness'],
  patient: [],
}

export function createWitnessDeps(database: Database): WitnessDeps {
  return {
    heedWitnesses: (witnesses, now, keyHeader) => heedWitnesses(database, witnesses, now, keyHeader),
    bearWitness: (now, last) => bearWitness(database, now, last),
  }
}

/** What the database knows of its witnesses; in clear, since it names no card and no person. */
export const Witnessed = type({
  turn: number(),
  former: array(string()),
  losses: array(Loss),
  /** The last place of the state in which the database was found when it was set back. */
  doubtedUpTo: optional(number()),
  /** The turn to which it was brought when it was last set back. */
  setBackAt: optional(number()),
})

export const rowName = 'witnessed'

async function heedWitnesses(
  database: Database,
  witnesses: readonly Witness[],
  now: number,
  keyHeader?: string,
): Promise<readonly Loss[]> {
  const { entries, settings, counters, tallies } = database
  const standing = await database.transaction('r', [entries, settings], async () => readStanding(database))
  if (!compareWitnesses(standing, witnesses, now)) return standing.losses
  return database.transaction('rw', [entries, settings, counters, tallies], async () => {
    // Another tab may have done it meanwhile.
    const present = await readStanding(database)
    const recognised = compareWitnesses(present, witnesses, now)
    if (!recognised) return present.losses
    await raiseCounters(database, recognised)
    if (recognised.isSetBack) await doubtUnresolved(database, keyHeader)
    const { turn, former, losses, isSetBack } = recognised
    const doubtedUpTo = isSetBack ? present.place : present.doubtedUpTo
    const setBackAt = isSetBack ? turn : present.setBackAt
    await settings.put({ name: rowName, value: { turn, former, losses, doubtedUpTo, setBackAt } })
    return losses
  })
}

export async function readStanding({
  entries,
  settings,
}: Database): Promise<Standing & { doubtedUpTo?: number | undefined; setBackAt?: number | undefined }> {
  const [birth, witnessed, place] = await Promise.all([
    settings.get('birth'),
    settings.get(rowName),
    entries.orderBy(':id').lastKey(),
  ])
  const known = is(witnessed?.value, Witnessed) ? witnessed.value : { turn: 0, former: [], losses: [] }
  return { birth: String(birth?.value), place: Number(place ?? 0), ...known }
}

async function raiseCounters({ counters }: Database, { ceilings }: Recognised): Promise<void> {
  const rows = await counters.toArray()
  const nextOf = new Map(rows.map(({ sender, next }) => [sender, next]))
  const behind = [...ceilings].filter(([sender, ceiling]) => !((nextOf.get(sender) ?? 1) >= ceiling))
  putAll(
    counters,
    behind.map(([sender, next]) => ({ sender, next })),
  )
}

/** What is unresolved in an older state may have been sent since, or sent again by a person. */
async function doubtUnresolved(database: Database, keyHeader: string | undefined): Promise<void> {
  const { entries } = database
  const [queued, parked] = await Promise.all([
    findInState(database, 'queued').toArray(),
    findInState(database, 'parked').toArray(),
  ])
  const steps = [...queued.filter((row) => !isNewer(row)), ...parked.filter(isAnswered)].map((before) => ({
    place: before.place,
    before,
    after: doubt(before, keyHeader),
  }))
  putAll(
    entries,
    steps.map(({ after }) => after),
  )
  await tally(database, steps)
}

/** Whether a parked row says more than that its outcome is not known. */
function isAnswered(row: EntryRow): boolean {
  return isSoundEntry(row) && row.reason !== 'unknown' && row.reason !== 'unreadable'
}

/** The next run finds it as if it had been under way; what was handed over comes back as not known. */
function doubt(before: EntryRow, present: string | undefined): EntryRow {
  const { dueAt: _, keyHeader: first, reason, ...row } = before
  const { sentAt, createdAt, key, doubts = row.unknowns } = row
  // It was not sent before it was saved; since then it may have gone under the present header.
  const isOne = sentAt === undefined ? key !== undefined : isSameHeader(first, present)
  const header = isOne && present !== undefined ? { keyHeader: present } : {}
  const doubted = { ...row, sentAt: sentAt ?? createdAt, ...header }
  if (reason !== 'moved') return { ...doubted, state: 'sending' }
  const movedFrom = { ...row.movedFrom, state: 'parked', reason: 'unknown' } as const
  return { ...doubted, reason, doubts: doubts + 1, movedFrom }
}

async function bearWitness(database: Database, now: number, last?: Witness): Promise<Witness> {
  const { entries, settings, counters, tallies } = database
  return database.transaction('rw', [entries, settings, counters, tallies], async () => {
    const [{ birth, turn, former, place, losses, doubtedUpTo, setBackAt }, unresolved, rows] =
      await Promise.all([readStanding(database), countUnresolved(database), counters.toArray()])
    const witness: Witness = {
      v: 1,
      birth,
      turn: turn + 1,
      at: now,
      unresolved,
      place,
      ceilings: Object.fromEntries(
        rows
          .filter(({ next }) => Number.isFinite(next))
          .map(({ sender, next }) => [sender, findCeiling(next)]),
      ),
      losses: [...losses],
    }
    if (last && saysTheSame(last, witness)) return last
    const next = { turn: witness.turn, former, losses, doubtedUpTo, setBackAt }
    await settings.put({ name: rowName, value: next })
    return witness
  })
}

/** Whether two witnesses differ in nothing but when they were written. */
function saysTheSame(one: Witness, other: Witness): boolean {
  const { turn, at } = one
  return JSON.stringify(one) === JSON.stringify({ ...other, turn, at })
}
