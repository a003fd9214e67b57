import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEffectOnce } from '../../src/service/effect-once.js'
import { deleteExpiredKeys } from '../../src/service/keys.js'
import type { SqlTransaction, Store } from '../../src/service/store.js'
import { isPostgresMissing } from './postgres-server.js'
import { openers, type TestStore } from './stores.js'

const minuteMs = 60_000
const postgresMissing = isPostgresMissing()

describe.each(['sqlite', 'postgres'] as const)('keys on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && postgresMissing)('', () => {
    let opened: TestStore

    beforeAll(async () => {
      opened = await openers[dialect]()
    })
    afterAll(() => opened.close())

    it('outlive what tills are told by more than the clocks of two instances differ', async () => {
      let nowMs = Date.now()
      const lateMs = 2 * minuteMs
      const instances = [0, lateMs].map((aheadMs) =>
        createEffectOnce({ store: opened.store, keyLifetimeHours: 24, now: () => nowMs + aheadMs }),
      )
      let effects = 0
      const askEach = async () => {
        const replies = []
        for (const effectOnce of instances) {
          const request = { key: 'two-clocks', endpoint: 'PUT /own', body: {} }
          replies.push(
            await effectOnce(request, () => {
              effects += 1
              return Promise.resolve({ body: effects })
            }),
          )
        }
        return replies.map(({ body }) => body)
      }
      await askEach()
      // The till still counts on the key.
      nowMs += 24 * 60 * minuteMs - 1.5 * minuteMs
      expect(await askEach()).toEqual([1, 1])
      expect(effects).toBe(1)
    })

    const longAgo = 1

    async function expire(transaction: SqlTransaction, count: number): Promise<void> {
      await transaction.query(
        `insert into counterfoil_keys (tenant, key, fingerprint, expires_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select 'expired', 'key-' || n, '', ${longAgo} from numbers`,
      )
    }

    it('that have expired are deleted in steps, between which operations go on', async () => {
      await opened.store.transact((transaction) => expire(transaction, 25_000))
      const counts: number[] = []
      const counting: Store = {
        transact: (work) =>
          opened.store.transact((transaction) =>
            work({
              query: async (text, values) => {
                const rows = await transaction.query(text, values)
                counts.push(rows.length)
                return rows
              },
            }),
          ),
      }
      expect(await deleteExpiredKeys(counting, longAgo)).toBe(25_000)
      expect(counts).toEqual([5_000, 5_000, 5_000, 5_000, 5_000, 0])
      expect(await deleteExpiredKeys(counting, longAgo)).toBe(0)
    })

    it('that are claimed anew while the clean-up waits for them are kept', async ({ skip }) => {
      skip(dialect === 'sqlite', 'SQLite has one writer at a time')
      await opened.store.transact((transaction) => expire(transaction, 1))
      let deleting: Promise<number> = Promise.resolve(NaN)
      await opened.store.transact(async (transaction) => {
        await transaction.query("update counterfoil_keys set expires_at = 9 where tenant = 'expired'")
        deleting = deleteExpiredKeys(opened.store, longAgo)
        const isWaiting = async () =>
          (await transaction.query("select 1 from pg_locks where not granted and locktype = 'transactionid'"))
            .length > 0
        await expect.poll(isWaiting).toBe(true)
      })
      expect(await deleting).toBe(0)
      await opened.store.transact(async (transaction) => {
        const left = await transaction.query(
          "delete from counterfoil_keys where tenant = 'expired' returning key",
        )
        expect(left).toHaveLength(1)
      })
    })
  })
})
