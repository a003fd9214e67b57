import { afterEach, describe, expect, it } from 'vitest'
import { endpointOf } from '../../src/domain/endpoints.js'
import type { OperationKind } from '../../src/domain/models.js'
import { probe } from '../../src/transport/probe.js'
import { listFindings, tryService } from '../conform/support.js'
import { lenient } from '../support/journals.js'
import { createBody, openCard } from './bodies.js'
import { cacheInFront, startCareless, type Careless } from './careless.js'
import { effectsOf, findDifferences, openCounter, type Counter } from './counter.js'
import { findNginx, nginxMissing, startNginx, type Nginx } from './nginx.js'

const isThere = findNginx() !== undefined

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Shop {
  service: Careless
  nginx: Nginx
  till: Counter
}

/** A till, a cache, and a service whose answers may all be kept. */
async function setUp(directives = ''): Promise<Shop> {
  const service = await startCareless()
  closers.push(service.stop)
  const nginx = await startNginx(cacheInFront(service.port, directives))
  closers.push(nginx.remove)
  const baseUrl = `${nginx.url}/api`
  const till = await openCounter({ baseUrl, bank: service.bank, isKeyed: true, timeoutMs: 60_000 })
  return { service, nginx, till }
}

const everyKind: OperationKind[] = ['associate', 'refund', 'migrate', 'updateReceipt', 'confirmOrder']

async function replyTo({ till }: Shop, id: string) {
  const entry = await till.journal.find(id)
  const { status, headers = {} } = (entry && 'reply' in entry ? entry.reply : undefined) ?? {}
  return { status, headers, place: Number(headers['x-answer']) }
}

const operationsIn = ({ service }: Shop) => service.arrived.filter(({ method }) => method.startsWith('P'))

/** An operation past the till, as one would send it. */
async function send(
  { nginx }: Shop,
  kind: OperationKind,
  body: object,
  headers: Record<string, string> = {},
) {
  const { method, path } = endpointOf(kind)
  const response = await fetch(`${nginx.url}/api${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const { status } = response
  return { status, place: Number(response.headers.get('x-answer')), text: await response.text() }
}

if (!isThere)
  it(nginxMissing, ({ skip }) => {
    if (process.env.REQUIRE_ENGINES) throw new Error(nginxMissing)
    skip(nginxMissing)
  })

describe.runIf(isThere)('behind a cache, with a service whose answers may all be kept,', () => {
  it('what is asked by GET is kept', async () => {
    const { nginx, service } = await setUp()
    const ask = async () => (await fetch(`${nginx.url}/api/health`)).headers
    const [first, second] = [await ask(), await ask()]
    expect([first.get('x-cache'), second.get('x-cache')]).toEqual(['MISS', 'HIT'])
    expect(second.get('x-answer')).toBe('1')
    expect(service.arrived).toHaveLength(1)
  })

  it('each operation of a till reaches the service and gets its own answer', async () => {
    const shop = await setUp()
    const { till, service } = shop
    const ids = [...everyKind, ...everyKind].map((kind, index) => ({ kind, id: `${kind}-${index}` }))
    for (const { kind, id } of ids)
      await till.ring(kind, id, createBody(kind, openCard(service.bank, `card ${id}`)))
    await till.drain()
    expect(operationsIn(shop)).toHaveLength(ids.length)
    const replies = await Promise.all(ids.map(({ id }) => replyTo(shop, id)))
    expect(new Set(replies.map(({ place }) => place)).size).toBe(ids.length)
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(await findDifferences(till, service.bank, () => false)).toEqual([])
  })

  it.each(everyKind)('a repeat of %s under the same key is answered by the service', async (kind) => {
    const shop = await setUp()
    const body = createBody(kind, openCard(shop.service.bank, 'card'))
    const key = { 'idempotency-key': '"one"' }
    const [first, second] = [await send(shop, kind, body, key), await send(shop, kind, body, key)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect([first.place, second.place]).toEqual([1, 2])
    expect(second.text).toBe(first.text)
    expect(operationsIn(shop)).toHaveLength(2)
  })

  it('a 412 and a 409 are judged by the service each time, and never kept', async () => {
    const shop = await setUp('proxy_cache_valid any 1h;')
    const card = openCard(shop.service.bank, 'card')
    const body = createBody('updateReceipt', card)
    const refused = await send(shop, 'updateReceipt', body, { 'if-match': '"older"' })
    const again = await send(shop, 'updateReceipt', body, { 'if-match': '"older"' })
    const taken = await send(shop, 'updateReceipt', body)
    expect([refused, again, taken].map(({ status, place }) => [status, place])).toEqual([
      [412, 1],
      [412, 2],
      [200, 3],
    ])
    const migration = createBody('migrate', card)
    await send(shop, 'migrate', migration)
    const conflicts = [await send(shop, 'migrate', migration), await send(shop, 'migrate', migration)]
    expect(conflicts.map(({ status, place }) => [status, place])).toEqual([
      [409, 5],
      [409, 6],
    ])
  })

  it.each([
    { conditions: { ifMatch: '"older", "other"' }, header: 'if-match', status: 412 },
    { conditions: { ifNoneMatch: 'W/"weak"' }, header: 'if-none-match', status: 200 },
    {
      conditions: { ifUnmodifiedSince: 'Thu, 01 Jan 1970 00:00:00 GMT' },
      header: 'if-unmodified-since',
      status: 412,
    },
  ])('condition $header of a till arrives as it was sent, and the service judges it', async (asked) => {
    const { conditions, header, status } = asked
    const shop = await setUp()
    const { till, service } = shop
    const kinds = ['associate', 'refund', 'migrate', 'updateReceipt'] as const
    for (const kind of kinds) {
      const request = createBody(kind, openCard(service.bank, `card ${kind}`))
      const draft = { id: kind, kind, request, shop: 'S01', terminal: 'T1', createdAt: 0, conditions }
      await till.journal.append(draft, lenient)
    }
    await till.drain()
    const [sent] = Object.values(conditions)
    expect(operationsIn(shop).map(({ headers }) => headers[header])).toEqual(kinds.map(() => sent))
    const replies = await Promise.all(kinds.map((kind) => replyTo(shop, kind)))
    expect(replies.map((reply) => reply.status)).toEqual(kinds.map(() => status))
    expect(new Set(replies.map(({ place }) => place)).size).toBe(kinds.length)
  })
})

/** What no standard allows, and nginx does if it is told to. */
const keepsPost = 'proxy_cache_methods POST;'

describe.runIf(isThere)('behind a cache that keeps answers to POST', () => {
  it('another association is answered without the service, and its till cannot tell', async () => {
    const shop = await setUp(keepsPost)
    const { till, service } = shop
    for (const id of ['a', 'b'])
      await till.ring('associate', id, createBody('associate', openCard(service.bank, `card ${id}`)))
    await till.drain()
    expect(operationsIn(shop)).toHaveLength(1)
    expect([await till.stateOf('a'), await till.stateOf('b')]).toEqual(['settled', 'settled'])
    expect(effectsOf(service.bank, 'b')).toEqual([])
    const headers = [(await replyTo(shop, 'a')).headers, (await replyTo(shop, 'b')).headers]
    expect(headers.map((one) => one['x-cache'])).toEqual(['MISS', 'HIT'])
    // Neither an Age nor an old Date: nginx writes the time of its own answer.
    expect(headers[1]).not.toHaveProperty('age')
    expect(Object.keys(headers[1] ?? {})).toEqual(Object.keys(headers[0] ?? {}))
  })

  it('a condition is taken off, and judged by the cache when everything is done', async () => {
    const shop = await setUp(keepsPost)
    const body = createBody('associate', openCard(shop.service.bank, 'card'))
    const before = shop.service.bank.effects.length
    const { status } = await send(shop, 'associate', body, { 'if-match': '"older"' })
    expect(operationsIn(shop)[0]?.headers).not.toHaveProperty('if-match')
    expect(shop.service.bank.effects).toHaveLength(before + 1)
    expect(status).toBe(412)
  })

  it.each([
    { how: 'not', directives: '', found: [] },
    {
      how: 'kept',
      directives: keepsPost,
      found: ['acknowledged-without-effect (associate)', 'acknowledged-without-effect (confirmOrder)'],
    },
  ])('the check of a service finds out whether such answers are $how', async ({ directives, found }) => {
    const { nginx, service } = await setUp()
    await nginx.stop()
    await nginx.start(cacheInFront(service.port, directives, '/api/v1.0'))
    const outcome = await tryService(`${nginx.url}/api`, { origin: undefined, patienceSeconds: 1 })
    expect(outcome.broken).toBeUndefined()
    const faults = listFindings(outcome, ['fault'])
    expect(faults.filter((name) => found.length === 0 || name.startsWith('acknowledged'))).toEqual(found)
  })
})

/** A cache in front of a probe is the owner's to forbid: docs/for-the-backend-owner.md says so. */
describe.runIf(isThere)('a probe behind a cache', () => {
  it.each([
    { how: 'HEAD of the base address', path: false as const },
    { how: 'GET of a path', path: '/' },
  ])(
    'takes a service that is gone for one that is there, if the answer to a $how was kept',
    async ({ path }) => {
      const { nginx, service } = await setUp()
      const access = {
        baseUrl: `${nginx.url}/api`,
        headers: {},
        headersAt: 0,
        credentials: 'omit' as const,
        timeoutMs: 60_000,
        probe: path,
      }
      expect(await probe(access)).toBe('reachable')
      await service.stop()
      expect(await probe(access)).toBe('reachable')
      expect(service.arrived).toHaveLength(1)
    },
  )
})
