import {
  continues,
  decideCorrected,
  decideHandOver,
  isReturned,
  isSameSale,
  moved,
} from '../../decide/transfer.js'
import { type EntryState, isUnresolved } from '../../domain/entry.js'
import { pickGiven } from '../../domain/given.js'
import { isSameHeader } from '../../domain/headers.js'
import { dropTransaction } from '../../domain/transaction.js'
import {
  type Database,
  type EntryRow,
  eraseSecrets,
  findById,
  findRow,
  type HistoryRow,
  isSoundBody,
  isSoundEntry,
  isSoundLine,
  openBody,
  type PreparedDecision,
  type PreparedDraft,
  prepareDecisions,
  rowToTicket,
  standingOf,
  type Store,
  tally,
} from './below.js'
import { arrivalLine, type Import, readRequest } from './arrival.js'
import type { Transfer, TransferredEntry } from './transfer.js'

/** Puts a returned entry back in its old place, in the state and with the history that the other till left. */
export async function restoreReturned(
  database: Database,
  here: EntryRow,
  { entry, body, lines }: PreparedDraft,
): Promise<void> {
  const { entries, bodies, history } = database
  const lanes = [...new Set([...(here.lanes ?? []), ...(entry.lanes ?? [])])]
  // Only this till knows of the attempts that it made itself; the other may have gone on under another header.
  const { keyHeader: theirs, ...others } = entry
  const isFromHere = here.sentAt !== undefined
  const isOne = !isFromHere || entry.sentAt === undefined || isSameHeader(here.keyHeader, theirs)
  const keyHeader = isFromHere ? here.keyHeader : theirs
  const header = isOne && keyHeader !== undefined ? { keyHeader } : {}
  const row: EntryRow = { ...others, ...pickGiven(here, ['sentAt']), ...header, lanes, place: here.place }
  await history.where('id').equals(here.id).delete()
  await Promise.all([
    entries.put(row),
    bodies.put(body),
    history.bulkAdd(lines),
    tally(database, [{ place: here.place, before: here, after: entry }]),
  ])
}

/** What each line here made of an entry that comes back: a file does not tell, and a signed line never changes. */
export async function readBecame(
  database: Database,
  transfer: Transfer,
  { id, history }: TransferredEntry,
): Promise<(EntryState | undefined)[]> {
  const here = await findRow(database, id)
  if (!here || !isReturned(transfer, here)) return []
  const ours = await readHistory(database, id)
  return continues(history, ours) ? ours.map(({ became }) => became) : []
}

async function readHistory({ history }: Database, id: string): Promise<HistoryRow[]> {
  const lines = await history.where('id').equals(id).sortBy('n')
  return lines.filter((line) => isSoundLine(line))
}

/** The nearest entry here that an arriving one corrects, itself or by way of corrections that are not here. */
export async function findCorrected(
  database: Database,
  { replaces, earlier = [] }: TransferredEntry,
): Promise<EntryRow | undefined> {
  for (const id of replaces === undefined ? [] : [replaces, ...earlier]) {
    const row = await findRow(database, id)
    if (row) return row
  }
  return undefined
}

/** Ends the entry that this till had handed over and the other till has corrected; undefined if there is none. */
export async function prepareCorrected(
  store: Store,
  transfer: Transfer,
  entry: TransferredEntry,
  rows: PreparedDraft,
  how: Import,
): Promise<PreparedDecision | undefined> {
  const before = await findCorrected(store.database, entry)
  if (!before || !isReturned(transfer, before)) return undefined
  const { id, createdAt } = entry
  const { by = '', ...line } = arrivalLine(transfer, entry, how)
  const decision = decideCorrected(
    rowToTicket(before),
    { id, createdAt, request: readRequest(entry) },
    { ...line, by },
  )
  // The correction comes with a history of its own.
  const [prepared] = await prepareDecisions(store, [{ ...decision, nextState: { state: 'voided' } }])
  return prepared && { ...prepared, decision, successor: rows }
}

/** Whether an entry may still be sent from here that another till has, by the copy of a state that was lost here. */
export async function isHandedOverSince(
  database: Database,
  here: EntryRow,
  { entry, lines }: PreparedDraft,
): Promise<boolean> {
  const { state, reason } = standingOf(here)
  if (entry.reason !== moved.reason || reason === moved.reason || !isUnresolved({ state })) return false
  const detail = findHandOver(lines)?.detail
  // A hand-over that is known here was taken back by a person.
  return !(await readHistory(database, here.id)).some((line) => isHandOver(line) && line.detail === detail)
}

/** Hands an entry here over again, in the file that its copy names; undefined if that cannot be told or done. */
export async function prepareHandedOver(
  store: Store,
  { id, movedFrom }: TransferredEntry,
  rows: PreparedDraft,
  { takeOver, now }: Import,
): Promise<PreparedDecision | undefined> {
  const here = await findRow(store.database, id)
  const { file } = movedFrom ?? {}
  if (!takeOver || file === undefined || !isSoundEntry(here)) return undefined
  if (!(await isHandedOverSince(store.database, here, rows))) return undefined
  const decision = decideHandOver(rowToTicket(here), { file, at: now }, takeOver)
  const line = { ...decision.line, ...pickGiven({ detail: findHandOver(rows.lines)?.detail }, ['detail']) }
  const [prepared] = await prepareDecisions(store, [{ ...decision, line }])
  return prepared
}

function isHandOver({ what }: Pick<HistoryRow, 'what'>): boolean {
  return what === 'handed-over'
}

function findHandOver(lines: PreparedDraft['lines']): PreparedDraft['lines'][number] | undefined {
  return lines.filter(isHandOver).at(-1)
}

/** Whether the bodies here and in the file are equal, without secrets and a transaction id filled in since. */
export async function isBodyHere({ database, vault }: Store, entry: TransferredEntry): Promise<boolean> {
  const { id, kind } = entry
  const [body, row] = await Promise.all([database.bodies.get(id), findById(database, id)])
  if (!row || !isSoundBody(body)) return false
  const isNamedSince = row.transactionOf !== undefined && entry.transactionOf === undefined
  // What cannot be opened is not the same.
  const ours = await openBody(vault, body).catch(() => undefined)
  const theirs = isNamedSince ? dropTransaction(entry.body) : entry.body
  return ours !== undefined && eraseSecrets(kind, ours) === eraseSecrets(kind, theirs)
}

/** Whether an entry here and one of a file are the same operation. Runs inside a transaction. */
export async function isSameOperation(
  database: Database,
  here: EntryRow,
  { entry, lines }: PreparedDraft,
  isSameBody: boolean,
): Promise<boolean> {
  if (!isSameSale(here, entry)) return false
  if (here.reason !== 'moved') return true
  return isSameBody && here.key === entry.key && continues(lines, await readHistory(database, here.id))
}
