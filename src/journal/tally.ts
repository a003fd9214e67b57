import { Dexie } from 'dexie'
import { entryStates, type EntryState } from '../domain/entry.js'
import { changeSum } from '../domain/money.js'
import type { Database } from './database.js'
import { putAll } from './batch.js'
import { findStrangers } from './strangers.js'
import { isSoundTally, type EntryRow, type TallyRow } from './rows.js'

type Counted = Pick<EntryRow, 'state' | 'amount'>

/** How many entries stand in each state. */
export type Counts = Record<EntryState, number>

/** One entry's step from one state to another; one that is new comes from nowhere, one that is pruned goes there. */
export interface Step {
  before?: Counted
  after?: Counted
}

/** The states of what still needs the service or a person. */
export const unresolved: readonly EntryState[] = ['queued', 'sending', 'parked']

/** Whether an entry still needs the service or a person. */
export function isUnresolved({ state }: Pick<EntryRow, 'state'>): boolean {
  return unresolved.includes(state)
}

/**
 * Keeps count of what changes. Runs inside the transaction that changes it; a count that was read there already is
 * changed as it is, so that what comes later in the same transaction goes on from it.
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

/** Changes a count that was read; a damaged one is counted anew when the next run begins, until then each counts for himself. */
export function addSteps(row: TallyRow | undefined, steps: readonly Step[]): row is TallyRow {
  if (!isSoundTally(row)) return false
  const gone = steps.flatMap(({ before }) => before ?? [])
  const come = steps.flatMap(({ after }) => after ?? [])
  for (const { state } of gone) row[countedAs(state)] -= 1
  for (const { state } of come) row[countedAs(state)] += 1
  row.amount = changeSum(row.amount, amountsOf(come), amountsOf(gone))
  return true
}

/** What stands in no state that is known is a person's business, like all that is parked. */
function countedAs(state: EntryState): EntryState {
  return entryStates.includes(state) ? state : 'parked'
}

/** What has been counted; one by one where the count that was kept is damaged. */
export async function readTally(database: Database): Promise<TallyRow> {
  const { entries, tallies } = database
  const kept = await tallies.get('entries')
  return isSoundTally(kept) ? kept : database.transaction('r', [entries], () => countAll(database))
}

/** Counts anew: after rows have come from an older release, and where a row was found damaged. */
export async function recount(database: Database): Promise<void> {
  const { entries, tallies } = database
  await database.transaction('rw', [entries, tallies], async () => {
    putAll(tallies, [await countAll(database)])
  })
}

/** What a count by reading comes to. Runs inside a transaction. */
export async function countAll(database: Database): Promise<TallyRow> {
  return { ...(await countEntries(database)), amount: await addUnresolved(database) }
}

/** Counts anew where the count is damaged, or a row in a state that nobody knows was counted as what it had been. */
export async function recountStrays(database: Database): Promise<void> {
  const strays = await findStrangers(database, 'state', entryStates)
  if (strays.length > 0 || !isSoundTally(await database.tallies.get('entries'))) await recount(database)
}

/** Counts the entries of each state, one by one; the amount is not summed. Runs inside a transaction. */
async function countEntries({ entries }: Database): Promise<TallyRow> {
  const [total, ...each] = await Promise.all([
    entries.count(),
    ...entryStates.map((state) =>
      entries.where('[state+place]').between([state, Dexie.minKey], [state, Dexie.maxKey]).count(),
    ),
  ])
  const row = noTally()
  for (const [index, state] of entryStates.entries()) row[state] = each[index] ?? 0
  row.parked += total - each.reduce((sum, count) => sum + count, 0)
  return row
}

async function addUnresolved({ entries }: Database): Promise<string> {
  let sum = '0'
  for (const state of unresolved) {
    await entries
      .where('[state+place]')
      .between([state, Dexie.minKey], [state, Dexie.maxKey])
      .each(({ amount }) => {
        sum = changeSum(sum, finiteOf(amount), [])
      })
  }
  return sum
}

function amountsOf(rows: readonly Counted[]): number[] {
  return rows.filter(isUnresolved).flatMap(({ amount }) => finiteOf(amount))
}

/** A damaged amount counts for nothing: it must not hold up all others. */
export function finiteOf(amount: unknown): number[] {
  return Number.isFinite(amount) ? [Number(amount)] : []
}

function noTally(): TallyRow {
  return { name: 'entries', queued: 0, sending: 0, settled: 0, parked: 0, voided: 0, amount: '0' }
}
