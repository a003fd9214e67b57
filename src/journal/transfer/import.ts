import type { HistoryLine } from '../../decide/decide.js'
import { isReturned } from '../../decide/transfer.js'
import type { Entry } from '../../domain/entry.js'
import { TransferRefused } from '../../domain/errors.js'
import { pickGiven } from '../../domain/given.js'
import {
  composeEntry,
  type Store,
  addEntries,
  addReferenceLane,
  type PreparedDraft,
  recordedTables,
} from './below.js'
import { arrivalToRows, type Import, placeArrival, readRequest } from './arrival.js'
import { admitArrival, NotesMissing } from './import-admission.js'
import { isBodyHere, isSameOperation, restoreReturned } from './returned.js'
import { assertImportable } from './service.js'
import { findTransferFault, type Transfer, type TransferredEntry } from './transfer.js'

/** How many entries were imported, and how many were not because they are here already or belong elsewhere. */
export interface Imported {
  imported: number
  skipped: number
  /** Ids that belong to other operations here: those entries were not imported, and a person must check them. */
  clashing?: string[]
}

/** The entries of a file, to be shown. */
export function showTransfer({ entries }: Transfer): Entry[] {
  return entries.map((entry) => {
    const row = { ...entry, v: 2, codes: [], prints: [], told: '', head: '', lines: entry.history.length }
    const lines = entry.history.map((line) => ({ ...line, v: 2 as const, id: entry.id, hash: '' }))
    return composeEntry(
      row as unknown as Parameters<typeof composeEntry>[0],
      readRequest(entry),
      entry.reply,
      lines,
    )
  })
}

interface Arrived {
  entry: TransferredEntry
  rows: PreparedDraft
  /** Whether the entry of this id here has the same body. */
  isSameBody: boolean
  /** The history lines by which a named person allows an exception. */
  notes: readonly HistoryLine[]
}

/**
 * Imports the entries that belong here in one transaction; entries that are here already stay unchanged. A new entry
 * passes the checks that an append passes, or the whole file is refused. A returned entry passed them when it was
 * appended here.
 */
export async function importTransfer(store: Store, transfer: Transfer, how: Import): Promise<Imported> {
  const fault = findTransferFault(transfer)
  if (fault) throw new TransferRefused('importJournal', fault.tag, 'why' in fault ? fault.why : undefined)
  const notesOf = new Map<string, readonly HistoryLine[]>()
  for (;;) {
    const arrived = await prepareArrivals(store, transfer, how, notesOf)
    try {
      return await write(store, transfer, arrived, how)
    } catch (error) {
      if (!(error instanceof NotesMissing)) throw error
      // The notes are chained into the histories, which cannot be done inside a transaction.
      for (const [id, notes] of error.notes) notesOf.set(id, [...(notesOf.get(id) ?? []), ...notes])
    }
  }
}

async function prepareArrivals(
  store: Store,
  transfer: Transfer,
  how: Import,
  notesOf: ReadonlyMap<string, readonly HistoryLine[]>,
): Promise<Arrived[]> {
  const arrived = await Promise.all(
    transfer.entries.map(async (entry) => {
      const placement = placeArrival(transfer, entry, how)
      if (!placement) return []
      const notes = notesOf.get(entry.id) ?? []
      const [rows, isSameBody] = await Promise.all([
        arrivalToRows(store, transfer, entry, placement, how, notes),
        isBodyHere(store, entry),
      ])
      return [{ entry, rows, isSameBody, notes }]
    }),
  )
  return arrived.flat()
}

async function write(
  store: Store,
  transfer: Transfer,
  arrived: readonly Arrived[],
  how: Import,
): Promise<Imported> {
  const { database } = store
  const { entries, imports, settings } = database
  const clashing: string[] = []
  const missing = new Map<string, HistoryLine[]>()
  let imported = 0
  await database.transaction('rw', [...recordedTables(database), imports, settings], async () => {
    await assertImportable(store, transfer, how.now)
    for (const one of arrived) {
      const { id } = one.entry
      const here = await entries.where('id').equals(id).first()
      const isSame = here && (await isSameOperation(database, here, one.rows, one.isSameBody))
      if (here && !isSame) clashing.push(id)
      if (here && isSame && isReturned(transfer, here)) {
        await restoreReturned(database, here, one.rows)
        imported += 1
        continue
      }
      if (here ?? (await imports.get(id))) continue
      const notes = await admitArrival(database, one, how)
      if (notes.length > 0) missing.set(id, notes)
      await addArrival(database, transfer, one, how.now)
      imported += 1
    }
    if (missing.size > 0) throw new NotesMissing(missing)
  })
  const skipped = transfer.entries.length - imported
  return { imported, skipped, ...(clashing.length > 0 && { clashing }) }
}

async function addArrival(
  database: Store['database'],
  { file }: Transfer,
  { entry, rows }: Arrived,
  now: number,
): Promise<void> {
  const { imports, validators } = database
  await addEntries(database, [rows])
  if (rows.entry.transactionOf !== undefined) await addReferenceLane(database, rows.entry.transactionOf)
  await imports.add({ id: entry.id, file, at: now })
  const [card] = rows.entry.codes
  const { latest } = entry
  if (card !== undefined && latest && !(await validators.get(card))) {
    await validators.put({ card, ...pickGiven(latest, ['etag', 'lastModified']), at: now })
  }
}
