import { inTime, waitMsDefault, workMsDefault } from './in-time.js'
import { migrateKeys } from './keys.js'
import { CommitUnknown, StoreUnavailable, type SqlRow, type SqlTransaction, type Store } from './store.js'

/** A connection of `pg`. */
export interface PostgresClient {
  query: (text: string, values?: unknown[]) => Promise<{ command: string; rows: unknown[] }>
  release: (error?: Error) => void
  on: (event: 'error', listener: (error: Error) => void) => unknown
  removeListener: (event: 'error', listener: (error: Error) => void) => unknown
}

/** A pool of `pg`. */
export interface PostgresPool {
  connect: () => Promise<PostgresClient>
  on: (event: 'error', listener: (error: Error) => void) => unknown
}

/** The options of a store in PostgreSQL. */
export interface PostgresStoreOptions {
  /**
   * How long a repeat waits for the first arrival, and an operation for a connection, before it is told to come again;
   * 15 s unless set.
   */
  waitMs?: number
  /**
   * How long an operation may take beside that, before it is rolled back and its connection freed, and how long its
   * commit may; 30 s unless set.
   */
  workMs?: number
}

type Limits = Required<PostgresStoreOptions>

/** To begin and to roll back take milliseconds, unless the connection is dead. */
const aliveMsMax = 5_000

const attemptsMax = 6
const isolation = 'begin isolation level read committed'
const conditions: Record<string, string | undefined> = {
  '25006': 'This PostgreSQL takes no changes',
  '55P03': 'Another operation has the key, or a row that this one needs',
  '57014': 'PostgreSQL cancelled a statement, or it took too long',
}
const schemaLock = 'select pg_advisory_xact_lock(7220027)'

/** A store in PostgreSQL, over a pool of `pg`. */
export async function openPostgresStore(
  pool: PostgresPool,
  { waitMs = waitMsDefault, workMs = workMsDefault }: PostgresStoreOptions = {},
): Promise<Store> {
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const store: Store = {
    schemaLock,
    transact: async (work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runTransaction(pool, { waitMs, workMs }, work)
        } catch (error) {
          if (!isTransient(error)) throw error
          if (attempt === attemptsMax)
            throw new StoreUnavailable('PostgreSQL kept refusing', { cause: error })
          await pauseFor(Math.random() * 20 * 2 ** attempt)
        }
      }
    },
  }
  await migrateKeys(store)
  return store
}

async function runTransaction<Result>(
  pool: PostgresPool,
  limits: Limits,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, limits)
  const state: ConnectionState = { isOpen: true }
  const onError = (error: Error) => {
    state.lost = error
  }
  client.on('error', onError)
  try {
    const result = await runWork(client, state, limits, work)
    await commit(client, state, limits)
    return result
  } finally {
    client.removeListener('error', onError)
    client.release(state.lost)
  }
}

interface ConnectionState {
  isOpen: boolean
  /** Set where the connection may not be used again. */
  lost?: Error
}

/** A connection that comes too late goes back: what waited for it must not be done long after its caller has gone. */
async function connect(pool: PostgresPool, { waitMs }: Limits): Promise<PostgresClient> {
  const connecting = pool.connect()
  try {
    return await inTime(connecting, waitMs, 'PostgreSQL gave no connection')
  } catch (error) {
    if (error instanceof StoreUnavailable) {
      connecting.then(
        (late) => {
          late.release()
        },
        () => undefined,
      )
      throw error
    }
    throw new StoreUnavailable('PostgreSQL gave no connection', { cause: error })
  }
}

async function runWork<Result>(
  client: PostgresClient,
  state: ConnectionState,
  { waitMs, workMs }: Limits,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> {
  const query = createQuery(client, state)
  try {
    await begin(query, state, waitMs)
    return await inTime(work({ query }), waitMs + workMs)
  } catch (error) {
    state.isOpen = false
    // Another connection of the pool may lead to the server that takes changes by now.
    if (codeOf(error) === '25006') state.lost ??= toError(error)
    if (!state.lost) await rollBack(client, state)
    const words = conditionOf(error) ?? (state.lost && 'The connection to PostgreSQL was lost')
    if (words !== undefined) throw new StoreUnavailable(words, { cause: error })
    throw error
  } finally {
    state.isOpen = false
  }
}

/** Nothing is locked yet: if this is late, the connection is dead. */
async function begin(query: SqlTransaction['query'], state: ConnectionState, waitMs: number): Promise<void> {
  const settings = "select set_config('lock_timeout', $1, true), set_config('synchronous_commit', 'on', true)"
  try {
    await inTime(query(isolation), aliveMsMax)
    // An acknowledged effect outlives a power cut, under any setting of the server.
    await inTime(query(settings, [`${waitMs}ms`]), aliveMsMax)
  } catch (error) {
    if (error instanceof StoreUnavailable) state.lost ??= error
    throw error
  }
}

function createQuery(client: PostgresClient, state: ConnectionState): SqlTransaction['query'] {
  return async (text, values = []) => {
    if (!state.isOpen) throw new Error('The transaction is over: await each query in it')
    try {
      return (await client.query(text, [...values])).rows as SqlRow[]
    } catch (error) {
      if (isConnectionLost(error)) state.lost ??= toError(error)
      throw error
    }
  }
}

async function rollBack(client: PostgresClient, state: ConnectionState): Promise<void> {
  try {
    await inTime(client.query('rollback'), aliveMsMax)
  } catch (error) {
    state.lost ??= toError(error)
  }
}

async function commit(client: PostgresClient, state: ConnectionState, { workMs }: Limits): Promise<void> {
  let command: string
  try {
    command = (await inTime(client.query('commit'), workMs)).command
  } catch (error) {
    const words = conditionOf(error)
    if (words !== undefined) throw new StoreUnavailable(words, { cause: error })
    if (isRefused(error)) throw error
    state.lost ??= toError(error)
    throw new CommitUnknown('PostgreSQL did not acknowledge the commit', { cause: error })
  }
  // After a failed statement that the handler has caught, PostgreSQL answers COMMIT with ROLLBACK, and no error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed')
}

/** The code that PostgreSQL gave an error; a broken connection has none, or one of Node's, such as EPIPE. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[0-9FHPX][0-9A-Z]{4}$/.test(code) ? code : ''
}

/** 08 and 57P are the server's own words for a loss; a fault of the handler is none. */
function isConnectionLost(error: unknown): boolean {
  if (codeOf(error) !== '') return /^08|^57P/.test(codeOf(error))
  const { code } = (error ?? {}) as { code?: unknown }
  return /^E[A-Z]+$/.test(String(code)) || /connection/i.test(String(error))
}

/** Whether PostgreSQL itself said that the commit failed; whatever else went wrong leaves it open. */
function isRefused(error: unknown): boolean {
  return codeOf(error) !== '' && !isConnectionLost(error)
}

/** A serialization failure or a deadlock: everything was rolled back, and is run again. */
function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

/** What hinders PostgreSQL, in words, where the operation itself may be sound: it can come again. */
function conditionOf(error: unknown): string | undefined {
  const code = codeOf(error)
  if (code.startsWith('53')) return 'PostgreSQL has no room, or no connection, for it'
  return conditions[code]
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

function pauseFor(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs)
  })
}
