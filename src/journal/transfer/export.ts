import type { HistoryLine } from '../../decide/decide.js'
import { headOf } from '../../decide/mirror.js'
import { decideHandOver, moved, type Verdict } from '../../decide/transfer.js'
import { isUnresolved, unresolved } from '../../domain/entry.js'
import { TransferRefused } from '../../domain/errors.js'
import { pickGiven } from '../../domain/given.js'
import { isId } from '../../domain/id.js'
import { is } from '../../domain/is.js'
import { Reply } from '../../domain/outcome.js'
import {
  type BodyRow,
  type Database,
  type EntryRow,
  eraseSecrets,
  findById,
  findInState,
  findUnknownRows,
  type HistoryRow,
  isBodyOf,
  isSoundEntry,
  isSoundLine,
  labelOf,
  openBody,
  type PreparedDecision,
  prepareDecisions,
  type Recent,
  record,
  recordedTables,
  rowToTicket,
  standingOf,
  type Store,
  type ValidatorsRow,
} from './below.js'
import { findTransferFault, formatOf, historyLinesMax, type Transfer, TransferredEntry } from './transfer.js'

/** The facts of a file apart from its entries. */
export type TransferHead = Omit<Transfer, 'format' | 'entries' | 'left'>

/** So many entries of a copy are opened at once. */
const copiedAtOnce = 256

/** A copy of all unsettled entries, in order of place; nothing is changed. */
export async function copyUnsettled(
  store: Store,
  head: TransferHead,
  giveWay?: () => Promise<void>,
): Promise<Transfer> {
  const rows = await readUnsettled(store)
  const entries: TransferredEntry[] = []
  const left: string[] = []
  for (let start = 0; start < rows.length; start += copiedAtOnce) {
    const some = await readAgain(store, rows.slice(start, start + copiedAtOnce))
    const found = await openUnsettled(store, some)
    entries.push(...found.opened.map(({ entry }) => entry))
    left.push(...found.left)
    await giveWay?.()
  }
  return compose(head, entries, left)
}

/** The rows as they are now, without those that have ended since they were listed. */
async function readAgain({ database }: Store, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const current = await database.entries.bulkGet(rows.map(({ place }) => place))
  return current.flatMap((now) => (now && isUnresolved(standingOf(now)) ? [now] : []))
}

/** Throws before anything changes here if the importing till would refuse the file. */
function compose(head: TransferHead, entries: TransferredEntry[], left: string[]): Transfer {
  const transfer = { ...head, entries, left, format: formatOf({ ...head, entries, left }) }
  const fault = findTransferFault({ ...transfer, entries: [] })
  if (fault?.tag === 'unsound') throw new TransferRefused('exportJournal', 'unsound', fault.why)
  return transfer
}

interface Opened {
  row: EntryRow
  entry: TransferredEntry
}

/** Opens entries as a file has them; names those that cannot be opened. */
async function openUnsettled(
  store: Store,
  rows: readonly EntryRow[],
): Promise<{ opened: Opened[]; left: string[] }> {
  const written = await readWritten(store.database, rows)
  const entries = await Promise.all(written.map((one) => openTransferred(store, one)))
  const opened = written.flatMap(({ row }, index) => {
    const entry = entries[index]
    return entry ? [{ row, entry }] : []
  })
  const found = new Set(opened.map(({ row }) => row))
  return { opened, left: rows.filter((row) => !found.has(row)).map(nameLeft) }
}

/** The name of an entry that is not in the file: its id, or its place if a damaged row has no valid id. */
function nameLeft(row: EntryRow): string {
  return isId(row.id) ? row.id : `place-${row.place}`
}

/** Makes the bytes of a file. */
export type Seal = (transfer: Transfer) => Promise<Uint8Array<ArrayBuffer>>

/** Each attempt seals a new file, which takes half a second. */
const attemptsMax = 3

/**
 * Seals all unsettled entries into a file, then parks them as moved and stores the file, in one transaction: an entry
 * is moved only if it is in a file that can be downloaded again. Assumes that nothing is being sent. Entries of an
 * earlier hand-over are left out: the till that has that file would send them too.
 */
export async function handOver(
  store: Store,
  head: TransferHead,
  verdict: Verdict,
  seal: Seal,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const moving = await prepareMove(store, head, verdict)
    const bytes = await seal(moving.transfer)
    if (await commitMove(store, head, verdict, moving, bytes)) return bytes
  }
  throw new TransferRefused('exportJournal', 'changed')
}

/** The entries that a hand-over moves, and the content of its file. */
interface Moving {
  rows: readonly EntryRow[]
  prepared: readonly PreparedDecision[]
  transfer: Transfer
}

async function prepareMove(store: Store, head: TransferHead, verdict: Verdict): Promise<Moving> {
  const unmoved = (await readUnsettled(store)).filter(({ reason }) => reason !== 'moved')
  const sending = unmoved.find(({ state }) => state === 'sending')
  if (sending) throw new TransferRefused('exportJournal', 'sending', sending.id)
  const { opened, left } = await openUnsettled(store, unmoved)
  const decisions = opened.map(({ row }) => decideHandOver(rowToTicket(row), head, verdict))
  const prepared = await prepareDecisions(store, decisions)
  const entries = opened.map(({ row, entry }, index) => markMoved(row, entry, decisions[index]?.line))
  return { rows: opened.map(({ row }) => row), prepared, transfer: compose(head, entries, left) }
}

/** Returns false if an entry has changed since the file was sealed. */
async function commitMove(
  { database }: Store,
  { file, at, to }: TransferHead,
  { by, reason }: Verdict,
  { rows, prepared }: Moving,
  blob: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { entries, handOvers } = database
  return database.transaction('rw', [...recordedTables(database), handOvers], async () => {
    const current = await entries.bulkGet(rows.map(({ place }) => place))
    if (!rows.every((row, index) => isAsBefore(row, current[index]))) return false
    await record(database, prepared, at)
    if (rows.length > 0) await handOvers.add({ file, at, by, reason, blob, ...(to !== undefined && { to }) })
    return true
  })
}

function isAsBefore(before: EntryRow, now: EntryRow | undefined): boolean {
  return now?.head === before.head && now.state === before.state
}

function markMoved(row: EntryRow, entry: TransferredEntry, line?: HistoryLine): TransferredEntry {
  return {
    ...entry,
    ...moved,
    movedFrom: { state: row.state, ...pickGiven(row, ['reason']) },
    history: line ? [...entry.history, line] : entry.history,
  }
}

async function readUnsettled({ database }: Store): Promise<EntryRow[]> {
  const rows = await Promise.all(unresolved.map((state) => findInState(database, state).toArray()))
  const unknownRows = await findUnknownRows(database, 'state')
  return [...rows.flat(), ...unknownRows].sort((left, right) => left.place - right.place)
}

/** What is written of an entry. */
interface Written {
  row: EntryRow
  body: BodyRow | undefined
  lines: HistoryRow[]
  /** The last known version of its card. */
  validators: ValidatorsRow | undefined
  /** The entry that gives its transaction, after all amendments. */
  latestOf: string | undefined
  /** What it corrects by way of other corrections, the nearest first. */
  earlier: readonly string[]
}

/** Reads all that is written of some entries, as it stands at one moment. */
async function readWritten(database: Database, rows: readonly EntryRow[]): Promise<Written[]> {
  const { entries, bodies, history, validators } = database
  const sound = rows.filter((row) => isSoundEntry(row))
  const ids = sound.map(({ id }) => id)
  return database.transaction('r', [entries, bodies, history, validators], async () => {
    const [foundBodies, foundLines, versions, latest, earlier] = await Promise.all([
      bodies.bulkGet(ids),
      // Each by itself: one cursor over many ids would ask once for each of their lines.
      Promise.all(ids.map((id) => history.where('id').equals(id).toArray())),
      validators.bulkGet(sound.map(({ codes: [card = ''] }) => card)),
      Promise.all(sound.map(async ({ transactionOf: id }) => id && findLatest(database, id))),
      Promise.all(sound.map(({ replaces }) => listEarlier(database, replaces))),
    ])
    return sound.map((row, index) => ({
      row,
      body: foundBodies[index],
      lines: foundLines[index] ?? [],
      validators: versions[index],
      latestOf: latest[index],
      earlier: earlier[index] ?? [],
    }))
  })
}

async function openTransferred({ vault }: Store, written: Written): Promise<TransferredEntry | undefined> {
  const { row, body, lines, validators, latestOf, earlier } = written
  if (!body || row.reason === 'unreadable') return undefined
  const { id } = row
  try {
    const [text, replyText] = await Promise.all([
      openBody(vault, body),
      body.reply && vault.open(labelOf(id, 'reply'), body.reply),
    ])
    const reply: unknown = replyText === undefined ? undefined : JSON.parse(replyText)
    const latest = validators && pickGiven(validators, ['etag', 'lastModified'])
    const entry = {
      ...composeTransferred(
        row,
        text,
        lines.filter((line) => isSoundLine(line)),
      ),
      ...(latest && { latest }),
      ...(latestOf !== undefined && { transactionOf: latestOf }),
      ...(earlier.length > 0 && { earlier }),
      ...(is(reply, Reply) && { reply }),
    }
    // An entry that the other till would refuse is left out, so that the others are not refused with it.
    const isFit = isBodyOf(row, text) && entry.history.length < historyLinesMax
    return isFit && is(entry, TransferredEntry) ? entry : undefined
  } catch {
    // The file names the entry as left behind.
    return undefined
  }
}

function composeTransferred(
  row: Omit<EntryRow, 'place'>,
  body: string,
  lines: readonly Omit<HistoryRow, 'n'>[],
): Omit<TransferredEntry, 'state'> & Pick<EntryRow, 'state'> {
  return { ...rowToFacts(row), body, history: lines.map(lineToFacts) }
}

function lineToFacts(line: Omit<HistoryRow, 'n'> & { n?: number }): TransferredEntry['history'][number] {
  const { v: _, n: __, id: ___, hash: ____, became: _____, ...facts } = line
  return facts
}

/** The id of the entry that replaces another one after all its amendments; voided entries are not exported. */
async function findLatest(database: Database, id: string, visited: readonly string[] = []): Promise<string> {
  const row = await findById(database, id)
  const next: unknown = row?.replacedBy
  // Damaged rows may refer to each other in a circle.
  return typeof next !== 'string' || visited.includes(next)
    ? id
    : findLatest(database, next, [...visited, id])
}

/** The ids that a corrected entry has corrected before, back to what was entered. */
async function listEarlier(
  database: Database,
  id: string | undefined,
  known: readonly string[] = [],
): Promise<readonly string[]> {
  const before: unknown = id === undefined ? undefined : (await findById(database, id))?.replaces
  // Damaged rows may refer to each other in a circle.
  return typeof before !== 'string' || !isId(before) || before === id || known.includes(before)
    ? known
    : listEarlier(database, before, [...known, before])
}

function rowToFacts(row: Omit<EntryRow, 'place'>) {
  const { id, kind, state, shop, terminal, createdAt, attempts, unknowns, renewals } = row
  const given = pickGiven(row, [
    'reason',
    'operator',
    'key',
    'conditions',
    'transactionOf',
    'replaces',
    'doubts',
    'sentAt',
    'keyHeader',
    'refusedAt',
    'waitingSince',
    'isBare',
    'transactionId',
    'movedFrom',
  ])
  return { id, kind, state, shop, terminal, createdAt, attempts, unknowns, renewals, ...given }
}

/** A copy of an entry with its place and what it is compared by. */
export interface MirrorCopy {
  place: number
  head: string
  entry: TransferredEntry
}

/** An unresolved entry of which a copy is wanted. */
type Waiting = Pick<EntryRow, 'place' | 'id' | 'head'>

/**
 * Copies what is unresolved. Without its secrets, if they must not be in a copy, an entry cannot be sent again as it
 * is.
 */
export async function openForMirror(
  store: Store,
  waiting: readonly Waiting[],
  mayKeepSecrets: boolean,
): Promise<MirrorCopy[]> {
  const recent = (store.recent ??= new Map())
  const known: MirrorCopy[] = []
  const others = new Set<number>()
  for (const one of waiting) {
    const copy = copyRecent(one, recent.get(one.id))
    if (copy) known.push(copy)
    else others.add(one.place)
    recent.delete(one.id)
  }
  // What was saved while this step began comes with the next.
  for (const [id, one] of recent) {
    if (one.isPassed) recent.delete(id)
    one.isPassed = true
  }
  const copies = [...known, ...(await copySaved(store, [...others]))]
  return mayKeepSecrets ? copies : copies.map((copy) => ({ ...copy, entry: withoutSecrets(copy.entry) }))
}

/** What has happened to an entry since, and what it refers to, is in the database alone. */
function copyRecent({ place, head }: Waiting, recent: Recent | undefined): MirrorCopy | undefined {
  if (!recent) return undefined
  const { row, text, lines } = recent
  if (headOf(row) !== head || row.transactionOf !== undefined || row.conditions === 'latest') return undefined
  return { place, head, entry: { ...composeTransferred(row, text, lines), state: 'queued' } }
}

async function copySaved(store: Store, places: readonly number[]): Promise<MirrorCopy[]> {
  if (places.length === 0) return []
  const rows = await store.database.entries.bulkGet([...places])
  const unresolvedRows = rows.flatMap((row) => (row && isUnresolved(row) ? [row] : []))
  const { opened } = await openUnsettled(store, unresolvedRows)
  return opened.map(({ row, entry }) => ({ place: row.place, head: headOf(row), entry }))
}

function withoutSecrets(entry: TransferredEntry): TransferredEntry {
  const body = eraseSecrets(entry.kind, entry.body)
  return body === entry.body ? entry : { ...entry, body, isBare: true }
}
