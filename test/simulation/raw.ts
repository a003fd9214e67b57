import { Dexie } from 'dexie'
import type { Reply } from '../../src/domain/outcome.js'
import type { BodyRow, EntryRow, HistoryRow } from '../../src/journal/store/rows.js'
import { unsealPlainly } from '../support/vault.js'

/** A body as it would be sent, and what was said to it. */
export interface RawBody {
  body: string
  reply?: Reply
}

/** The database as it lies on disk. */
export interface RawRows {
  entries: EntryRow[]
  bodies: Map<string, RawBody>
  history: HistoryRow[]
  /** Everything, as one text per entry's id where it belongs to one. */
  texts: { id: string; text: string }[]
}

export async function openRaw(name: string): Promise<Dexie> {
  const raw = new Dexie(name)
  await raw.open()
  return raw
}

export async function readRaw(raw: Dexie): Promise<RawRows> {
  const entries = (await raw.table('entries').toArray()) as EntryRow[]
  const bodies = (await raw.table('bodies').toArray()) as BodyRow[]
  const history = (await raw.table('history').toArray()) as HistoryRow[]
  const receipts = (await raw.table('receipts').toArray()) as { id: string }[]
  const texts = [...entries, ...bodies, ...history, ...receipts].map((row) => ({
    id: row.id,
    text: JSON.stringify(row, unseal),
  }))
  return { entries, bodies: new Map(bodies.map((body) => [body.id, openRawBody(body)])), history, texts }
}

function openRawBody({ kept, secret, reply }: BodyRow): RawBody {
  const said = reply && (JSON.parse(unsealPlainly(reply)) as Reply)
  return { body: unsealPlainly(secret ?? kept), ...(said && { reply: said }) }
}

function unseal(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? unsealPlainly(value) : value
}
