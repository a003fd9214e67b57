import { describe, expect, it, onTestFinished } from 'vitest'
import { exampleHandlers } from '../../src/service/example/handlers.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { createCardService } from '../../src/service/service.js'
import { createTransport } from '../../src/transport/transport.js'
import { isPostgresMissing } from '../service/postgres-server.js'
import { serve } from '../service/serve.js'
import { openers, type TestStore } from '../service/stores.js'
import { refundOf } from '../support/models.js'
import { createRandom } from '../support/random.js'
import { openWorld } from '../support/world.js'

const count = 1_000
const cardsCount = 250
const second = 1_000

const cardOf = (index: number) => `card-${index % cardsCount}`

async function openBooks(dialect: TestStore['dialect']): Promise<TestStore['store']> {
  const { store, close } = await openers[dialect]()
  onTestFinished(close)
  await migrateExample(store, dialect)
  await store.transact(async (transaction) => {
    for (let index = 0; index < cardsCount; index += 1)
      await transaction.query('insert into cards (code, modified_at) values ($1, 0)', [cardOf(index)])
  })
  return store
}

/** A till with many refunds, and a line on which each arrives one to four times and one answer in six is lost. */
async function openTill(store: TestStore['store']) {
  const random = createRandom(7)
  const service = createCardService({ store, handlers: exampleHandlers })
  const { url, arrivals } = await serve(service, () => ({
    times: 1 + Math.floor(random() * 4),
    isLost: random() < 1 / 6,
  }))
  const till = await openWorld({
    startAt: Date.now(),
    random: createRandom(8),
    concurrency: 6,
    policy: { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 86_400_000 } },
  })
  till.deps.transport = createTransport({
    baseUrl: url,
    headers: {},
    headersAt: 0,
    credentials: 'same-origin',
    timeoutMs: 600_000,
    probe: false,
  })
  for (let index = 0; index < count; index += 1)
    await till.append('refund', refundOf(cardOf(index), 1), { id: `e-${index}`, key: `key-${index}` })
  return { ...till, arrivals }
}

describe('a thousand refunds that arrive one to four times each', () => {
  it('have one effect each on SQLite, and none is left unknown', () => deliverAll('sqlite'))

  it.skipIf(isPostgresMissing())('have one effect each on PostgreSQL, and none is left unknown', () =>
    deliverAll('postgres'),
  )
})

async function deliverAll(dialect: TestStore['dialect']): Promise<void> {
  const store = await openBooks(dialect)
  const { journal, clock, wake, arrivals } = await openTill(store)
  for (;;) {
    const { nextDueAt, paused } = await wake()
    if (nextDueAt === undefined) break
    clock.advance(Math.max(second, (paused?.until ?? nextDueAt) - clock.now()))
  }
  const settled = await journal.list({ state: 'settled', limit: 2 * count })
  expect(settled).toHaveLength(count)
  const query = (text: string) => store.transact((transaction) => transaction.query(text))
  const effects = await query('select key, count(*) as times from ledger group by key')
  expect(effects).toHaveLength(count)
  expect(effects.filter(({ times }) => Number(times) !== 1)).toEqual([])
  const [sum] = await query('select sum(cents) as cents from cards')
  expect(Number(sum?.cents)).toBe(100 * count)
  expect(new Set(arrivals.map(({ status }) => status))).toEqual(new Set([200]))
  expect(arrivals.filter(({ isStored }) => !isStored)).toHaveLength(count)
  expect(arrivals.length).toBeGreaterThan(2 * count)
}
