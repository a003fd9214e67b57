import pg from 'pg'
import type { Operation } from './tills.js'

/** The database of the two instances, as its owner sees it. */
export interface Books {
  url: string
  port: number
  /** Makes cards that several tills use. */
  makeCards: (codes: readonly string[]) => Promise<void>
  /** How many lines the ledger has, and where it differs from what the tills have rung up. */
  compare: (operations: readonly Operation[]) => Promise<{ effects: number; differences: string[] }>
  /** What one key takes on the disk. */
  readKeyBytes: () => Promise<number>
  close: () => Promise<void>
}

/** Makes a database of its own on a server. */
export async function openBooks(server: string, name: string): Promise<Books> {
  const owner = new pg.Client({ connectionString: server })
  await owner.connect()
  await owner.query(`create database ${name}`)
  await owner.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  // The server is ended before the pool is, if a trial fails.
  pool.on('error', () => undefined)
  return {
    url: url.href,
    port: Number(url.port),
    async makeCards(codes) {
      for (const code of codes)
        await pool.query('insert into cards (code, modified_at) values ($1, 0)', [code])
    },
    compare: (operations) => compare(pool, operations),
    async readKeyBytes() {
      const { rows } = await pool.query<{ bytes: number }>(
        "select pg_total_relation_size('counterfoil_keys')::float / count(*) as bytes from counterfoil_keys",
      )
      return rows[0]?.bytes ?? NaN
    },
    close: () => pool.end(),
  }
}

interface Line {
  key: string | null
  card: string | null
  cents: string
}

async function compare(
  pool: pg.Pool,
  operations: readonly Operation[],
): Promise<{ effects: number; differences: string[] }> {
  const { rows } = await pool.query<Line>('select key, card, cents from ledger order by id')
  const differences = [...findMissingAndDouble(rows, operations), ...findDisorder(rows, operations)]
  const expected = operations.reduce((sum, { cents }) => sum + cents, 0)
  const balances = await pool.query<{ cents: string }>('select coalesce(sum(cents), 0) as cents from cards')
  const found = Number(balances.rows[0]?.cents)
  if (found !== expected) differences.push(`the cards have ${found} cents, not ${expected}`)
  const wrong = await pool.query<{ code: string }>(
    `select code from cards where cents <> case when migrated_to is null
      then (select coalesce(sum(cents), 0) from ledger where card = code) else 0 end`,
  )
  differences.push(...wrong.rows.map(({ code }) => `${code} has another balance than its lines`))
  const keys = await pool.query<{ count: string }>(
    'select count(*) as count from counterfoil_keys where body is not null',
  )
  if (Number(keys.rows[0]?.count) !== operations.length)
    differences.push(`${keys.rows[0]?.count ?? 'no'} keys with a reply, not ${operations.length}`)
  return { effects: rows.length, differences }
}

function findMissingAndDouble(lines: readonly Line[], operations: readonly Operation[]): string[] {
  const counts = new Map<string | null, number>()
  for (const { key } of lines) counts.set(key, (counts.get(key) ?? 0) + 1)
  const wrong = operations
    .filter(({ key }) => counts.get(key) !== 1)
    .map(({ key }) => `${key} was done ${counts.get(key) ?? 0} times`)
  const known = new Set<string | null>(operations.map(({ key }) => key))
  return [
    ...wrong,
    ...[...counts.keys()]
      .filter((key) => !known.has(key))
      .map((key) => `${key ?? 'a line without a key'} is nobody’s`),
  ]
}

/** On a till's own card its operations were done in the order in which they were rung up. */
function findDisorder(lines: readonly Line[], operations: readonly Operation[]): string[] {
  const places = new Map(operations.map(({ key }, place) => [key, place]))
  const last = new Map<string, number>()
  const differences: string[] = []
  for (const { key, card } of lines) {
    if (key === null || card === null) continue
    const place = places.get(key) ?? 0
    const lane = `${key.slice(0, key.lastIndexOf('-'))} on ${card}`
    if (place < (last.get(lane) ?? -1)) differences.push(`${key} was done out of order`)
    last.set(lane, place)
  }
  return differences
}
