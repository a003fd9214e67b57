import { Dexie } from 'dexie'
import { retryAfterMsMax } from '../../decide/retry-after.js'
import { backoffMsMax, minute, retryJitterMsMax } from '../../decide/schedule.js'
import { operationKinds } from '../../domain/endpoints.js'
import { type Database, type EntryRow, isNewer, putAll } from './below.js'

/** Ends every wait that the service did not set itself, at a person's request. */
export async function endWaits(database: Database, now: number): Promise<void> {
  await endWaitsBeyond(database, now, ({ isFirm }) => isFirm !== true)
}

/** No wait is longer than this; a later time was set by a clock that has been corrected since. */
const firmMsMax = retryAfterMsMax + retryJitterMsMax

/** Clocks are often corrected by seconds. */
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
