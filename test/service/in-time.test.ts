import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPostgresStore, type PostgresClient } from '../../src/service/postgres.js'
import { StoreUnavailable } from '../../src/service/store.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A PostgreSQL that answers, or stays silent to what it is told to. */
function pretendPostgres(isSilent: (text: string) => boolean = () => false) {
  const asked: string[] = []
  const released: unknown[] = []
  const client: PostgresClient = {
    query: (text) => {
      asked.push(text)
      return isSilent(text)
        ? new Promise(() => undefined)
        : Promise.resolve({ command: text.toUpperCase(), rows: [] })
    },
    release: (error) => {
      released.push(error)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  return { asked, released, pool: { connect: () => Promise.resolve(client), on: () => undefined } }
}

const never = () => new Promise<never>(() => undefined)

it('PostgreSQL takes back what a handler did that never ends, and frees its connection', async () => {
  const { asked, released, pool } = pretendPostgres()
  const store = await openPostgresStore(pool, { waitMs: 1_000, workMs: 2_000 })
  const before = released.length
  const working = store.transact(never).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await working).toBeInstanceOf(StoreUnavailable)
  expect(asked.at(-1)).toBe('rollback')
  expect(released.slice(before)).toEqual([undefined])
})

it('a connection that does not even answer to that is thrown away', async () => {
  const { released, pool } = pretendPostgres((text) => text === 'rollback')
  const store = await openPostgresStore(pool, { waitMs: 1_000, workMs: 2_000 })
  const before = released.length
  const working = store.transact(never).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(released.slice(before)).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await working).toBeInstanceOf(StoreUnavailable)
  expect(released.slice(before)).toEqual([expect.any(StoreUnavailable)])
})
