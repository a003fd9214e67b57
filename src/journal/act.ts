import { is } from 'superstruct'
import { decideAct, type Act, type Standing } from '../decide/act.js'
import { ActRefused, UnknownEntry } from '../domain/errors.js'
import type { Receipt } from '../domain/models.js'
import { endpointOf } from '../domain/endpoints.js'
import { readPath } from '../domain/paths.js'
import type { Ticket } from '../domain/ticket.js'
import type { ReadyClaim } from '../ports.js'
import { rowToTicket } from './claim.js'
import type { Database } from './database.js'
import { record } from './record.js'
import { EntryRow, isNewer } from './rows.js'

/** Carries out what a person decided, in one transaction, or refuses it with the reason. */
export async function act(database: Database, id: string, deed: Act, now: number): Promise<void> {
  const { entries, bodies, receipts, history, validators } = database
  await database.transaction('rw', [entries, bodies, receipts, history, validators], async () => {
    const row = await entries.where('id').equals(id).first()
    if (!row) throw new UnknownEntry(id)
    if (isNewer(row)) throw new ActRefused(deed.tag, id, 'a newer release wrote it')
    const decision = decideAct(rowToTicket(row), rowToStanding(row), deed, now)
    if ('refused' in decision) throw new ActRefused(deed.tag, id, decision.refused)
    await record(database, [decision], now)
  })
}

function rowToStanding(row: EntryRow): Standing {
  return is(row, EntryRow)
    ? { state: row.state, reason: row.reason }
    : { state: 'parked', reason: 'unreadable' }
}

/** Writes the transaction's id into a body that has never been sent; from then on its bytes stay. */
export async function freeze(database: Database, { run, ticket }: ReadyClaim, body: string): Promise<void> {
  const { entries, bodies, runs } = database
  const { place, id } = ticket
  await database.transaction('rw', [entries, bodies, runs], async () => {
    const [row, before, current] = await Promise.all([entries.get(place), bodies.get(id), runs.get('replay')])
    if (current?.number !== run) throw new Error(`freezing ${id} in run ${run} refused: another run is on`)
    if (row?.state !== 'sending' || !before) {
      throw new Error(`freezing refused for ${id}: it is ${row?.state ?? 'gone'}`)
    }
    const { transactionOf: _, ...frozen } = row
    await Promise.all([entries.put(frozen), bodies.put({ ...before, body, rungUp: before.body })])
  })
}

const lookBackMax = 50

/** The receipt that the service was last known to hold for the transaction that a request revises. */
export async function findBase(
  database: Database,
  ticket: Ticket,
  request: object,
): Promise<Receipt | undefined> {
  if (ticket.kind === 'unknown' || !endpointOf(ticket.kind).isRevision) return undefined
  const [transaction] = readPath(request, 'TransactionID')
  const own = await database.entries.get(ticket.place)
  const [card] = own?.codes ?? []
  if (card === undefined || transaction === undefined) return undefined
  const rows = await database.entries
    .where('codes')
    .equals(card)
    .reverse()
    .filter((row) => row.state === 'settled' && row.place < ticket.place)
    .limit(lookBackMax)
    .toArray()
  const bodies = await database.bodies.bulkGet(rows.map(({ id }) => id))
  for (const [index, row] of rows.entries()) {
    const body = bodies[index]
    const place = endpointOf(row.kind).receipt
    if (!body || place === undefined) continue
    const sent = JSON.parse(body.body) as unknown
    const isOfIt = [
      ...readPath(sent, 'TransactionID'),
      ...readPath(body.reply?.body, 'TransactionID'),
    ].includes(transaction)
    if (isOfIt) return readPath(sent, place)[0] as Receipt | undefined
  }
  return undefined
}
