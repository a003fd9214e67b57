import { inTime, waitMsDefault, workMsDefault } from './in-time.js'
import { migrateKeys } from './keys.js'
import {
  CommitUnknown,
  StoreUnavailable,
  type SqlRow,
  type SqlTransaction,
  type SqlValue,
  type Store,
} from './store.js'

/** A prepared statement of `node:sqlite` or better-sqlite3. */
export interface SqliteStatement {
  all: (...values: never[]) => unknown[]
  run: (...values: never[]) => unknown
  /** Only better-sqlite3 says whether a statement gives rows. */
  reader?: boolean
}

/** A connection of `node:sqlite` (`DatabaseSync`) or better-sqlite3. */
export interface SqliteDatabase {
  exec: (text: string) => unknown
  prepare: (text: string) => SqliteStatement
}

const busyTimeoutMs = 5_000

/** The options of a store in SQLite. */
export interface SqliteStoreOptions {
  /** How long an operation waits for those before it, before its caller is told to come again; 15 s unless set. */
  waitMs?: number
  /** How long an operation may take before it is rolled back, as the next one waits for it; 30 s unless set. */
  workMs?: number
}

/**
 * A store in a file of SQLite. The connection belongs to the store alone: one operation has it at a time, and whatever
 * else ran on it would be part of that operation's transaction.
 */
export async function openSqliteStore(
  database: SqliteDatabase,
  { waitMs = waitMsDefault, workMs = workMsDefault }: SqliteStoreOptions = {},
): Promise<Store> {
  // The timeout comes first: another process may be at the file.
  for (const setting of [
    `busy_timeout = ${busyTimeoutMs}`,
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = on',
  ]) {
    database.exec(`pragma ${setting}`)
  }
  let last: Promise<unknown> = Promise.resolve()
  const store: Store = {
    transact: (work) => {
      const coming = inTime(last, waitMs, 'The database was not free')
      const turn = coming.then(() => runTransaction(database, workMs, work))
      // The caller is told; the next one only waits, also for those before one that has given up.
      last = Promise.allSettled([last, turn])
      return turn
    },
  }
  await migrateKeys(store)
  return store
}

async function runTransaction<Result>(
  database: SqliteDatabase,
  workMs: number,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> {
  begin(database)
  const open: Open = { isOpen: true }
  let result: Result
  try {
    result = await inTime(work(createTransaction(database, open)), workMs)
    if (open.failure) throw halted(open.failure)
  } catch (error) {
    rollBack(database)
    throw error
  } finally {
    open.isOpen = false
  }
  commit(database)
  return result
}

interface Open {
  isOpen: boolean
  /** What a statement failed with, also where the handler has caught it. */
  failure?: unknown
}

/**
 * After some errors SQLite has rolled back by itself: each statement after it would be kept at once, without the rest.
 * So nothing more is done, as in PostgreSQL.
 */
function halted(failure: unknown): Error {
  const words = 'The transaction was rolled back: a statement in it had failed'
  return new Error(words, { cause: failure })
}

/** `immediate` takes the right to write at once: a second process waits here, and not in the middle. */
function begin(database: SqliteDatabase): void {
  try {
    database.exec('begin immediate')
  } catch (error) {
    throw new StoreUnavailable('SQLite did not begin a transaction', { cause: error })
  }
}

function commit(database: SqliteDatabase): void {
  try {
    database.exec('commit')
  } catch (error) {
    rollBack(database)
    throw new CommitUnknown('SQLite did not acknowledge the commit', { cause: error })
  }
}

/** After some errors SQLite has rolled back by itself, and then says that no transaction is open. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('rollback')
  } catch (error) {
    if (!String(error).includes('no transaction is active')) throw error
  }
}

function createTransaction(database: SqliteDatabase, open: Open): SqlTransaction {
  return {
    query: (text, values = []) => {
      if (!open.isOpen) return Promise.reject(new Error('The transaction is over: await each query in it'))
      if (open.failure) return Promise.reject(halted(open.failure))
      try {
        return Promise.resolve(runStatement(database, text, values))
      } catch (error) {
        open.failure = error
        return Promise.reject(error instanceof Error ? error : new Error(String(error)))
      }
    },
  }
}

/** A value's number, or what may have one in it that stands for no value: texts, quoted and plain names, comments. */
const valueOrOther =
  /\$(\d+)|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/gi

function runStatement(database: SqliteDatabase, text: string, values: readonly SqlValue[]): SqlRow[] {
  const bound: never[] = []
  const plain = text.replace(valueOrOther, (found, number: string | undefined) => {
    if (number === undefined) return found
    const value = values[Number(number) - 1]
    bound.push((typeof value === 'boolean' ? Number(value) : value) as never)
    return '?'
  })
  const statement = database.prepare(plain)
  if (statement.reader !== false) return statement.all(...bound) as SqlRow[]
  statement.run(...bound)
  return []
}
