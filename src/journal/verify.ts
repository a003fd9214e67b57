import { is } from '../domain/is.js'
import { entryStates } from '../domain/entry.js'
import { endpointOf } from '../domain/endpoints.js'
import { markLine, markOrigin } from './chain.js'
import type { Database } from './database.js'
import { labelOf, openBody, toldText, type Store } from './prepare.js'
import { BodyRow, EntryRow, HistoryRow, isNewer } from './rows.js'
import { countAll, isUnresolved } from './tally.js'
import type { Vault } from './vault.js'

/** The first thing found that is not as it was written. */
export interface Alteration {
  table: 'entries' | 'bodies' | 'history' | 'tallies'
  /** The entry it belongs to. */
  id?: string
  /** Which line of that entry's history, counted from one. */
  line?: number
  what: string
}

/** Whether the journal is as it was written; `entries` tells how many were looked at. */
export type Verification =
  { isIntact: true; entries: number } | { isIntact: false; entries: number; altered: Alteration }

const batch = 200

/** Follows every entry's chain from its first line to its last, in order of place. */
export async function verify(store: Store): Promise<Verification> {
  const { database } = store
  let entries = 0
  let after = -Infinity
  for (;;) {
    const rows = await database.entries.where(':id').above(after).limit(batch).toArray()
    if (rows.length === 0) break
    for (const found of await Promise.all(rows.map((row) => verifyEntry(store, row)))) {
      entries += 1
      if (found) return { isIntact: false, entries, altered: found }
    }
    after = rows.at(-1)?.place ?? Infinity
  }
  const altered = await verifyCounts(database)
  return altered ? { isIntact: false, entries, altered } : { isIntact: true, entries }
}

async function verifyEntry({ database, vault }: Store, row: EntryRow): Promise<Alteration | undefined> {
  // What a newer release wrote is for that release to verify.
  if (isNewer(row)) return undefined
  const { id } = row
  if (!is(row, EntryRow)) return { table: 'entries', id, what: 'it does not have the expected form' }
  // Entry, body and history are read together, lest a turn between them look like a forgery.
  const [now, body, lines] = await database.transaction(
    'r',
    [database.entries, database.bodies, database.history],
    () =>
      Promise.all([
        database.entries.get(row.place),
        database.bodies.get(id),
        database.history.where('id').equals(id).sortBy('n'),
      ]),
  )
  if (!now) return undefined
  return (await verifyChain(vault, now, lines)) ?? verifyBody(vault, now, body, lines)
}

async function verifyChain(
  vault: Vault,
  row: EntryRow,
  lines: readonly HistoryRow[],
): Promise<Alteration | undefined> {
  const { id, state } = row
  let head = await markOrigin(vault, row)
  if (head !== row.origin) return { table: 'entries', id, what: 'what was rung up is not what it was' }
  for (const [index, line] of lines.entries()) {
    const isSound = is(line, HistoryRow) && line.hash === (await markLine(vault, head, line))
    if (!isSound)
      return { table: 'history', id, line: index + 1, what: 'it is not what was written, or not where' }
    head = line.hash
  }
  if (lines.length < row.lines) return { table: 'history', id, line: lines.length + 1, what: 'it is missing' }
  if (lines.length > row.lines || head !== row.head)
    return { table: 'entries', id, what: 'its history does not end where it was said to' }
  return isStandingOf(row, lines.at(-1)) ? undefined : { table: 'entries', id, what: `it is not ${state}` }
}

/** The state is what the last line says, or under way from there; what was handed over is nothing but moved. */
function isStandingOf({ state, reason }: EntryRow, last: HistoryRow | undefined): boolean {
  if ((last?.what === 'handed-over') !== (reason === 'moved')) return false
  const written = last?.became ?? (last ? undefined : 'queued')
  if (written === undefined) return true
  return state === written || (written === 'queued' && state === 'sending')
}

async function verifyBody(
  vault: Vault,
  row: EntryRow,
  body: BodyRow | undefined,
  lines: readonly HistoryRow[],
): Promise<Alteration | undefined> {
  const { id } = row
  if (!body) return { table: 'bodies', id, what: 'it is missing' }
  if (!is(body, BodyRow)) return { table: 'bodies', id, what: 'it does not have the expected form' }
  const { kept, secret, reply } = body
  const parts = { kept, secret, reply }
  for (const part of ['kept', 'secret', 'reply'] as const) {
    const sealed = parts[part]
    const isOpen =
      !sealed ||
      (await vault.open(labelOf(id, part), sealed).then(
        () => true,
        () => false,
      ))
    if (!isOpen) return { table: 'bodies', id, what: `its ${part} part was altered` }
  }
  if (!reply && lines.some(({ status }) => status !== undefined))
    return { table: 'bodies', id, what: 'its reply part is missing' }
  if (await isStripped(vault, row, body)) return { table: 'bodies', id, what: 'its secret part is missing' }
  return undefined
}

/** Whether secrets have gone that are still needed: then it is no more the body that was rung up. */
async function isStripped(vault: Vault, row: EntryRow, body: BodyRow): Promise<boolean> {
  const { kind, told, isBare } = row
  if (!isUnresolved(row) || isBare === true || endpointOf(kind).secrets.length === 0) return false
  return told !== (await vault.mark(toldText(kind, await openBody(vault, body))))
}

/** Rows that are gone leave the count behind, and what was theirs. */
async function verifyCounts(database: Database): Promise<Alteration | undefined> {
  const { entries, bodies, tallies } = database
  return database.transaction('r', [entries, bodies, tallies], async () => {
    const [kept, counted, ids, owners] = await Promise.all([
      tallies.get('entries'),
      countAll(database),
      entries.orderBy('id').keys(),
      bodies.toCollection().primaryKeys(),
    ])
    const known = new Set<unknown>(ids)
    const orphan = owners.find((id) => !known.has(id))
    if (orphan !== undefined) return { table: 'entries', id: orphan, what: 'it is missing' }
    const wrong = ([...entryStates, 'amount'] as const).find((name) => kept?.[name] !== counted[name])
    return wrong === undefined
      ? undefined
      : {
          table: 'tallies',
          what: `${wrong} was kept as ${String(kept?.[wrong])}, and ${counted[wrong]} stand`,
        }
  })
}
