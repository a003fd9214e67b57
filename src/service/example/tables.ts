import { Refusal } from '../answer.js'
import type { Version } from '../conditions.js'
import { migrate, type SqlTransaction, type Store } from '../store.js'

/** The two dialects differ where a table numbers its rows. */
export type Dialect = 'sqlite' | 'postgres'

/** Makes the example's tables, or brings them to their newest version. */
export function migrateExample(store: Store, dialect: Dialect): Promise<void> {
  const id =
    dialect === 'sqlite'
      ? 'integer primary key autoincrement'
      : 'bigint generated always as identity primary key'
  return migrate(store, 'example', [
    [
      `create table cards (
        code text primary key,
        shop text,
        terminal text,
        cents bigint not null default 0,
        migrated_to text,
        version integer not null default 0,
        modified_at bigint not null
      )`,
      `create table ledger (
        id ${id},
        at bigint not null,
        operation text not null,
        card text,
        cents bigint not null default 0,
        key text,
        notes text,
        receipt text
      )`,
      'create index ledger_card on ledger (card)',
      'create table orders (id text primary key, ledger_id bigint, body text not null)',
    ],
  ])
}

/** A card, as its row has it. */
export interface Card {
  code: string
  cents: number
  version: number
  modifiedAtMs: number
}

/** Reads a card and keeps its row until the transaction ends; a card that is not there or not usable is refused. */
export async function lockCard(transaction: SqlTransaction, code: string): Promise<Card> {
  const [row] = await transaction.query('update cards set version = version where code = $1 returning *', [
    code,
  ])
  if (row === undefined) throw new Refusal(404, { title: 'The card is not known' })
  if (row.migrated_to !== null) throw new Refusal(409, { title: 'The card was migrated to another' })
  return {
    code,
    cents: Number(row.cents),
    version: Number(row.version),
    modifiedAtMs: Number(row.modified_at),
  }
}

/** Makes a card that is not there yet; says whether it did. */
export async function makeCard(transaction: SqlTransaction, code: string): Promise<boolean> {
  const rows = await transaction.query(
    'insert into cards (code, modified_at) values ($1, $2) on conflict (code) do nothing returning code',
    [code, Date.now()],
  )
  return rows.length > 0
}

/** Adds to a card's balance, and gives the card a new version. */
export async function changeCard(transaction: SqlTransaction, card: Card, cents: number): Promise<Card> {
  const changed = {
    ...card,
    cents: card.cents + cents,
    version: card.version + 1,
    modifiedAtMs: Date.now(),
  }
  await transaction.query('update cards set cents = $2, version = $3, modified_at = $4 where code = $1', [
    card.code,
    changed.cents,
    changed.version,
    changed.modifiedAtMs,
  ])
  return changed
}

/** A line of the ledger. */
export interface LedgerLine {
  operation: string
  card?: string | undefined
  cents?: number | undefined
  key?: string | undefined
  notes?: string | undefined
  receipt?: unknown
}

/** Writes a line of the ledger; its number is the transaction's. */
export async function writeLedger(transaction: SqlTransaction, line: LedgerLine): Promise<number> {
  const { operation, card = null, cents = 0, key = null, notes = null, receipt } = line
  const [row] = await transaction.query(
    'insert into ledger (at, operation, card, cents, key, notes, receipt) values ($1, $2, $3, $4, $5, $6, $7) returning id',
    [Date.now(), operation, card, cents, key, notes, receipt === undefined ? null : JSON.stringify(receipt)],
  )
  return Number(row?.id)
}

/** The version of a card, for `ETag` and conditions. */
export function versionOf({ version, modifiedAtMs }: Card): Version {
  return { etag: `"${version}"`, lastModified: new Date(modifiedAtMs) }
}
