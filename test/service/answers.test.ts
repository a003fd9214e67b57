import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Refusal } from '../../src/service/answer.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { createEffectOnce } from '../../src/service/effect-once.js'
import {
  createCardService,
  type CardServiceOptions,
  type Handler,
  type HandlerReply,
} from '../../src/service/service.js'
import { StoreUnavailable, type SqlTransaction, type Store } from '../../src/service/store.js'
import { isPostgresMissing } from './postgres-server.js'
import { createRefund } from './refund.js'
import { openers, type TestStore } from './stores.js'

const postgresMissing = isPostgresMissing()

describe.each(['sqlite', 'postgres'] as const)('the answers of a card service on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && postgresMissing)('', () => {
    let opened: TestStore

    beforeAll(async () => {
      opened = await openers[dialect]()
      await migrateExample(opened.store, dialect)
      await opened.store.transact((transaction) =>
        transaction.query("insert into cards (code, modified_at) values ('A', 0)"),
      )
    })

    afterAll(() => opened.close())

    const addSeven = (transaction: SqlTransaction) =>
      transaction.query("update cards set cents = cents + 7 where code = 'A'")

    async function readCents(): Promise<number> {
      const [row] = await opened.store.transact((transaction) =>
        transaction.query("select cents from cards where code = 'A'"),
      )
      return Number(row?.cents)
    }

    /** A service that refunds by this handler, and what it told its owner. */
    function createRefunds(refund: Handler<'refund'>) {
      const told: unknown[] = []
      const onError = (error: unknown) => told.push(error)
      const { fetch } = createCardService({ store: opened.store, onError, handlers: { refund } })
      return { told, refund: (key?: string, body?: string) => fetch(createRefund({ card: 'A', key, body })) }
    }

    it.each<[string, HandlerReply, RegExp]>([
      ['a status that cannot be sent with a body', { status: 205, body: { done: true } }, /205/],
      ['a header outside of Latin-1', { headers: { 'x-shop': 'Łódź' }, body: null }, /x-shop/],
      ['a header that Node does not send', { headers: { 'x-shop': 'a\u0001' }, body: null }, /x-shop/],
      ['a tag of two lines', { version: { etag: '"a\nb"' }, body: null }, /etag/],
      ['a name that is none', { headers: { 'x shop': 'a' }, body: null }, /x shop/],
      ['a body that is not JSON', { body: { a: 1n } }, /BigInt/],
      ['a body that JSON leaves out', { body: () => 'done' }, /JSON/],
    ])('does nothing where the handler answers with %s', async (_, reply, words) => {
      const { refund, told } = createRefunds(async ({ transaction }) => {
        await addSeven(transaction)
        return reply
      })
      for (const key of ['odd', 'odd', undefined])
        expect([key, (await refund(key)).status]).toEqual([key, 500])
      expect(await readCents()).toBe(0)
      for (const error of told) expect(String(error)).toMatch(words)
      expect(told).toHaveLength(3)
    })

    it('answers a refusal that cannot be sent with a 500', async () => {
      const { refund, told } = createRefunds(() => {
        throw new Refusal(409, { title: 'no', headers: { 'x-shop': 'Łódź' } })
      })
      expect((await refund()).status).toBe(500)
      expect(told).toHaveLength(1)
    })

    it('answers a known key with its reply, also where a repeat would be refused by now', async () => {
      const request = {
        key: 'known',
        endpoint: 'POST /v1.0/svc/associate',
        body: { Card: 'A', Old: 'x' },
      }
      await createEffectOnce({ store: opened.store })(request, async (transaction) => {
        await addSeven(transaction)
        return { body: 'done' }
      })
      const associate = () => Promise.resolve({ body: 'done anew' })
      const { fetch } = createCardService({ store: opened.store, handlers: { associate } })
      const send = (key: string) =>
        fetch(
          new Request('http://cards.example/v1.0/svc/associate', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': `"${key}"` },
            body: JSON.stringify(request.body),
          }),
        )
      const again = await send('known')
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      expect(await again.json()).toBe('done')
      // A body of which no key is known is refused as before, and leaves no key behind.
      expect([(await send('new')).status, (await send('new')).status]).toEqual([400, 400])
      const keys = await opened.store.transact((transaction) =>
        transaction.query("select key from counterfoil_keys where key = 'new'"),
      )
      expect(keys).toEqual([])
    })

    it('refuses a body that is nested too deeply to be compared with what was done', async () => {
      const { refund, told } = createRefunds(() => Promise.resolve({ body: null }))
      expect((await refund('deep', '['.repeat(50_000) + ']'.repeat(50_000))).status).toBe(400)
      expect(told).toEqual([])
    })

    it.for([
      ['set local statement_timeout = 20', 'select pg_sleep(60)', 'PostgreSQL cancelled a statement'],
      ['set transaction read only', 'update cards set cents = 7', 'This PostgreSQL takes no changes'],
    ] as const)(
      'takes it for a condition of PostgreSQL, after "%s", that it refuses "%s"',
      async ([setting, text, words], { skip }) => {
        skip(dialect === 'sqlite', 'SQLite has no such conditions')
        const { refund, told } = createRefunds(async ({ transaction }) => {
          await addSeven(transaction)
          await transaction.query(setting)
          await transaction.query(text)
          return { body: null }
        })
        const before = await readCents()
        const { status, headers } = await refund()
        expect([status, headers.get('retry-after')]).toEqual([503, '5'])
        expect(told).toEqual([expect.objectContaining({ message: expect.stringContaining(words) as string })])
        expect(await readCents()).toBe(before)
      },
    )
  })
})

it('a service tells its owner what lies behind a 503, and the caller its words alone', async () => {
  const cause = new Error('connect ECONNREFUSED postgres://user:secret@db')
  const told: unknown[] = []
  const store = { transact: () => Promise.reject(new StoreUnavailable('The books are shut', { cause })) }
  const effectOnce = createEffectOnce({ store, onError: (error) => told.push(error) })
  const answer = await effectOnce({ key: 'k', endpoint: 'PUT /own', body: 1 }, () =>
    Promise.resolve({ body: null }),
  )
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.body).toEqual({ title: 'The books are shut; nothing was done', status: 503 })
  expect(told).toEqual([expect.objectContaining({ name: 'StoreUnavailable', cause })])
  const { fetch } = createCardService({
    store,
    onError: (error) => told.push(error),
    handlers: { refund: () => Promise.resolve({ body: null }) },
  })
  expect((await fetch(createRefund({ card: 'A' }))).status).toBe(503)
  expect(told.slice(1)).toEqual([expect.objectContaining({ cause })])
})

describe('no cache may store', () => {
  const store = { transact: () => Promise.reject(new StoreUnavailable('The books are shut')) }
  const onError = () => undefined
  const refund = () => Promise.resolve({ body: null })
  const onRefund = 'http://cards.example/v1.0/svc/refund'
  const asPut = (body: string) => ({ method: 'PUT', body, headers: { 'content-type': 'application/json' } })

  it.each<[number, Request, Partial<CardServiceOptions>]>([
    [200, new Request('http://cards.example'), {}],
    [204, new Request(onRefund, { method: 'OPTIONS' }), {}],
    [400, new Request(onRefund, asPut('{')), {}],
    [401, new Request(onRefund, asPut('{}')), { authorize: () => undefined }],
    [404, new Request('http://cards.example/else'), {}],
    [405, new Request(onRefund), {}],
    [
      500,
      new Request(onRefund, asPut('{}')),
      { store: { transact: () => Promise.reject(new Error('broken')) } },
    ],
    [503, new Request(onRefund, asPut('{}')), {}],
  ])('a %i of the service', async (status, request, options) => {
    const { fetch } = createCardService({ store, onError, handlers: { refund }, ...options })
    const response = await fetch(request)
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
  })

  it('an answer of effectOnce alone, whatever its owner says', async () => {
    const { store: books, close } = await openers.sqlite()
    onTestFinished(close)
    const request = { key: 'cached', endpoint: 'PUT /own', body: 1 }
    const caching = { headers: { 'Cache-Control': 'max-age=60' }, body: null }
    const ask = (key: string, own: Store) =>
      createEffectOnce({ store: own, onError })({ ...request, key }, () => Promise.resolve(caching))
    for (const [status, key, own] of [
      [200, 'cached', books],
      [200, 'cached', books],
      [400, '', books],
      [503, 'cached', store],
    ] as const) {
      const answer = await ask(key, own)
      expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store'])
    }
  })
})
