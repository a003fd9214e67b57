/** A value of a statement or a row. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array

/** A row, by the names of its columns. */
export type SqlRow = Record<string, unknown>

/** The open transaction of one operation. Statements name their values `$1`, `$2`, in either database. */
export interface SqlTransaction {
  query: (text: string, values?: readonly SqlValue[]) => Promise<SqlRow[]>
}

/** A database of the service's owner. */
export interface Store {
  /**
   * Runs work in one transaction and commits it; if the work throws, nothing of it remains. The work may be run again
   * from its beginning, if the database asks for that: its effects must go through the transaction alone.
   */
  transact: <Result>(work: (transaction: SqlTransaction) => Promise<Result>) => Promise<Result>
  /** A statement that makes other migrations wait for this one. */
  schemaLock?: string
}

/** The database took nothing: certainly nothing was done, and the request may come again. The caller reads its message. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The connection was lost during COMMIT: whether it was done, only a repeat with the same key can tell. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
}

/** Statements for each version of a schema, the first version first; released ones are never changed. */
export type Migrations = readonly (readonly string[])[]

/** Brings a part of the schema to its newest version; each part has versions of its own. */
export async function migrate(store: Store, part: string, migrations: Migrations): Promise<void> {
  await store.transact(async (transaction) => {
    if (store.schemaLock !== undefined) await transaction.query(store.schemaLock)
    await transaction.query(
      'create table if not exists counterfoil_schema (part text primary key, version integer not null)',
    )
    const [row] = await transaction.query('select version from counterfoil_schema where part = $1', [part])
    const version = Number(row?.version ?? 0)
    if (version > migrations.length) {
      throw new Error(
        `The schema "${part}" has version ${version}, and this release knows ${migrations.length}: use a newer release.`,
      )
    }
    for (const statement of migrations.slice(version).flat()) await transaction.query(statement)
    await transaction.query(
      'insert into counterfoil_schema (part, version) values ($1, $2) on conflict (part) do update set version = excluded.version',
      [part, migrations.length],
    )
  })
}
