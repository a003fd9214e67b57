import { is } from '../domain/is.js'
import { placeHandedOver, placeTakenOver, type Standpoint } from '../decide/transfer.js'
import type { Policy } from '../decide/policy.js'
import type { HistoryLine } from '../decide/decide.js'
import type { Entry } from '../domain/entry.js'
import { pickGiven } from '../domain/given.js'
import { addEntry, holdLane } from './append.js'
import { isBodyOf, rowToTicket } from './claim.js'
import type { ChainedLine } from './chain.js'
import type { Database } from './database.js'
import { chainEntry, labelOf, prepareDraft, type Draft, type PreparedDraft, type Store } from './prepare.js'
import { composeEntry } from './read.js'
import { recordedTables } from './record.js'
import { HistoryRow, rowFormat, type EntryRow } from './rows.js'
import { tally } from './tally.js'
import type { Transfer, TransferredEntry } from './transfer.js'

/** By whom, why and by which rules what is in a file comes here. */
export interface Import {
  /** A person takes it from a till that is dead. */
  takeOver?: { by: string; reason: string }
  policy: Policy
  now: number
}

/** How many came in, and how many were here already or belong elsewhere. */
export interface Imported {
  imported: number
  skipped: number
  /** Ids of the file that belong to other operations here: those did not come in, and a person must look at them. */
  clashing?: string[]
}

/** Whether every body in the file is one that this till could have rung up. */
export function isSoundTransfer({ entries }: Transfer): boolean {
  return entries.every((entry) => isBodyOf(entry, entry.body))
}

/** The entries of a file, to be looked at. */
export function showTransfer({ entries }: Transfer): Entry[] {
  return entries.map((entry) => {
    const row = { ...entry, v: 2, codes: [], prints: [], told: '', head: '', lines: entry.history.length }
    const lines = entry.history.map((line) => ({ ...line, v: 2 as const, id: entry.id, hash: '' }))
    return composeEntry(row as unknown as EntryRow, parse(entry.body) ?? {}, entry.reply, lines)
  })
}

/** Brings in what belongs here, in one transaction; what is here already stays as it is, whatever became of it. */
export async function importTransfer(store: Store, transfer: Transfer, how: Import): Promise<Imported> {
  if (!isSoundTransfer(transfer)) throw new Error('importing was refused: a body in the file is not sound')
  const { database } = store
  const coming = transfer.entries.flatMap((entry) => {
    const standpoint = placeArrival(transfer, entry, how)
    return standpoint ? [{ entry, standpoint }] : []
  })
  const prepared = await Promise.all(
    coming.map(({ entry, standpoint }) => prepareArrival(store, transfer, entry, standpoint, how)),
  )
  const { entries, imports, validators } = database
  const clashing: string[] = []
  const imported = await database.transaction('rw', [...recordedTables(database), imports], async () => {
    let count = 0
    for (const [index, rows] of prepared.entries()) {
      const { id } = rows.entry
      const here = await entries.where('id').equals(id).first()
      const isSame = here && (await isSameOperation(database, here, rows))
      if (here && !isSame) clashing.push(id)
      if (here && isSame && isComingBack(transfer, here)) {
        await bringBack(database, here, rows)
        count += 1
        continue
      }
      if (here ?? (await imports.get(id))) continue
      await addEntry(database, rows)
      if (rows.entry.transactionOf !== undefined) await holdLane(database, rows.entry.transactionOf)
      await imports.add({ id, file: transfer.file, at: how.now })
      const [card] = rows.entry.codes
      const latest = coming[index]?.entry.latest
      if (card !== undefined && latest && !(await validators.get(card))) {
        await validators.put({ card, ...pickGiven(latest, ['etag', 'lastModified']), at: how.now })
      }
      count += 1
    }
    return count
  })
  const skipped = transfer.entries.length - imported
  return { imported, skipped, ...(clashing.length > 0 && { clashing }) }
}

/** It was handed over from here in one file, and another till hands it back in another. */
function isComingBack({ kind, file }: Transfer, { reason, movedFrom }: EntryRow): boolean {
  return kind === 'hand-over' && reason === 'moved' && movedFrom?.file !== file
}

/** It stands in its old place, as the other till left it, with all that happened to it there. */
async function bringBack(
  database: Database,
  here: EntryRow,
  { entry, body, lines }: PreparedDraft,
): Promise<void> {
  const { entries, bodies, history } = database
  const lanes = [...new Set([...(here.lanes ?? []), ...(entry.lanes ?? [])])]
  const row: EntryRow = { ...entry, lanes, place: here.place }
  await history.where('id').equals(here.id).delete()
  await Promise.all([
    entries.put(row),
    bodies.put(body),
    history.bulkAdd(lines),
    tally(database, [{ before: here, after: entry }]),
  ])
}

/** A host's own ids may be the same on two tills and mean different things; the other's history goes on where ours ends. */
async function isSameOperation(
  { history }: Database,
  here: EntryRow,
  { entry, lines }: PreparedDraft,
): Promise<boolean> {
  const facts = ['kind', 'shop', 'terminal', 'createdAt'] as const
  if (!facts.every((fact) => here[fact] === entry[fact])) return false
  if (here.reason !== 'moved') return true
  const ours = (await history.where('id').equals(here.id).sortBy('n')).filter((line) => is(line, HistoryRow))
  return ours.every((line, index) => isSameLine(line, lines[index]))
}

function isSameLine(ours: ChainedLine, theirs: ChainedLine | undefined): boolean {
  const facts = ['at', 'what', 'by', 'reason', 'outcome', 'status', 'detail'] as const
  return facts.every((fact) => ours[fact] === theirs?.[fact])
}

function placeArrival(
  { kind }: Transfer,
  entry: TransferredEntry,
  { policy, now, takeOver }: Import,
): Standpoint | undefined {
  const { state, reason, movedFrom } = entry
  const ticket = rowToTicket({ ...entry, v: rowFormat, place: 0 })
  const arrival = { ticket, standing: { state, reason }, former: movedFrom }
  if (kind === 'hand-over') return placeHandedOver(arrival)
  // A copy is there to be looked at, unless a person takes it over.
  return takeOver && placeTakenOver(arrival, policy, now)
}

/** The rows of an entry that comes from elsewhere: its own history, and then how it came. */
async function prepareArrival(
  { vault }: Store,
  transfer: Transfer,
  entry: TransferredEntry,
  standpoint: Standpoint,
  { takeOver, now }: Import,
): Promise<PreparedDraft> {
  const { body: text, reply, history, attempts, unknowns, renewals } = entry
  const draft: Draft = {
    ...pickGiven(entry, ['operator', 'key', 'conditions', 'transactionOf', 'replaces']),
    ...pickDraft(entry),
    request: parse(text) ?? {},
  }
  const rows = await prepareDraft(vault, draft, [], text)
  const { dueAt: _, head: __, lines: ___, ...fresh } = rows.entry
  const isTaken = transfer.kind === 'copy'
  const row = {
    ...fresh,
    ...pickGiven(entry, ['sentAt', 'refusedAt', 'waitingSince', 'isBare']),
    ...(isTaken && { sentAt: entry.sentAt ?? entry.createdAt }),
    attempts,
    renewals,
    unknowns: isTaken ? unknowns + 1 : unknowns,
    state: standpoint.state,
    ...(standpoint.reason && { reason: standpoint.reason }),
    ...(standpoint.state === 'queued' && { dueAt: 0 }),
  }
  const chained = await chainEntry(vault, row, [...history.map(toLine), arrivalLine(transfer, takeOver, now)])
  const sealed = reply && (await vault.seal(labelOf(entry.id, 'reply'), JSON.stringify(reply)))
  return { ...rows, ...chained, body: { ...rows.body, ...(sealed && { reply: sealed }) } }
}

function pickDraft({ id, kind, shop, terminal, createdAt }: TransferredEntry) {
  return { id, kind, shop, terminal, createdAt }
}

function toLine(line: TransferredEntry['history'][number]): HistoryLine {
  const { at, what } = line
  return { at, what, ...pickGiven(line, ['by', 'reason', 'outcome', 'status', 'detail']) }
}

function arrivalLine(
  { shop, terminal, file, by, reason }: Transfer,
  takeOver: Import['takeOver'],
  now: number,
): HistoryLine {
  const who = { by: takeOver?.by ?? by, reason: takeOver?.reason ?? reason }
  return {
    at: now,
    what: 'imported',
    ...pickGiven(who, ['by', 'reason']),
    detail: `${file} of ${shop}/${terminal}`,
  }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
