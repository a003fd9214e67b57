import { Dexie } from 'dexie'
import { is } from 'superstruct'
import type { Decision } from '../decide/decide.js'
import { pickGiven } from '../domain/given.js'
import { Reply } from '../domain/outcome.js'
import { rowToTicket } from './claim.js'
import { labelOf, openBody, prepareDecisions, type Store } from './prepare.js'
import { record, recordedTables } from './record.js'
import { EntryRow, isNewer } from './rows.js'
import { unresolved } from './tally.js'
import type { Transfer, TransferredEntry } from './transfer.js'

/** What a file is, beside what is in it. */
export type TransferHead = Omit<Transfer, 'entries' | 'left'>

/** All that is unsettled, in order of place, as it stands; nothing is changed. */
export async function copyUnsettled(store: Store, head: TransferHead): Promise<Transfer> {
  const rows = await readUnsettled(store)
  const entries = await Promise.all(rows.map((row) => openTransferred(store, row)))
  return {
    ...head,
    entries: entries.filter((entry) => entry !== undefined),
    left: rows.filter((_, index) => entries[index] === undefined).map(({ id }) => id),
  }
}

/**
 * Parks all that is unsettled as moved, in one transaction, and only then tells what it was. Assumes that nothing is
 * being sent. What an earlier hand-over parked goes along: its file may have been lost.
 */
export async function handOver(store: Store, head: TransferHead, verdict: Verdict): Promise<Transfer> {
  const { database } = store
  const rows = (await readUnsettled(store)).filter((row) => is(row, EntryRow))
  const sending = rows.find(({ state }) => state === 'sending')
  if (sending) throw new Error(`handing over was refused: ${sending.id} is under way`)
  const readable = await Promise.all(rows.map((row) => openTransferred(store, row)))
  const given = rows.filter((row, index) => readable[index] && row.reason !== 'moved')
  const prepared = await prepareDecisions(
    store,
    given.map((row) => moveAway(row, head, verdict)),
  )
  await database.transaction('rw', recordedTables(database), () => record(database, prepared, head.at))
  const file = await copyUnsettled(store, head)
  return { ...file, entries: file.entries.filter(({ reason }) => reason === 'moved') }
}

interface Verdict {
  by: string
  reason: string
}

function moveAway(row: EntryRow, { at, file, to }: TransferHead, { by, reason }: Verdict): Decision {
  const detail = to === undefined ? file : `${file} to ${to}`
  return {
    ticket: rowToTicket(row),
    become: { state: 'parked', reason: 'moved' },
    facts: {},
    line: { at, what: 'handed-over', by, reason, detail },
  }
}

async function readUnsettled({ database: { entries } }: Store): Promise<EntryRow[]> {
  const rows = await Promise.all(
    unresolved.map((state) =>
      entries.where('[state+place]').between([state, Dexie.minKey], [state, Dexie.maxKey]).toArray(),
    ),
  )
  return rows.flat().sort((left, right) => left.place - right.place)
}

async function openTransferred(
  { database, vault }: Store,
  row: EntryRow,
): Promise<TransferredEntry | undefined> {
  if (isNewer(row) || !is(row, EntryRow) || row.reason === 'unreadable') return undefined
  const { id, codes } = row
  const [card] = codes
  const [body, lines, validators] = await Promise.all([
    database.bodies.get(id),
    database.history.where('id').equals(id).sortBy('n'),
    card === undefined ? undefined : database.validators.get(card),
  ])
  if (!body) return undefined
  try {
    const [text, said] = await Promise.all([
      openBody(vault, body),
      body.reply && vault.open(labelOf(id, 'reply'), body.reply),
    ])
    const reply: unknown = said === undefined ? undefined : JSON.parse(said)
    const latest = validators && pickGiven(validators, ['etag', 'lastModified'])
    return {
      ...rowToFacts(row),
      body: text,
      ...(is(reply, Reply) && { reply }),
      ...(latest && { latest }),
      history: lines.map(({ v: _, n: __, id: ___, hash: ____, became: _____, ...line }) => line),
    }
  } catch {
    return undefined
  }
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
