import { toCanonicalJson } from '../domain/canonical.js'
import { migrate, type SqlTransaction, type Store } from './store.js'

const keyLengthMax = 255
/** How much longer than is told a key is kept: the clocks of two instances may differ by this much. */
const clockMarginMs = 3_600_000
const deletedAtOnce = 5_000

/** Reads a key from its header: a structured-field string (RFC 9651), or the same text without quotes. */
export function parseKey(header: string): string | undefined {
  const text = header.trim()
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/.exec(text)?.[1]
  const key =
    quoted?.replace(/\\(["\\])/g, '$1') ??
    (/^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/.test(text) ? text : undefined)
  return key !== undefined && key.length <= keyLengthMax ? key : undefined
}

/** A digest that is equal for a repeat of a request, and differs for another body or endpoint. */
export async function fingerprint(endpoint: string, body: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(`${endpoint}\n${toCanonicalJson(body)}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Makes the table of keys, or brings it to its newest version. */
export function migrateKeys(store: Store): Promise<void> {
  return migrate(store, 'keys', [
    [
      `create table counterfoil_keys (
        tenant text not null,
        key text not null,
        fingerprint text not null,
        expires_at bigint not null,
        status integer,
        headers text,
        body text,
        primary key (tenant, key)
      )`,
      'create index counterfoil_keys_expiry on counterfoil_keys (expires_at)',
    ],
  ])
}

/** A key of one tenant. */
export interface OwnKey {
  tenant: string
  key: string
}

/** What lies under a key. */
export interface StoredKey {
  fingerprint: string
  status: number
  headers: Record<string, string>
  body: unknown
}

/**
 * Takes a key for this transaction; undefined if it is new or has expired. While another transaction has the key, this
 * statement waits until that one has committed or rolled back.
 */
export async function claimKey(
  transaction: SqlTransaction,
  { tenant, key }: OwnKey,
  { print, nowMs, lifetimeMs }: { print: string; nowMs: number; lifetimeMs: number },
): Promise<StoredKey | undefined> {
  const claimed = await transaction.query(
    `insert into counterfoil_keys (tenant, key, fingerprint, expires_at) values ($1, $2, $3, $4)
    on conflict (tenant, key) do update
      set fingerprint = excluded.fingerprint, expires_at = excluded.expires_at, status = null, headers = null, body = null
      where counterfoil_keys.expires_at <= $5
    returning key`,
    [tenant, key, print, nowMs + lifetimeMs + clockMarginMs, nowMs],
  )
  if (claimed.length > 0) return undefined
  const [row] = await transaction.query(
    'select fingerprint, status, headers, body from counterfoil_keys where tenant = $1 and key = $2',
    [tenant, key],
  )
  if (typeof row?.body !== 'string') throw new Error('A key was found without its reply')
  return {
    fingerprint: String(row.fingerprint),
    status: Number(row.status),
    headers: JSON.parse(String(row.headers)) as Record<string, string>,
    body: JSON.parse(row.body),
  }
}

/** Stores the reply under the key that this transaction has claimed. */
export async function saveReply(
  transaction: SqlTransaction,
  { tenant, key }: OwnKey,
  { status, headers, body }: Omit<StoredKey, 'fingerprint'>,
): Promise<void> {
  const saved = await transaction.query(
    'update counterfoil_keys set status = $3, headers = $4, body = $5 where tenant = $1 and key = $2 returning key',
    [tenant, key, status, JSON.stringify(headers), JSON.stringify(body)],
  )
  if (saved.length !== 1) throw new Error('The key was deleted in the transaction that has its effect')
}

/** Deletes the keys whose lifetime is over, some at a time: meanwhile operations go on. */
export async function deleteExpiredKeys(store: Store, nowMs = Date.now()): Promise<number> {
  for (let deleted = 0; ;) {
    const count = await deleteSome(store, nowMs)
    deleted += count
    if (count < deletedAtOnce) return deleted
  }
}

function deleteSome(store: Store, nowMs: number): Promise<number> {
  return store.transact(async (transaction) => {
    // The time is asked for twice: a key may be claimed anew while this statement waits for it.
    const rows = await transaction.query(
      `delete from counterfoil_keys
      where expires_at <= $1 and (tenant, key) in
        (select tenant, key from counterfoil_keys where expires_at <= $1 limit ${deletedAtOnce})
      returning key`,
      [nowMs],
    )
    return rows.length
  })
}
