import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEffectOnce } from '../../src/service/effect-once.js'
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
  })
})
