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

/** A till asks anew after so long; the next operation must not wait behind one that will not end. */
const workMsMax = 15_000

/**
 * A store in a file of SQLite. The connection belongs to the store alone: one operation has it at a time, and whatever
 * else ran on it would be part of that operation's transaction.
 */
export async function openSqliteStore(database: SqliteDatabase): Promise<Store> {
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
      const turn = last.then(() => runTransaction(database, work))
      // The caller is told; the next one only waits.
      last = turn.catch(() => undefined)
      return turn
    },
  }
  await migrateKeys(store)
  return store
}

async function runTransaction<Result>(
  database: SqliteDatabase,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> {
  begin(database)
  const open: Open = { isOpen: true }
  let result: Result
  try {
    result = await inTime(work(createTransaction(database, open)))
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

/** The result of the work, which is given up where it takes too long: what it does after that is refused. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreUnavailable(`An operation was not done within ${workMsMax / 1_000} seconds`))
    }, workMsMax)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
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

function runStatement(database: SqliteDatabase, text: string, values: readonly SqlValue[]): SqlRow[] {
  const bound: never[] = []
  const plain = text.replace(/\$(\d+)/g, (_, number: string) => {
    const value = values[Number(number) - 1]
    bound.push((typeof value === 'boolean' ? Number(value) : value) as never)
    return '?'
  })
  const statement = database.prepare(plain)
  if (statement.reader !== false) return statement.all(...bound) as SqlRow[]
  statement.run(...bound)
  return []
}
