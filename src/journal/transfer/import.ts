import type { HistoryLine } from '../../decide/decide.js'
import { isForeignReference, isReturned, isSameSale, mayHaveCome } from '../../decide/transfer.js'
import type { Entry } from '../../domain/entry.js'
import { TransferRefused } from '../../domain/errors.js'
import { pickGiven } from '../../domain/given.js'
import {
  composeEntry,
  type EntryRow,
  moveOn,
  readLostUntil,
  type Store,
  addEntries,
  addReferenceLane,
  findRow,
  type PreparedDecision,
  type PreparedDraft,
  record,
  recordedTables,
  rowToTicket,
} from './below.js'
import { arrivalToRows, type Import, placeArrival, readRequest } from './arrival.js'
import { admitArrival, NotesMissing } from './import-admission.js'
import {
  findCorrected,
  isBodyHere,
  isHandedOverSince,
  isSameOperation,
  prepareCorrected,
  prepareHandedOver,
  readBecame,
  restoreReturned,
} from './returned.js'
import { assertImportable, readClockOffset } from './service.js'
import { findTransferFault, type Transfer, type TransferredEntry } from './transfer.js'

/** How many entries were imported, and how many were not because they are here already or belong elsewhere. */
export interface Imported {
  imported: number
  skipped: number
  /**
   * Entries that were not imported, and that a person must check: their id belongs to another operation here, they
   * correct an operation that this till may send itself, another till has them and they are being sent here, or they
   * refer to one of these.
   */
  clashing?: string[]
  /** How many of them were parked as unknown: they may have come in before, in what was lost here. */
  doubted?: number
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

/** So many new entries are counted at once, so that the limits never read more than these one by one. */
const countedAtOnce = 100

interface Arrived {
  entry: TransferredEntry
  rows: PreparedDraft
  /** Whether the entry of this id here has the same body. */
  isSameBody: boolean
  /** The history lines by which a named person allows an exception. */
  notes: readonly HistoryLine[]
  /** Ends the entry here that it corrects. */
  corrected: PreparedDecision | undefined
  /** Parks the entry here that another till has by now. */
  handedOver: PreparedDecision | undefined
}

/**
 * Imports the entries that belong here in one transaction; entries that are here already stay unchanged. A new entry
 * passes the checks that an append passes, or the whole file is refused. A returned entry passed them when it was
 * appended here.
 */
export async function importTransfer(store: Store, transfer: Transfer, given: Import): Promise<Imported> {
  const fault = findTransferFault(transfer)
  if (fault) throw new TransferRefused('importJournal', fault.tag, 'why' in fault ? fault.why : undefined)
  const how = await withKnowledge(store, transfer, given)
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

/** With what is known here of the clocks and of losses; a till that brings its own entries back knows of its loss. */
async function withKnowledge({ database }: Store, transfer: Transfer, given: Import): Promise<Import> {
  const [clockOffsetMs, lostUntil] = await Promise.all([readClockOffset(database), readLostUntil(database)])
  const how = { ...given, clockOffsetMs }
  return { ...how, mayHaveCome: given.isOwn !== true && mayHaveCome(transfer, how, lostUntil) }
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
      const became = await readBecame(store.database, transfer, entry)
      const [rows, isSameBody] = await Promise.all([
        arrivalToRows(store, transfer, entry, placement, how, { notes, became }),
        isBodyHere(store, entry),
      ])
      const [corrected, handedOver] = await Promise.all([
        prepareCorrected(store, transfer, entry, rows, how),
        prepareHandedOver(store, entry, rows, how),
      ])
      return [{ entry, rows, isSameBody, notes, corrected, handedOver }]
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
  const { imports, settings } = database
  const missing = new Map<string, HistoryLine[]>()
  let clashing: string[] = []
  let imported = 0
  await database.transaction('rw', [...recordedTables(database), imports, settings], async () => {
    await assertImportable(store, transfer, how)
    await countAll(database)
    clashing = await findClashing(database, transfer, arrived, how)
    for (const one of arrived) {
      const { id } = one.entry
      if (clashing.includes(id)) continue
      const here = await findRow(database, id)
      if (here && !how.isOwn && isReturned(transfer, here)) {
        await restoreReturned(database, here, one.rows)
        await holdBehindReference(database, one)
        imported += 1
        continue
      }
      if (here && one.handedOver && (await isHandedOverSince(database, here, one.rows))) {
        await record(database, [one.handedOver], how.now)
        imported += 1
        continue
      }
      if (here ?? (await imports.get(id))) continue
      const notes = await addArrival(database, transfer, one, how)
      if (notes.length > 0) missing.set(id, notes)
      imported += 1
      if (imported % countedAtOnce === 0) await moveOn(database)
    }
    if (missing.size > 0) throw new NotesMissing(missing)
  })
  const skipped = transfer.entries.length - imported
  return {
    imported,
    skipped,
    ...(clashing.length > 0 && { clashing }),
    ...(how.mayHaveCome && imported > 0 && { doubted: imported }),
  }
}

/** Counts all that is here. Runs inside a transaction. */
async function countAll(database: Store['database']): Promise<void> {
  for (let moved = await moveOn(database); moved && !moved.isAll; moved = await moveOn(database));
}

/**
 * The ids that belong to other operations here, those of corrections of what may be sent here, those of what is sent
 * here though another till has it, and those of updates that refer to any of these.
 */
async function findClashing(
  database: Store['database'],
  transfer: Transfer,
  arrived: readonly Arrived[],
  { isOwn }: Import,
): Promise<string[]> {
  const clashing = new Set<string>()
  for (const { entry, rows, isSameBody, corrected, handedOver } of arrived) {
    const isSame = async (here: EntryRow) =>
      isOwn
        ? isSameSale(here, entry) && (await isParkable(database, here, rows, handedOver))
        : isSameOperation(database, here, rows, isSameBody)
    const here = await findRow(database, entry.id)
    const isFitting = here ? await isSame(here) : await isCorrectable(database, entry, corrected)
    if (!isFitting) clashing.add(entry.id)
  }
  for (const { entry, rows } of arrived) {
    const { transactionOf } = rows.entry
    if (transactionOf === undefined) continue
    const isClashing =
      clashing.has(transactionOf) || (await isReferenceForeign(database, transfer, entry, transactionOf))
    if (isClashing) clashing.add(entry.id)
  }
  return [...clashing]
}

/** What another till has must not be sent from here: it can be parked unless it has changed or is under way. */
async function isParkable(
  database: Store['database'],
  here: EntryRow,
  copied: PreparedDraft,
  handedOver: PreparedDecision | undefined,
): Promise<boolean> {
  if (!(await isHandedOverSince(database, here, copied))) return true
  return here.state !== 'sending' && rowToTicket(here).head === handedOver?.decision.ticket.head
}

/** A correction comes in only where the entry that it corrects can no longer be sent: it has ended, or ends by this. */
async function isCorrectable(
  database: Store['database'],
  entry: TransferredEntry,
  corrected: PreparedDecision | undefined,
): Promise<boolean> {
  const before = await findCorrected(database, entry)
  if (!before || before.state === 'voided') return true
  return rowToTicket(before).head === corrected?.decision.ticket.head
}

async function isReferenceForeign(
  database: Store['database'],
  transfer: Transfer,
  update: TransferredEntry,
  id: string,
): Promise<boolean> {
  const here = await findRow(database, id)
  if (!here) return false
  const arriving = transfer.entries.find((entry) => entry.id === id)
  if (arriving) return !isSameSale(here, arriving)
  const { imports, history } = database
  const [arrival, lines] = await Promise.all([imports.get(id), history.where('id').equals(id).toArray()])
  const hasTravelled = arrival !== undefined || lines.some(({ what }) => what === 'handed-over')
  return isForeignReference(update, here, hasTravelled)
}

/** Adds a new entry, a correction in the place of the entry that it corrects; returns the missing notes. */
async function addArrival(
  database: Store['database'],
  { file }: Transfer,
  one: Arrived,
  how: Import,
): Promise<HistoryLine[]> {
  const { imports, validators } = database
  const { entry, rows, corrected } = one
  const { now } = how
  if (corrected) await record(database, [corrected], now)
  // A correction may look like the entry that it corrects, as long as that one has not ended.
  const notes = await admitArrival(database, one, how, corrected !== undefined)
  if (!corrected) await addEntries(database, [rows])
  await holdBehindReference(database, one)
  await imports.add({ id: entry.id, file, at: now })
  const [card] = rows.entry.codes
  const { latest } = entry
  if (card !== undefined && latest && !(await validators.get(card))) {
    await validators.put({ card, ...pickGiven(latest, ['etag', 'lastModified']), at: now })
  }
  return notes
}

/** Lets an update wait for the entry that it refers to. */
async function holdBehindReference(database: Store['database'], { rows }: Arrived): Promise<void> {
  const { transactionOf } = rows.entry
  if (transactionOf !== undefined) await addReferenceLane(database, transactionOf)
}
