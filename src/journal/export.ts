import { Dexie } from 'dexie'
import { is } from '../domain/is.js'
import type { Decision, HistoryLine } from '../decide/decide.js'
import { entryStates } from '../domain/entry.js'
import { pickGiven } from '../domain/given.js'
import { Reply } from '../domain/outcome.js'
import { isBodyOf, rowToTicket } from './claim.js'
import { labelOf, openBody, prepareDecisions, type Store } from './prepare.js'
import { record, recordedTables } from './record.js'
import type { Database } from './database.js'
import { EntryRow, HistoryRow } from './rows.js'
import { findStrangers } from './strangers.js'
import { unresolved } from './tally.js'
import type { Transfer, TransferredEntry } from './transfer.js'

/** What a file is, beside what is in it. */
export type TransferHead = Omit<Transfer, 'entries' | 'left'>

/** All that is unsettled, in order of place, as it stands; nothing is changed. */
export async function copyUnsettled(store: Store, head: TransferHead): Promise<Transfer> {
  const { opened, left } = await openUnsettled(store, await readUnsettled(store))
  return { ...head, entries: opened.map(({ entry }) => entry), left }
}

interface Opened {
  row: EntryRow
  entry: TransferredEntry
}

async function openUnsettled(
  store: Store,
  rows: readonly EntryRow[],
): Promise<{ opened: Opened[]; left: string[] }> {
  const entries = await Promise.all(rows.map((row) => openTransferred(store, row)))
  return {
    opened: rows.flatMap((row, index) => {
      const entry = entries[index]
      return entry ? [{ row, entry }] : []
    }),
    left: rows.filter((_, index) => entries[index] === undefined).map((row) => rowToTicket(row).id),
  }
}

/**
 * Parks all that is unsettled as moved, in one transaction, and only then tells what it was. Assumes that nothing is
 * being sent. What an earlier hand-over parked stays out: whoever has that file would send it as well. If the file
 * was lost, a person takes it back first.
 */
export async function handOver(store: Store, head: TransferHead, verdict: Verdict): Promise<Transfer> {
  const { database } = store
  const rows = (await readUnsettled(store)).filter(({ reason }) => reason !== 'moved')
  const sending = rows.find(({ state }) => state === 'sending')
  if (sending) throw new Error(`handing over was refused: ${sending.id} is under way`)
  const { opened, left } = await openUnsettled(store, rows)
  const decisions = opened.map(({ row }) => moveAway(row, head, verdict))
  const prepared = await prepareDecisions(store, decisions)
  // Dexie follows the awaits of a function only if that one is declared async. What has changed since is refused.
  await database.transaction('rw', recordedTables(database), async () => {
    await record(database, prepared, head.at)
  })
  const entries = opened.map(({ row, entry }, index) => markMoved(row, entry, decisions[index]?.line))
  return { ...head, entries, left }
}

/** An entry as it stands once it has been handed over. */
function markMoved(row: EntryRow, entry: TransferredEntry, line?: HistoryLine): TransferredEntry {
  return {
    ...entry,
    state: 'parked',
    reason: 'moved',
    movedFrom: { state: row.state, ...pickGiven(row, ['reason']) },
    history: line ? [...entry.history, line] : entry.history,
  }
}

interface Verdict {
  by: string
  reason: string
}

function moveAway(row: EntryRow, { at, file, to }: TransferHead, { by, reason }: Verdict): Decision {
  const detail = to === undefined ? file : `${file} to ${to}`
  return {
    ticket: rowToTicket(row),
    become: { state: 'parked', reason: 'moved', file },
    facts: {},
    line: { at, what: 'handed-over', by, reason, detail },
  }
}

async function readUnsettled({ database }: Store): Promise<EntryRow[]> {
  const rows = await Promise.all(
    unresolved.map((state) =>
      database.entries.where('[state+place]').between([state, Dexie.minKey], [state, Dexie.maxKey]).toArray(),
    ),
  )
  const strays = await findStrangers(database, 'state', entryStates)
  return [...rows.flat(), ...strays].sort((left, right) => left.place - right.place)
}

async function openTransferred(
  { database, vault }: Store,
  row: EntryRow,
): Promise<TransferredEntry | undefined> {
  if (!is(row, EntryRow) || row.reason === 'unreadable') return undefined
  const { id, codes, transactionOf } = row
  const [card] = codes
  const [body, lines, validators, latestOf] = await Promise.all([
    database.bodies.get(id),
    database.history.where('id').equals(id).sortBy('n'),
    card === undefined ? undefined : database.validators.get(card),
    transactionOf === undefined ? undefined : findLatest(database, transactionOf),
  ])
  if (!body) return undefined
  try {
    const [text, said] = await Promise.all([
      openBody(vault, body),
      body.reply && vault.open(labelOf(id, 'reply'), body.reply),
    ])
    // One body that the other till would refuse must not make it refuse them all.
    if (!isBodyOf(row, text)) return undefined
    const reply: unknown = said === undefined ? undefined : JSON.parse(said)
    const latest = validators && pickGiven(validators, ['etag', 'lastModified'])
    return {
      ...rowToFacts(row),
      ...(latestOf !== undefined && { transactionOf: latestOf }),
      body: text,
      ...(is(reply, Reply) && { reply }),
      ...(latest && { latest }),
      history: lines.filter((line) => is(line, HistoryRow)).map(lineToFacts),
    }
  } catch {
    return undefined
  }
}

function lineToFacts(line: HistoryRow): TransferredEntry['history'][number] {
  const { v: _, n: __, id: ___, hash: ____, became: _____, ...facts } = line
  return facts
}

/** What stands in the place of an entry after amendments; the others do not travel. */
async function findLatest(database: Database, id: string, met: readonly string[] = []): Promise<string> {
  const row = await database.entries.where('id').equals(id).first()
  const next: unknown = row?.replacedBy
  // Damaged rows may name each other in a circle.
  return typeof next !== 'string' || met.includes(next) ? id : findLatest(database, next, [...met, id])
}

function rowToFacts(row: EntryRow): Omit<TransferredEntry, 'body' | 'reply' | 'latest' | 'history'> {
  const { id, kind, state, shop, terminal, createdAt, attempts, unknowns, renewals } = row
  const given = pickGiven(row, [
    'reason',
    'operator',
    'key',
    'conditions',
    'transactionOf',
    'replaces',
    'sentAt',
    'refusedAt',
    'waitingSince',
    'isBare',
    'movedFrom',
  ])
  return { id, kind, state, shop, terminal, createdAt, attempts, unknowns, renewals, ...given }
}
