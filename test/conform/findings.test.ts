import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../src/conform/wire.js'
import { createHandler } from '../../src/sandbox/handler.js'
import { createSandboxService } from '../../src/sandbox/http.js'
import { faultyConfig, startFaulty } from './faulty.js'
import { altered, startOdd, without, type Oddity } from './odd.js'
import { startShop } from './shop.js'
import { listFindings, tryService } from './support.js'

const json = { 'content-type': 'application/json' }
const done = (body: object = {}): Partial<Exchange> => ({
  status: 200,
  headers: json,
  text: JSON.stringify(body),
})
const bare = (status: number): Partial<Exchange> => ({ status, headers: {}, text: '' })
const isRefusal = ({ status }: Exchange) => status >= 400 && status < 500

/** A service that is odd in one way, and every finding that it must have, no more and no fewer. */
interface Odd {
  what: string
  oddity: Oddity
  found: string[]
  config?: object
}

const answers: Odd[] = [
  {
    what: 'the probe fails',
    oddity: async (sending, pass) => {
      const reply = await pass()
      return sending.method === 'HEAD' ? { ...reply, status: 503 } : reply
    },
    found: ['probe-refused'],
  },
  {
    what: 'every path is answered',
    oddity: altered((reply, { url }) => (url.endsWith('/none') ? done() : reply)),
    found: ['any-path-answered'],
  },
  {
    what: 'an endpoint is missing',
    oddity: altered((reply, { url }) => (url.endsWith('/associate') ? bare(404) : reply)),
    found: ['not-acknowledged (associate)'],
  },
  {
    what: 'operations are created, and not acknowledged',
    oddity: altered((reply) => (reply.status === 200 ? { status: 201 } : reply)),
    found: ['not-acknowledged (refund)', 'not-acknowledged (associate)'],
  },
  {
    what: 'operations are acknowledged and not done',
    oddity: (sending, pass) =>
      sending.url.includes('/v1.0/') ? Promise.resolve({ ...silence, ...done() }) : pass(),
    found: ['acknowledged-without-effect (refund)', 'acknowledged-without-effect (associate)'],
  },
  {
    what: 'a full body is refused',
    oddity: altered((reply, { body = '' }) =>
      body.includes('IssuerData') ? { ...bare(400), text: problem } : reply,
    ),
    found: ['full-body-refused (refund)'],
  },
  {
    what: 'refusals are failures',
    oddity: altered((reply) => (isRefusal(reply) && reply.status === 400 ? bare(500) : reply)),
    found: ['refusal-as-failure (refund)', 'refusal-as-failure (associate)'],
  },
  {
    what: 'refusals say nothing',
    oddity: altered((reply) => (reply.status === 400 ? { headers: json, text: '{}' } : reply)),
    found: ['refusal-without-words (refund)', 'refusal-without-words (associate)'],
  },
  {
    what: 'nonsense is acknowledged',
    oddity: altered((reply) => (reply.status === 400 ? done() : reply)),
    found: [
      'malformed-json-accepted (refund)',
      'malformed-json-accepted (associate)',
      'missing-fields-accepted (refund)',
      'missing-fields-accepted (associate)',
      'wrong-types-accepted (refund)',
      'wrong-types-accepted (associate)',
    ],
  },
  {
    what: 'a refusal does it all the same',
    oddity: altered((_, { body = '' }) =>
      body.includes('"Conform":') ? { ...bare(400), text: problem } : {},
    ),
    found: ['refused-but-done (refund)', 'refused-but-done (associate)'],
  },
  {
    what: 'an unknown card looks like a missing endpoint',
    oddity: altered((reply) => (reply.text.includes('no such card') ? bare(404) : reply)),
    found: ['refusal-as-something-else'],
  },
]

const silence: Exchange = { status: 0, headers: {}, text: '', startedAt: 0, endedAt: 0 }
const problem = JSON.stringify({ title: 'A test', detail: 'of an odd service' })

const headers: Odd[] = [
  { what: 'no Date', oddity: without('date'), found: ['no-date'] },
  {
    what: 'a Date in a form that no till reads',
    oddity: altered(({ headers }) => ({ headers: { ...headers, date: new Date().toISOString() } })),
    found: ['no-date'],
  },
  { what: 'no Retry-After', oddity: without('retry-after'), found: ['no-retry-after'] },
  {
    what: 'busy, and at work',
    oddity: async (_, pass) => {
      const reply = await pass()
      if (reply.status === 503) await pass()
      return reply
    },
    found: ['busy-but-done'],
  },
  {
    what: 'bad credentials are a bad request',
    oddity: altered((reply) => (reply.status === 401 ? { status: 400 } : reply)),
    found: ['credentials-refused-otherwise'],
  },
  {
    what: 'credentials are not looked at',
    oddity: (sending, pass) =>
      pass({
        ...sending,
        headers: { ...sending.headers, authorization: faultyConfig.headers.Authorization },
      }),
    found: ['no-credentials-needed'],
  },
  {
    what: 'the preflight lacks a header',
    oddity: altered((reply, { method }) =>
      method === 'OPTIONS'
        ? { headers: { ...reply.headers, 'access-control-allow-headers': 'Content-Type' } }
        : reply,
    ),
    found: ['preflight-refused (refund)', 'preflight-refused (associate)'],
  },
  {
    what: 'refusals cannot be read from another origin',
    oddity: altered(({ status, headers: { 'access-control-allow-origin': origin = '', ...rest } }) => ({
      headers: status < 400 ? { ...rest, 'access-control-allow-origin': origin } : rest,
    })),
    found: ['reply-unreadable'],
  },
  {
    what: 'headers are hidden from another origin',
    oddity: without('access-control-expose-headers'),
    found: ['headers-hidden'],
  },
  {
    what: 'the lifetime of keys is told, and hidden from another origin',
    oddity: altered((reply) => ({ headers: { ...reply.headers, 'idempotency-key-lifetime': '86400' } })),
    found: ['headers-hidden'],
  },
]

const conditions: Odd[] = [
  {
    what: 'no versions',
    oddity: without('etag'),
    found: [
      'version-hidden (refund)',
      'version-hidden (associate)',
      'no-version (refund)',
      'no-version (associate)',
    ],
  },
  {
    what: 'weak versions',
    oddity: altered(({ status, headers: { etag, ...rest } }) => ({
      headers: etag === undefined ? rest : { ...rest, etag: status === 200 ? `W/${etag}` : etag },
    })),
    found: ['weak-version (refund)', 'weak-version (associate)'],
  },
  {
    what: 'a failed condition is stored',
    oddity: rememberFailed(),
    found: ['failed-condition-stored (refund)', 'failed-condition-stored (associate)'],
  },
]

/** Answers with the first 412 under a key for good. */
function rememberFailed(): Oddity {
  const failed = new Map<string, Exchange>()
  return async (sending, pass) => {
    const key = sending.headers['idempotency-key'] ?? ''
    const reply = failed.get(key) ?? (await pass())
    if (reply.status === 412 && key !== '') failed.set(key, reply)
    return reply
  }
}

const repeats: Odd[] = [
  {
    what: 'a repeat is a conflict',
    oddity: altered((reply) =>
      'idempotent-replayed' in reply.headers ? { ...bare(409), text: problem } : reply,
    ),
    found: ['repeat-not-answered (refund)', 'repeat-not-answered (associate)', 'repeat-not-answered'],
  },
  {
    what: 'a repeat names another transaction',
    oddity: altered((reply) =>
      'idempotent-replayed' in reply.headers ? { text: JSON.stringify({ TransactionID: 1 }) } : reply,
    ),
    found: ['other-transaction (refund)', 'other-transaction'],
  },
  {
    what: 'a repeat is acknowledged before the first is done',
    oddity: acknowledgeEarly(),
    found: ['acknowledged-early (refund)', 'acknowledged-early (associate)'],
  },
  {
    what: 'another body under a known key is refused, and done',
    oddity: async (sending, pass) => {
      const reply = await pass()
      const key = { 'idempotency-key': `"${randomUUID()}"` }
      if (reply.status === 422) await pass({ ...sending, headers: { ...sending.headers, ...key } })
      return reply
    },
    found: ['key-taken-as-new (refund)', 'key-taken-as-new (associate)', 'key-taken-as-new'],
  },
  {
    what: 'a key is needed',
    oddity: altered((reply, sending) =>
      'idempotency-key' in sending.headers ? reply : { ...bare(428), text: problem },
    ),
    found: ['key-required'],
  },
  {
    what: 'another body under a known key is a bad request',
    oddity: altered((reply) => (reply.text.includes('used for another') ? { status: 400 } : reply)),
    found: ['reuse-not-422 (refund)', 'reuse-not-422 (associate)', 'reuse-not-422'],
  },
  {
    what: 'a key without its quotes is another key',
    oddity: (sending, pass) => {
      const { 'idempotency-key': key, ...rest } = sending.headers
      const quoted = key === undefined || key.startsWith('"') ? key : `"bare ${key}"`
      return pass({
        ...sending,
        headers: { ...rest, ...(quoted !== undefined && { 'idempotency-key': quoted }) },
      })
    },
    found: ['quotes-make-another-key'],
  },
]

/** Answers a repeat with 200 while the first is under way. */
function acknowledgeEarly(): Oddity {
  const underWay = new Set<string>()
  return async (sending, pass) => {
    const key = sending.headers['idempotency-key'] ?? randomUUID()
    if (underWay.has(key)) return { ...silence, ...done({ TransactionID: 1 }) }
    underWay.add(key)
    await wait(underWayMs)
    const reply = await pass()
    underWay.delete(key)
    return reply
  }
}

const underWayMs = 100

it('a service that keeps its books in memory loses what it has acknowledged', async () => {
  const url = await startShop(() => createHandler(createSandboxService({ settings: { keys: true } })))
  const hooks = { restart: faultyConfig.hooks.restart }
  const outcome = await tryService(url, {
    endpoints: ['refund'],
    conditions: false,
    origin: undefined,
    hooks,
  })
  expect(listFindings(outcome)).toEqual(['effect-lost'])
})

describe.each(Object.entries({ answers, headers, conditions, repeats }))('odd %s', (group, odds) => {
  it('are found by their names, and nothing else', async () => {
    const found = await Promise.all(
      odds.map(async ({ what, oddity, config = {} }) => {
        const url = await startOdd(await startFaulty(), oddity)
        const { broken, results, baseUrl } = await tryService(url, {
          ...faultyConfig,
          endpoints: ['refund', 'associate'],
          keys: true,
          ...(group !== 'headers' && { origin: undefined }),
          hooks: { busy: faultyConfig.hooks.busy },
          ...config,
        })
        return [what, broken, listFindings({ results, baseUrl })]
      }),
    )
    expect(found).toEqual(odds.map(({ what, found: names }) => [what, undefined, names]))
  })
})
