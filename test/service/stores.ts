import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Dialect } from '../../src/service/example/tables.js'
import { openPostgresStore } from '../../src/service/postgres.js'
import { openSqliteStore } from '../../src/service/sqlite.js'
import type { Store } from '../../src/service/store.js'
import { startPostgres } from './postgres-server.js'

/** A database for one file of tests. */
export interface TestStore {
  store: Store
  dialect: Dialect
  /** Where another process finds it. */
  address: { file: string } | { url: string }
  close: () => Promise<void>
}

async function openSqlite(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-sqlite-'))
  const file = join(folder, 'cards.db')
  const database = new Database(file)
  const store = await openSqliteStore(database)
  return {
    store,
    dialect: 'sqlite',
    address: { file },
    close: () => {
      database.close()
      rmSync(folder, { recursive: true, force: true })
      return Promise.resolve()
    },
  }
}

async function openPostgres(): Promise<TestStore> {
  const server = await startPostgres()
  const pool = new pg.Pool({ connectionString: server.url, max: 10 })
  const store = await openPostgresStore(pool)
  return {
    store,
    dialect: 'postgres',
    address: { url: server.url },
    close: async () => {
      await pool.end()
      await server.stop()
    },
  }
}

/** How each kind of database is opened. */
export const openers: Record<Dialect, () => Promise<TestStore>> = {
  sqlite: openSqlite,
  postgres: openPostgres,
}
