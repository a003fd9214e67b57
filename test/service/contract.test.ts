import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { exampleHandlers } from '../../src/service/example/handlers.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { createEffectOnce } from '../../src/service/effect-once.js'
import { migrateKeys } from '../../src/service/keys.js'
import { createCardService, type CardService } from '../../src/service/service.js'
import { migrate, StoreUnavailable } from '../../src/service/store.js'
import { fullModels } from '../support/models.js'
import { isPostgresMissing } from './postgres-server.js'
import { openers, type TestStore } from './stores.js'

const address = 'https://cards.example'
const paths = {
  associate: ['POST', '/v1.0/svc/associate'],
  refund: ['PUT', '/v1.0/svc/refund'],
  migrate: ['PUT', '/v1.0/svc/migrate'],
  updateReceipt: ['PUT', '/v1.0/svc/receipt'],
  confirmOrder: ['POST', '/v1.0/mktp/order'],
} as const

type Kind = keyof typeof paths

function toRefund(key: string): Request {
  const [method, path] = paths.refund
  const headers = { 'content-type': 'application/json', 'idempotency-key': `"${key}"` }
  return new Request(address + path, { method, headers, body: JSON.stringify(fullModels.refund) })
}

const postgresMissing = isPostgresMissing()

describe.each(['sqlite', 'postgres'] as const)('a card service on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && postgresMissing)('', () => {
    let opened: TestStore
    let service: CardService
    let nowMs = Date.now()
    const errors: unknown[] = []
    let last = 0

    beforeAll(async () => {
      opened = await openers[dialect]()
      await migrateExample(opened.store, dialect)
      service = createCardService({
        store: opened.store,
        handlers: exampleHandlers,
        keyLifetimeHours: 24,
        now: () => nowMs,
        onError: (error) => errors.push(error),
      })
    })

    afterAll(async () => {
      await opened.close()
      expect(errors).toEqual([])
    })

    async function send(kind: Kind, body: unknown, headers: Record<string, string> = {}) {
      const [method, path] = paths[kind]
      const response = await service.fetch(
        new Request(address + path, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      )
      expect([kind, response.status, response.headers.get('cache-control')]).toEqual([
        kind,
        response.status,
        'no-store',
      ])
      const json = (await response.json()) as Record<string, unknown>
      return { status: response.status, headers: response.headers, json }
    }

    async function makeCard(): Promise<string> {
      last += 1
      const code = `9900${last}`
      expect((await send('associate', { Card: code })).status).toBe(200)
      return code
    }

    const refundOf = (code: string, Total = 25, Notes = '') => ({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: code }],
      StoredValueCardReceipt: { Total },
      Notes,
    })
    const query = (text: string, values: (string | number)[]) =>
      opened.store.transact((transaction) => transaction.query(text, values))
    async function balanceOf(code: string): Promise<number> {
      const [row] = await query('select cents from cards where code = $1', [code])
      return Number(row?.cents)
    }
    const keyOf = (text: string) => ({ 'idempotency-key': `"${text}"` })

    it('does an operation once, and replays its reply to the same key', async () => {
      const card = await makeCard()
      const first = await send('refund', refundOf(card), keyOf(`once-${card}`))
      const again = await send('refund', refundOf(card), keyOf(`once-${card}`))
      expect(first.status).toBe(200)
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      expect(first.headers.get('idempotency-key-lifetime')).toBe('86400')
      expect(first.headers.get('etag')).toBe('"2"')
      expect(again.status).toBe(200)
      expect(again.json).toEqual(first.json)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.headers.get('idempotency-key-lifetime')).toBe('86400')
      expect(again.headers.get('etag')).toBe('"2"')
      expect(await balanceOf(card)).toBe(2500)
    })

    it('does one of twenty parallel arrivals', async () => {
      const card = await makeCard()
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => send('refund', refundOf(card), keyOf(`parallel-${card}`))),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
      expect(new Set(replies.map(({ json }) => JSON.stringify(json))).size).toBe(1)
      expect(await balanceOf(card)).toBe(2500)
    })

    it('reads a key with and without quotes as the same', async () => {
      const card = await makeCard()
      await send('refund', refundOf(card), { 'idempotency-key': `quoted-${card}` })
      const again = await send('refund', refundOf(card), keyOf(`quoted-${card}`))
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(await balanceOf(card)).toBe(2500)
    })

    it('refuses a key with another body, or at another endpoint', async () => {
      const card = await makeCard()
      await send('refund', refundOf(card), keyOf(`other-${card}`))
      const body = await send('refund', refundOf(card, 26), keyOf(`other-${card}`))
      const endpoint = await send('associate', { Card: card }, keyOf(`other-${card}`))
      expect([body.status, endpoint.status]).toEqual([422, 422])
      expect(body.headers.get('content-type')).toBe('application/problem+json')
      expect(await balanceOf(card)).toBe(2500)
    })

    it('refuses a key that cannot be read', async () => {
      const card = await makeCard()
      for (const key of ['"', '"a" "b"', 'a b', `"${'k'.repeat(256)}"`]) {
        const reply = await send('refund', refundOf(card), { 'idempotency-key': key })
        expect([key, reply.status]).toEqual([key, 400])
      }
      expect(await balanceOf(card)).toBe(0)
    })

    it('judges a refused operation anew under its key', async () => {
      const code = `later-${dialect}`
      const refused = await send('refund', refundOf(code), keyOf(`anew-${code}`))
      expect([refused.status, refused.json.title]).toEqual([404, 'The card is not known'])
      await send('associate', { Card: code })
      const done = await send('refund', refundOf(code), keyOf(`anew-${code}`))
      expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, null])
    })

    it('forgets a key when its lifetime is over by an hour, and no sooner', async () => {
      const card = await makeCard()
      await send('refund', refundOf(card), keyOf(`life-${card}`))
      nowMs += 25 * 3_600_000 - 1
      await send('refund', refundOf(card), keyOf(`life-${card}`))
      expect(await balanceOf(card)).toBe(2500)
      nowMs += 1
      const late = await send('refund', refundOf(card), keyOf(`life-${card}`))
      expect(late.headers.get('idempotent-replayed')).toBeNull()
      expect(await balanceOf(card)).toBe(5000)
      nowMs += 25 * 3_600_000
      expect(await service.cleanUp()).toBeGreaterThan(0)
      expect(await query('select key from counterfoil_keys', [])).toEqual([])
    })

    it.each([new Error('the handler failed'), { status: 500 }, { status: 409 }])(
      'stores nothing of an effect that ends with %o',
      async (end) => {
        const card = await makeCard()
        const effectOnce = createEffectOnce({ store: opened.store })
        const request = { key: `fails-${card}`, endpoint: 'PUT /own', body: {} }
        const failing = effectOnce(request, async (transaction) => {
          await transaction.query('update cards set cents = 7 where code = $1', [card])
          if (end instanceof Error) throw end
          return { ...end, body: 'no' }
        })
        if (end instanceof Error) await expect(failing).rejects.toBe(end)
        else expect((await failing).status).toBe(end.status)
        expect(await balanceOf(card)).toBe(0)
        const done = await effectOnce(request, () => Promise.resolve({ body: 'yes' }))
        expect([done.body, done.headers['idempotent-replayed']]).toEqual(['yes', undefined])
      },
    )

    it('stores a failure where its owner says so, and replays it', async () => {
      const effectOnce = createEffectOnce({ store: opened.store, isKept: () => true })
      const request = { key: 'kept-failure', endpoint: 'PUT /own', body: {} }
      await effectOnce(request, () => Promise.resolve({ status: 500, body: 'broken' }))
      const again = await effectOnce(request, () => Promise.reject(new Error('not asked again')))
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([500, 'true'])
    })

    it('keeps tenants apart', async () => {
      const effectOnce = createEffectOnce({ store: opened.store })
      const ask = (tenant: string) =>
        effectOnce({ key: 'shared', endpoint: 'PUT /own', body: {}, tenant }, () =>
          Promise.resolve({ body: tenant }),
        )
      expect([(await ask('a')).body, (await ask('b')).body, (await ask('a')).body]).toEqual(['a', 'b', 'a'])
    })

    it('commits nothing after a failed statement that the handler has caught', async () => {
      const card = await makeCard()
      const effectOnce = createEffectOnce({ store: opened.store })
      const outcome = effectOnce({ key: `caught-${card}`, endpoint: '', body: 1 }, async (transaction) => {
        const add = () => transaction.query('update cards set cents = cents + 7 where code = $1', [card])
        await add()
        await transaction.query('select nothing from nowhere').catch(() => undefined)
        await add().catch(() => undefined)
        return { body: 'done' }
      })
      await expect(outcome).rejects.toThrow(/had failed|is aborted/)
      expect(await balanceOf(card)).toBe(0)
    })

    it('goes on with the next operation where a handler never ends, and does nothing of that one', async ({
      skip,
    }) => {
      skip(dialect === 'postgres', 'only in SQLite does one operation wait for another’s handler')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => {
        vi.useRealTimers()
      })
      const card = await makeCard()
      let begun: () => void = () => undefined
      let goOn: () => void = () => undefined
      const beginning = new Promise<void>((resolve) => {
        begun = resolve
      })
      const hanging = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const late: unknown[] = []
      const told: unknown[] = []
      const refunds = createCardService({
        store: opened.store,
        onError: (error) => told.push(error),
        handlers: {
          refund: async ({ key, transaction }) => {
            const add = () => transaction.query('update cards set cents = cents + 7 where code = $1', [card])
            await add()
            begun()
            if (key === 'hangs') await hanging.then(add).catch((error: unknown) => late.push(error))
            return { body: { done: true } }
          },
        },
      })
      const hung = refunds.fetch(toRefund('hangs'))
      await beginning
      await vi.advanceTimersByTimeAsync(16_000)
      const next = refunds.fetch(toRefund('next'))
      await vi.advanceTimersByTimeAsync(14_000)
      expect([(await hung).status, (await next).status]).toEqual([503, 200])
      expect(told).toEqual([expect.any(StoreUnavailable)])
      goOn()
      await vi.waitFor(() => {
        expect(String(late[0])).toContain('The transaction is over')
      })
      expect(await balanceOf(card)).toBe(7)
    })

    it('commits nothing where SQLite has rolled back by itself, and the handler goes on: a card was credited twice', async ({
      skip,
    }) => {
      skip(dialect === 'postgres', 'PostgreSQL does not roll back by itself')
      const card = await makeCard()
      // So does a full disk.
      await opened.store.transact(async (transaction) => {
        await transaction.query('create table notes (text text)')
        await transaction.query(
          "create trigger full before insert on notes begin select raise(rollback, 'too many notes'); end",
        )
      })
      const refunds = createCardService({
        store: opened.store,
        onError: () => undefined,
        handlers: {
          refund: async ({ transaction }) => {
            await transaction.query("insert into notes values ('x')").catch(() => undefined)
            await transaction.query('update cards set cents = cents + 7 where code = $1', [card])
            return { body: { done: true } }
          },
        },
      })
      const refund = () => refunds.fetch(toRefund('k'))
      expect([(await refund()).status, (await refund()).status]).toEqual([500, 500])
      expect(await balanceOf(card)).toBe(0)
    })

    it('takes for a value only what stands for one: not in a text, a name or a comment', async () => {
      const text = `select $2 as "b$1", 'fee $5, it''s $1' as a$9, $1 as c -- $7
        /* $8 ' */ where '"$3' <> $1`
      const rows = await query(text, ['one', 'two'])
      expect(rows).toEqual([{ b$1: 'two', a$9: "fee $5, it's $1", c: 'one' }])
    })

    it('refuses statements after the end of their transaction', async () => {
      const kept = await opened.store.transact((transaction) => Promise.resolve(transaction))
      await expect(kept.query('select 1')).rejects.toThrow('await each query')
    })

    it('takes each operation with little and with all of its fields', async () => {
      const [card, old] = [await makeCard(), await makeCard()]
      const codes = { Card: card, CardCode: card, OldCardCode: old, StoredValueCardCode: `new-${old}` }
      const { json } = await send('refund', refundOf(card))
      const own = { ...codes, TransactionID: json.TransactionID, ...refundOf(card) }
      for (const kind of Object.keys(paths) as Kind[]) {
        const full = fullModels[kind] as unknown as Record<string, unknown>
        const adapted = Object.fromEntries(
          Object.keys(full).map((name) => [name, (own as Record<string, unknown>)[name] ?? full[name]]),
        )
        const reply = await send(kind, adapted)
        expect([kind, reply.status, reply.json]).toEqual([kind, 200, reply.json])
      }
      const least = {
        associate: { Card: card },
        refund: refundOf(card),
        migrate: { OldCardCode: card, StoredValueCardCode: `least-${card}` },
        updateReceipt: { CardCode: `least-${card}`, TransactionID: 0 },
        confirmOrder: { ExternalOrderID: 'X-1' },
      }
      for (const kind of Object.keys(paths) as Kind[]) {
        const expected = kind === 'updateReceipt' ? 404 : 200
        expect([kind, (await send(kind, least[kind])).status]).toEqual([kind, expected])
      }
      expect((await send('refund', refundOf(card))).status).toBe(409)
      expect((await send('confirmOrder', least.confirmOrder)).status).toBe(400)
    })

    it('honours conditions, and stores no failed one', async () => {
      const card = await makeCard()
      const stale = await send('refund', refundOf(card), { 'if-match': '"7"', ...keyOf(`if-${card}`) })
      expect([stale.status, stale.headers.get('etag')]).toEqual([412, '"1"'])
      const past = { 'if-unmodified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }
      expect((await send('refund', refundOf(card), past)).status).toBe(412)
      expect((await send('associate', { Card: card }, { 'if-none-match': '*' })).status).toBe(412)
      expect(await balanceOf(card)).toBe(0)
      const fresh = await send('refund', refundOf(card), { 'if-match': '"1"', ...keyOf(`if-${card}`) })
      expect([fresh.status, fresh.headers.get('etag')]).toEqual([200, '"2"'])
      const again = await send('refund', refundOf(card), { 'if-match': '"1"', ...keyOf(`if-${card}`) })
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      const order = await send('confirmOrder', { ExternalOrderID: card }, { 'if-match': '"7"' })
      expect(order.status).toBe(200)
    })

    it('takes origins and its path however they end, and refuses what is no origin', async () => {
      const parts = { store: opened.store, handlers: exampleHandlers, basePath: '/api/' }
      const origins = ['https://Till.example/', 'http://localhost:80', 'capacitor://localhost']
      const { fetch } = createCardService({ ...parts, origins })
      const ask = async (origin: string) => {
        const { status, headers } = await fetch(new Request(`${address}/api`, { headers: { origin } }))
        return [status, headers.get('access-control-allow-origin')]
      }
      for (const origin of ['https://till.example', 'http://localhost', 'capacitor://localhost'])
        expect(await ask(origin)).toEqual([200, origin])
      for (const origin of ['http://till.example', 'https://till.example:8443', 'null'])
        expect(await ask(origin)).toEqual([200, null])
      for (const origin of ['till.example', 'https://till.example/app', 'https://*.example', '*', 'null', ''])
        expect(() => createCardService({ ...parts, origins: [origin] })).toThrow('is no origin')
    })

    it('migrates its schema once, also when asked side by side, and refuses a newer one', async () => {
      await Promise.all([migrateKeys(opened.store), migrateKeys(opened.store)])
      await migrate(opened.store, 'trial', [['create table trial (id integer)'], []])
      await expect(migrate(opened.store, 'trial', [[]])).rejects.toThrow('use a newer release')
    })
  })
})
