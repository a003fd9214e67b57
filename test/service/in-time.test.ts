import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgresStore, type PostgresClient } from '../../src/service/postgres.js'
import { openSqliteStore } from '../../src/service/sqlite.js'
import { CommitUnknown, StoreUnavailable, type Store } from '../../src/service/store.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => new Promise<never>(() => undefined)
const limits = { waitMs: 1_000, workMs: 2_000 }

/** A PostgreSQL that answers, until it stays silent to what it is told to. */
async function pretendPostgres() {
  const asked: string[] = []
  const released: unknown[] = []
  const silent: string[] = []
  const failing = new Map<string, string>()
  const client: PostgresClient = {
    query: (text) => {
      asked.push(text)
      const code = failing.get(text)
      if (code !== undefined) return Promise.reject(Object.assign(new Error('no'), { code }))
      return silent.some((word) => text.startsWith(word))
        ? never()
        : Promise.resolve({ command: text.toUpperCase(), rows: [] })
    },
    release: (error) => {
      released.push(error)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const pool = { connect: () => Promise.resolve(client), on: () => undefined }
  const store = await openPostgresStore(pool, limits)
  asked.length = 0
  released.length = 0
  return { asked, released, silent, failing, client, pool, store }
}

/** What an operation ends with; its handler has done all unless it is given. */
function transact(
  store: Store,
  work: Parameters<Store['transact']>[0] = () => Promise.resolve('done'),
): Promise<unknown> {
  return store.transact(work).catch((error: unknown) => error)
}

it('PostgreSQL takes back what a handler did that never ends, and frees its connection', async () => {
  const { asked, released, store } = await pretendPostgres()
  const working = transact(store, never)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await working).toBeInstanceOf(StoreUnavailable)
  expect(asked.at(-1)).toBe('rollback')
  expect(released).toEqual([undefined])
})

it('a connection that does not even answer to that is thrown away', async () => {
  const { released, silent, store } = await pretendPostgres()
  silent.push('rollback')
  const working = transact(store, never)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(released).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await working).toBeInstanceOf(StoreUnavailable)
  expect(released).toEqual([expect.any(StoreUnavailable)])
})

it.each(['begin', 'select set_config'])(
  'an operation whose connection is silent to "%s" is not done, and the connection is thrown away',
  async (word) => {
    const { asked, released, silent, store } = await pretendPostgres()
    silent.push(word)
    const work = vi.fn(() => Promise.resolve('done'))
    const working = transact(store, work)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(released).toEqual([expect.any(StoreUnavailable)])
    expect(await working).toBeInstanceOf(StoreUnavailable)
    expect(work).not.toHaveBeenCalled()
    expect(asked).not.toContain('rollback')
  },
)

it('a commit that is not answered leaves open whether it was done, and the connection is thrown away', async () => {
  const { released, silent, store } = await pretendPostgres()
  silent.push('commit')
  const working = transact(store)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(released).toEqual([expect.any(StoreUnavailable)])
  expect(await working).toBeInstanceOf(CommitUnknown)
})

it('an operation that is given no connection is not done later, and gives back what comes too late', async () => {
  const { asked, released, client, pool, store } = await pretendPostgres()
  let connect: (late: PostgresClient) => void = () => undefined
  pool.connect = () =>
    new Promise((resolve) => {
      connect = resolve
    })
  const working = transact(store)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(released).toEqual([])
  connect(client)
  expect(await working).toBeInstanceOf(StoreUnavailable)
  expect(released).toEqual([undefined])
  expect(asked).toEqual([])
})

it.each([
  ['57014', /cancelled/],
  ['53100', /no room/],
  ['53300', /no room/],
  ['55P03', /has the key/],
])('where PostgreSQL says %s, certainly nothing was done', async (code, words) => {
  for (const text of ['update cards', 'commit']) {
    const { asked, released, failing, store } = await pretendPostgres()
    failing.set(text, code)
    const end = await transact(store, (transaction) => transaction.query('update cards'))
    expect(end).toBeInstanceOf(StoreUnavailable)
    expect(String(end)).toMatch(words)
    expect((end as StoreUnavailable).cause).toMatchObject({ code })
    expect(asked.at(-1)).toBe(text === 'commit' ? 'commit' : 'rollback')
    expect(released).toEqual([undefined])
  }
})

it('a connection to a PostgreSQL that takes no changes is thrown away: another may lead to the one that does', async () => {
  const { released, failing, store } = await pretendPostgres()
  failing.set('update cards', '25006')
  const end = await transact(store, (transaction) => transaction.query('update cards'))
  expect(end).toBeInstanceOf(StoreUnavailable)
  expect(String(end)).toMatch(/takes no changes/)
  expect(released).toEqual([expect.objectContaining({ code: '25006' })])
})

it('an error of the statement itself is no condition of the database', async () => {
  const { failing, store } = await pretendPostgres()
  failing.set('update cards', '42P01')
  const end = await transact(store, (transaction) => transaction.query('update cards'))
  expect(end).toMatchObject({ message: 'no', code: '42P01' })
})

it('on SQLite an operation whose turn does not come is not done later', async () => {
  const database = new Database(':memory:')
  onTestFinished(() => {
    database.close()
  })
  const store = await openSqliteStore(database, limits)
  const ends: [string, unknown][] = []
  const perform = (name: string, work: () => Promise<unknown>) =>
    transact(store, work).then((end) => ends.push([name, end]))
  const late = vi.fn(() => Promise.resolve('done'))
  void perform('hangs', never)
  void perform('waits too long', late)
  await vi.advanceTimersByTimeAsync(1_000)
  void perform('waits for the rest', () => Promise.resolve('done'))
  await vi.advanceTimersByTimeAsync(999)
  expect(ends).toEqual([['waits too long', expect.any(StoreUnavailable)]])
  await vi.advanceTimersByTimeAsync(1)
  expect(ends.slice(1)).toEqual([
    ['hangs', expect.any(StoreUnavailable)],
    ['waits for the rest', 'done'],
  ])
  expect(late).not.toHaveBeenCalled()
})
