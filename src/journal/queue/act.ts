import { type Act, decideAct, type EntryFacts } from '../../decide/act.js'
import type { Decision, HistoryLine } from '../../decide/decide.js'
import { ActRefused, TransferRefused, UnknownEntry } from '../../domain/errors.js'
import {
  type Database,
  type EntryRow,
  findRow,
  isNewer,
  rowToTicket,
  standingOf,
  type Store,
} from './below.js'
import { type Guard, noteOf } from './admit.js'
import { findObstacle } from './admit-written.js'
import { prepareDecisions } from './prepare-decisions.js'
import { record, recordedTables } from './record.js'

/** An action on an entry, its time, and the revision that the person saw. */
export interface ActRequest {
  id: string
  action: Act
  now: number
  seen?: number | undefined
}

/** Carries out a person's action in one transaction, or throws; an amendment is checked like a new entry. */
export async function act(
  store: Store,
  request: ActRequest,
  guard: Guard = { limits: {} },
  notes: readonly HistoryLine[] = [],
): Promise<Decision> {
  try {
    // The entry may change before the transaction begins: then the decision is made again.
    for (;;) {
      const decision = await attempt(store, request, guard, notes)
      if (decision) return decision
    }
  } catch (error) {
    const note = noteOf(error, guard, request.now)
    if (!note || notes.some(({ what }) => what === note.what)) throw error
    return act(store, request, guard, [...notes, note])
  }
}

/** Returns the decision; undefined when the entry changed in the meantime. */
async function attempt(
  store: Store,
  { id, action, now, seen }: ActRequest,
  guard: Guard,
  notes: readonly HistoryLine[],
): Promise<Decision | undefined> {
  const { database } = store
  const { decision, facts } = await decideFor(store, id, withNotes(action, notes), now, seen)
  const prepared = await prepareDecisions(store, [decision])
  const tables = [...recordedTables(database), ...(action.tag === 'take-back' ? [database.handOvers] : [])]
  return database.transaction('rw', tables, async () => {
    const row = await findRow(database, id)
    if (!row || rowToTicket(row).head !== decision.ticket.head) return undefined
    // A damaged row is compared as it was read for the decision. Erasing secrets leaves no line in the history.
    const { state, isBare } = standingOf(row)
    if (state !== facts.state || isBare !== facts.isBare) return undefined
    if (action.tag === 'take-back') await refuseArrived(database, row)
    await record(database, prepared, now)
    const [successor] = prepared.flatMap((one) => one.successor ?? [])
    const circumstances = { now, notes, isWritten: true }
    const obstacle = successor && (await findObstacle(database, successor.entry, guard, circumstances))
    if (obstacle) throw obstacle
    return decision
  })
}

/** What has arrived at another till is sent there: taken back as well, it would be sent twice. */
async function refuseArrived({ handOvers }: Database, { movedFrom }: EntryRow): Promise<void> {
  const { file } = movedFrom ?? {}
  const handOver = file === undefined ? undefined : await handOvers.get(file)
  if (handOver?.acknowledged) throw new TransferRefused('takeBack', 'file-deleted', file)
}

function withNotes(action: Act, notes: readonly HistoryLine[]): Act {
  return action.tag === 'amend' ? { ...action, successor: { ...action.successor, notes } } : action
}

async function decideFor(
  { database }: Store,
  id: string,
  action: Act,
  now: number,
  seen?: number,
): Promise<{ decision: Decision; facts: EntryFacts }> {
  const row = await findRow(database, id)
  if (!row) throw new UnknownEntry(id)
  if (isNewer(row)) throw new ActRefused(action.tag, id, 'newer-release')
  if (seen !== undefined && seen !== row.lines) {
    throw new ActRefused(action.tag, id, 'changed')
  }
  const facts = standingOf(row)
  const decision = decideAct(rowToTicket(row), facts, action, now)
  if ('refused' in decision) throw new ActRefused(action.tag, id, decision.refused)
  return { decision, facts }
}
