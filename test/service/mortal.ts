import Database from 'better-sqlite3'
import pg from 'pg'
import { exampleHandlers } from '../../src/service/example/handlers.js'
import { openPostgresStore, type PostgresClient, type PostgresPool } from '../../src/service/postgres.js'
import { createCardService } from '../../src/service/service.js'
import { openSqliteStore, type SqliteDatabase } from '../../src/service/sqlite.js'
import { createRefund } from './refund.js'

// A program for `killed.test.ts`: takes one refund, and ends itself at a statement of its transaction.

/** What the program is told, as JSON. */
export interface Orders {
  file?: string
  url?: string
  card: string
  key: string
  /** The statement at which it ends, the first being 1; 0 is never. */
  at: number
  moment: 'before' | 'during' | 'after'
}

const orders = JSON.parse(process.argv[2] ?? '') as Orders
const statements: string[] = []
let isArmed = false

/** As a power cut does it: nothing runs after this, not even until the signal arrives. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function begin(text: string): boolean {
  if (isArmed) statements.push(text)
  const isLast = isArmed && statements.length === orders.at
  // What follows is the clean-up of keys, beside the operation.
  if (text === 'commit') isArmed = false
  if (isLast && orders.moment === 'before') end()
  return isLast
}

function run<Result>(text: string, statement: () => Result): Result {
  const isLast = begin(text)
  const result = statement()
  if (isLast) end()
  return result
}

function watchSqlite(database: InstanceType<typeof Database>): SqliteDatabase {
  return {
    exec: (text) => run(text, () => database.exec(text)),
    prepare: (text) => {
      const statement = database.prepare(text)
      return {
        reader: statement.reader,
        all: (...values) => run(text, () => statement.all(...values)),
        run: (...values) => run(text, () => statement.run(...values)),
      }
    },
  }
}

function watchPostgres(pool: pg.Pool): PostgresPool {
  const watch = (client: pg.PoolClient): PostgresClient => ({
    query: async (text, values) => {
      const isLast = begin(text)
      const answer = client.query(text, values)
      // By then the statement has left for the server, and its answer has not come.
      if (isLast && orders.moment === 'during') setImmediate(end)
      const { command, rows } = await answer
      if (isLast) end()
      return { command, rows: rows as unknown[] }
    },
    release: (error) => {
      client.release(error)
    },
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener),
  })
  return {
    connect: async () => watch(await pool.connect()),
    on: (event, listener) => pool.on(event, listener),
  }
}

function openStore() {
  if (orders.file !== undefined) return openSqliteStore(watchSqlite(new Database(orders.file)))
  return openPostgresStore(watchPostgres(new pg.Pool({ connectionString: orders.url })))
}

const service = createCardService({ store: await openStore(), handlers: exampleHandlers })
isArmed = true
const { status } = await service.fetch(createRefund(orders))
process.stdout.write(JSON.stringify({ status, statements }))
process.exit(0)
