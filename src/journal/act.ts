import { is } from '../domain/is.js'
import { decideAct, type Act, type Standing } from '../decide/act.js'
import type { Decision } from '../decide/decide.js'
import type { EntryState } from '../domain/entry.js'
import { ActRefused, UnknownEntry } from '../domain/errors.js'
import { rowToTicket } from './claim.js'
import { prepareDecisions, type Store } from './prepare.js'
import { findRow } from './read.js'
import { record, recordedTables } from './record.js'
import { EntryRow, isNewer } from './rows.js'

/** Carries out what a person decided, in one transaction, or refuses it with the reason; `seen` is the revision they saw. */
export async function act(store: Store, id: string, deed: Act, now: number, seen?: number): Promise<void> {
  const { database } = store
  for (;;) {
    const { decision, state } = await judge(store, id, deed, now, seen)
    const prepared = await prepareDecisions(store, [decision])
    const isDone = await database.transaction('rw', recordedTables(database), async () => {
      const row = await findRow(database, id)
      // It may have moved between the look and the transaction: then the decision is about what was.
      if ((row?.head ?? '') !== decision.ticket.head || row?.state !== state) return false
      await record(database, prepared, now)
      return true
    })
    if (isDone) return
  }
}

async function judge(
  { database }: Store,
  id: string,
  deed: Act,
  now: number,
  seen?: number,
): Promise<{ decision: Decision; state: EntryState }> {
  const row = await findRow(database, id)
  if (!row) throw new UnknownEntry(id)
  if (isNewer(row))
    throw new ActRefused(deed.tag, id, 'a newer release wrote it; load the page again to run that one')
  if (seen !== undefined && seen !== row.lines) {
    throw new ActRefused(deed.tag, id, 'it has changed since it was looked at; look again, then decide')
  }
  const decision = decideAct(rowToTicket(row), rowToStanding(row), deed, now)
  if ('refused' in decision) throw new ActRefused(deed.tag, id, decision.refused)
  return { decision, state: row.state }
}

function rowToStanding(row: EntryRow): Standing {
  return is(row, EntryRow)
    ? { state: row.state, reason: row.reason, isBare: row.isBare, movedFrom: row.movedFrom }
    : { state: 'parked', reason: 'unreadable' }
}
