import { endpointOf, transactionField } from '../../domain/endpoints.js'
import { OwnError } from '../../domain/error-name.js'
import { findLanes } from '../../domain/lanes.js'
import type { Receipt } from '../../domain/models.js'
import type { Reply } from '../../domain/outcome.js'
import { readPath } from '../../domain/paths.js'
import type { Ticket } from '../../domain/ticket.js'
import { readTransaction } from '../../domain/transaction.js'
import type { ReadyClaim } from '../../ports.js'
import {
  type BodyRow,
  findRow,
  readLanes,
  labelOf,
  openBody,
  sealBody,
  type Store,
  type Vault,
} from './below.js'
import { isInFront } from './claim.js'
import { requireCurrent } from './run.js'

/**
 * Fills the transaction id into a body that was never sent; after that its bytes do not change. The entry joins the
 * lane of that transaction, and may go if no other entry of the lane is ahead or under way.
 */
export async function freeze(
  { database, vault }: Store,
  { run, ticket }: ReadyClaim,
  text: string,
): Promise<boolean> {
  const { entries, bodies, runs } = database
  const { place, id, kind } = ticket
  const transaction = { [transactionField]: readTransaction(JSON.parse(text)) }
  const [body, ...transactionLanes] = await Promise.all([
    sealBody(vault, id, kind, text),
    ...findLanes(kind, transaction).map(vault.mark),
  ])
  return database.transaction('rw', [entries, bodies, runs], async () => {
    await requireCurrent(database, 'freezing', run)
    const [row, before] = await Promise.all([entries.get(place), bodies.get(id)])
    if (row?.state !== 'sending' || !before) {
      throw new OwnError(`freezing refused for ${id}: it is ${row?.state ?? 'gone'}`)
    }
    const { transactionOf: _, ...rest } = row
    const frozen = { ...rest, lanes: [...new Set([...readLanes(row.lanes), ...transactionLanes])] }
    await Promise.all([entries.put(frozen), bodies.put(body)])
    return isInFront(database, frozen)
  })
}

const lookBackMax = 50

/** The receipt that the service last held for the transaction that a request revises. */
export async function findBase(
  { database, vault }: Store,
  ticket: Pick<Ticket, 'id' | 'kind'>,
  request: object,
): Promise<Receipt | undefined> {
  if (ticket.kind === 'unknown' || !endpointOf(ticket.kind).isRevision) return undefined
  const transaction = readTransaction(request)
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
    const { sent, reply } = await openExchange(vault, body)
    if ([sent, reply].map(readTransaction).includes(transaction))
      return readPath(sent, place)[0] as Receipt | undefined
  }
  return undefined
}

async function openExchange(vault: Vault, body: BodyRow): Promise<{ sent: unknown; reply: unknown }> {
  const [sent, replyText] = await Promise.all([
    openBody(vault, body),
    body.reply && vault.open(labelOf(body.id, 'reply'), body.reply),
  ])
  const reply = replyText === undefined ? undefined : (JSON.parse(replyText) as Reply).body
  return { sent: JSON.parse(sent) as unknown, reply }
}
