import { endpointOf } from '../domain/endpoints.js'
import type { Receipt } from '../domain/models.js'
import type { Reply } from '../domain/outcome.js'
import { readPath } from '../domain/paths.js'
import type { Ticket } from '../domain/ticket.js'
import type { ReadyClaim } from '../ports.js'
import { labelOf, openBody, sealBody, type Store } from './prepare.js'
import { findRow } from './read.js'
import type { BodyRow } from './rows.js'
import { requireCurrent } from './run.js'
import type { Vault } from './vault.js'

/** Writes the transaction's id into a body that has never been sent; from then on its bytes stay. */
export async function freeze(
  { database, vault }: Store,
  { run, ticket }: ReadyClaim,
  text: string,
): Promise<void> {
  const { entries, bodies, runs } = database
  const { place, id, kind } = ticket
  const body = await sealBody(vault, id, kind, text)
  await database.transaction('rw', [entries, bodies, runs], async () => {
    await requireCurrent(database, 'freezing', run)
    const [row, before] = await Promise.all([entries.get(place), bodies.get(id)])
    if (row?.state !== 'sending' || !before) {
      throw new Error(`freezing refused for ${id}: it is ${row?.state ?? 'gone'}`)
    }
    const { transactionOf: _, ...frozen } = row
    await Promise.all([entries.put(frozen), bodies.put(body)])
  })
}

const lookBackMax = 50

/** The receipt that the service was last known to hold for the transaction that a request revises. */
export async function findBase(
  { database, vault }: Store,
  ticket: Pick<Ticket, 'id' | 'kind'>,
  request: object,
): Promise<Receipt | undefined> {
  if (ticket.kind === 'unknown' || !endpointOf(ticket.kind).isRevision) return undefined
  const [transaction] = readPath(request, 'TransactionID')
  const own = await findRow(database, ticket.id)
  const [card] = own?.codes ?? []
  if (!own || card === undefined || transaction === undefined) return undefined
  const rows = await database.entries
    .where('codes')
    .equals(card)
    .reverse()
    .filter((row) => row.state === 'settled' && row.place < own.place)
    .limit(lookBackMax)
    .toArray()
  const bodies = await database.bodies.bulkGet(rows.map(({ id }) => id))
  for (const [index, row] of rows.entries()) {
    const body = bodies[index]
    const place = endpointOf(row.kind).receipt
    if (!body || place === undefined) continue
    const { sent, said } = await openExchange(vault, body)
    const isOfIt = [...readPath(sent, 'TransactionID'), ...readPath(said, 'TransactionID')]
    if (isOfIt.includes(transaction)) return readPath(sent, place)[0] as Receipt | undefined
  }
  return undefined
}

async function openExchange(vault: Vault, body: BodyRow): Promise<{ sent: unknown; said: unknown }> {
  const [sent, reply] = await Promise.all([
    openBody(vault, body),
    body.reply && vault.open(labelOf(body.id, 'reply'), body.reply),
  ])
  const said = reply === undefined ? undefined : (JSON.parse(reply) as Reply).body
  return { sent: JSON.parse(sent) as unknown, said }
}
