import { type EntryState, entryStates, isUnresolved, unresolved } from '../../domain/entry.js'
import { changeSum } from '../../domain/money.js'
import { putAll } from './batch.js'
import type { Database } from './database.js'
import { findInState } from './entry-rows.js'
import { type EntryRow, isSoundTally, type TallyRow } from './rows.js'
import { findUnknownRows } from './unknown-rows.js'

type Counted = Pick<EntryRow, 'state' | 'amount'>

/** The number of entries in each state. */
export type Counts = Record<EntryState, number>

/** The change of one entry's state; a new entry has no `before`, a pruned one no `after`. */
export interface Step {
  place: number
  before?: Counted
  after?: Counted
}

/**
 * Updates the tally inside the transaction of the changes. A tally that was read there is changed in place, so that
 * later steps of the transaction continue from it.
 */
export async function tally(
  { tallies }: Database,
  steps: readonly Step[],
  counted?: TallyRow,
): Promise<void> {
  if (steps.length === 0) return
  const row = counted ?? (await tallies.get('entries'))
  if (addSteps(row, steps)) putAll(tallies, [row])
}

/** Adds steps to a tally in place; returns whether it changed. A damaged one is counted again by the next run. */
function addSteps(row: TallyRow | undefined, steps: readonly Step[]): row is TallyRow {
  if (!isSoundTally(row)) return false
  const counted = steps.filter(({ place }) => place <= row.upTo)
  if (counted.length === 0) return false
  count(
    row,
    counted.flatMap(({ before }) => before ?? []),
    counted.flatMap(({ after }) => after ?? []),
  )
  return true
}

function count(row: TallyRow, left: readonly Counted[], entered: readonly Counted[]): void {
  for (const { state } of left) row[countedAs(state)] -= 1
  for (const { state } of entered) row[countedAs(state)] += 1
  row.amount = changeSum(row.amount, amountsOf(entered), amountsOf(left))
}

/** An unknown state counts as parked, because it needs a person. */
function countedAs(state: EntryState): EntryState {
  return entryStates.includes(state) ? state : 'parked'
}

/** The counts of all entries, in a transaction of its own. */
export async function readCounts(database: Database): Promise<Omit<TallyRow, 'upTo'>> {
  const { entries, tallies } = database
  const { upTo: _, ...counts } = await database.transaction('r', [entries, tallies], async () =>
    readTally(database),
  )
  return counts
}

/** The counts of all entries; counted from the rows if the tally is damaged. Runs inside a transaction. */
export async function readTally(database: Database): Promise<TallyRow> {
  return (await readKeptTally(database)) ?? countAll(database)
}

/** How many entries are unresolved; counts those beyond the tally without reading them. Runs inside a transaction. */
export async function countUnresolved(database: Database): Promise<number> {
  const { entries, tallies } = database
  const kept = await tallies.get('entries')
  const { queued, sending, parked, upTo } = isSoundTally(kept) ? kept : await countAll(database)
  const [beyond, ...ended] = await Promise.all([
    entries.where(':id').above(upTo).count(),
    ...(['settled', 'voided'] as const).map((state) => findInState(database, state, upTo).count()),
  ])
  return queued + sending + parked + ended.reduce((left, count) => left - count, beyond)
}

/** The tally and the entries beyond it; undefined if the tally is damaged. Runs inside a transaction. */
export async function readKeptTally(database: Database): Promise<TallyRow | undefined> {
  const kept = await database.tallies.get('entries')
  return isSoundTally(kept) ? addTail(kept, await readTail(database, kept.upTo)) : undefined
}

/**
 * The same, asked for at once by who knows a place that the tally had reached; undefined if it has not, or is damaged.
 * Runs inside a transaction.
 */
export async function readTallyFrom(database: Database, reached: number): Promise<TallyRow | undefined> {
  const [kept, beyond] = await Promise.all([database.tallies.get('entries'), readTail(database, reached)])
  if (!isSoundTally(kept) || kept.upTo < reached) return undefined
  const { upTo } = kept
  return addTail(
    kept,
    beyond.filter(({ place }) => place > upTo),
  )
}

/** The entries beyond a place. Runs inside a transaction. */
export function readTail({ entries }: Database, upTo: number, limit = Infinity): PromiseLike<EntryRow[]> {
  return entries.where(':id').above(upTo).limit(limit).toArray()
}

/** Adds the entries beyond the tally's place to it. */
export function addTail(row: TallyRow, tail: readonly EntryRow[]): TallyRow {
  count(row, [], tail)
  row.upTo = tail.at(-1)?.place ?? row.upTo
  return row
}

/** Counts again, after a migration and after a damaged row was found. */
export async function recount(database: Database): Promise<void> {
  const { entries, tallies } = database
  await database.transaction('rw', [entries, tallies], async () => {
    putAll(tallies, [await countAll(database)])
  })
}

/** Counts all rows. Runs inside a transaction. */
export async function countAll(database: Database): Promise<TallyRow> {
  const [last = 0] = await database.entries.toCollection().reverse().limit(1).primaryKeys()
  return { ...(await countEntries(database)), amount: await addUnresolved(database), upTo: last }
}

/** Counts again if the tally is damaged, or if a row has an unknown state and was counted in its former one. */
export async function recountUnknownRows(database: Database): Promise<void> {
  const unknownRows = await findUnknownRows(database, 'state')
  if (unknownRows.length > 0 || !isSoundTally(await database.tallies.get('entries'))) await recount(database)
}

/** Counts the entries of each state, without the amount. Runs inside a transaction. */
async function countEntries(database: Database): Promise<TallyRow> {
  const [total, ...each] = await Promise.all([
    database.entries.count(),
    ...entryStates.map((state) => findInState(database, state).count()),
  ])
  const row = emptyTally()
  for (const [index, state] of entryStates.entries()) row[state] = each[index] ?? 0
  row.parked += total - each.reduce((sum, count) => sum + count, 0)
  return row
}

async function addUnresolved(database: Database): Promise<string> {
  let sum = '0'
  for (const state of unresolved) {
    await findInState(database, state).each(({ amount }) => {
      sum = changeSum(sum, finiteOf(amount), [])
    })
  }
  return sum
}

function amountsOf(rows: readonly Counted[]): number[] {
  return rows.filter(isUnresolved).flatMap(({ amount }) => finiteOf(amount))
}

/** A damaged amount counts as nothing, so that it does not block the others. */
export function finiteOf(amount: unknown): number[] {
  return Number.isFinite(amount) ? [Number(amount)] : []
}

function emptyTally(): TallyRow {
  return { name: 'entries', queued: 0, sending: 0, settled: 0, parked: 0, voided: 0, amount: '0', upTo: 0 }
}
