import { connect as connectTwo, type ClientHttp2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { OperationKind } from '../../src/domain/models.js'
import {
  startSandbox,
  type Arrival,
  type Sandbox,
  type SandboxOptions,
  type ScriptedFault,
} from '../../src/sandbox/index.js'
import { createSeededRandom } from '../simulation/random.js'
import { createBody, openCard } from './bodies.js'
import { effectsOf, findDifferences, openCounter, type Counter } from './counter.js'
import { findNginx, hashPublicKey, nginxMissing, startNginx, type NginxConfig } from './nginx.js'

const isThere = findNginx() !== undefined

const closers: (() => Promise<void>)[] = []
/** Nobody listens there. */
const nobody = 'http://127.0.0.1:9'
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Parts {
  /** The directives besides those that pass requests on. */
  config?: (pass: string) => NginxConfig
  faults?: ScriptedFault[]
  isKeyed?: boolean
  concurrency?: number
  onArrival?: (arrival: Arrival) => void
}

/** A till, nginx, and the service behind it. */
async function setUp({ config = passAll, isKeyed = false, concurrency = 1, faults, onArrival }: Parts = {}) {
  const options: SandboxOptions = { prefix: '/api', settings: { keys: isKeyed } }
  const sandbox = await startSandbox({ ...options, ...(onArrival && { onArrival }) })
  closers.push(sandbox.close)
  if (faults) sandbox.faults.script(faults)
  const pass = `proxy_pass http://127.0.0.1:${sandbox.port};`
  const nginx = await startNginx(config(pass))
  closers.push(nginx.remove)
  const { bank } = sandbox
  const till = await openCounter({
    baseUrl: `${nginx.url}/api`,
    bank,
    isKeyed,
    concurrency,
    timeoutMs: 60_000,
  })
  const heal = async () => {
    await nginx.stop()
    await nginx.start(passAll(pass))
  }
  return { sandbox, bank, nginx, till, heal, pass }
}

function passAll(pass: string): NginxConfig {
  return { server: `location / { ${pass} }` }
}

/** Two peers that are one: nginx takes what failed with the first to the second, a PUT included. */
function passTwoWays(pass: string, directives = ''): NginxConfig {
  const address = pass.replace(/.*\/\/|;/g, '')
  return {
    http: `upstream service { server ${address}; server ${address}; }`,
    server: `location / { proxy_pass http://service; ${directives} }`,
  }
}

/** The last operation that arrived, once more and past nginx; tells the status of its answer. */
async function putAgain({ url, service }: Sandbox): Promise<number | undefined> {
  const last = service.arrivals.findLast(({ operation }) => operation)
  if (!last) return undefined
  const { method, path, bodyText, headers } = last
  const { status } = await fetch(`${url}${path}`, {
    method,
    body: bodyText,
    headers: { 'content-type': 'application/json', 'idempotency-key': headers['idempotency-key'] ?? '' },
  })
  return status
}

/** Applies directives to the operations but not to the probe. */
function forOperations(directives: string, http = ''): (pass: string) => NginxConfig {
  return (pass) => ({ http, server: `location / { ${pass} }\nlocation /api/v1.0 { ${directives} }` })
}

async function ringRefund(
  { till, bank }: { till: Counter; bank: Parameters<typeof openCard>[0] },
  id: string,
) {
  await till.ring('refund', id, createBody('refund', openCard(bank, `card ${id}`)))
}

const isRepeatable = (kind: OperationKind) => kind === 'updateReceipt'

if (!isThere)
  it(nginxMissing, ({ skip }) => {
    if (process.env.REQUIRE_ENGINES) throw new Error(nginxMissing)
    skip(nginxMissing)
  })

describe.runIf(isThere)('behind nginx', () => {
  it('a 502 for a service that is not there leaves the outcome to a person, who finds nothing applied', async () => {
    const shop = await setUp({ config: forOperations(`proxy_pass ${nobody};`) })
    const { till, bank, heal } = shop
    await ringRefund(shop, 'a')
    await till.drain()
    expect(await till.stateOf('a')).toBe('parked/unknown')
    expect(effectsOf(bank, 'a')).toEqual([])
    await heal()
    expect(await till.reconcile()).toBe(1)
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
  })

  it('a 502 for the probe keeps operations in the queue, and they go once the service is back', async () => {
    const shop = await setUp({
      config: () => ({ server: `location / { proxy_pass ${nobody}; }` }),
    })
    const { till, bank, heal } = shop
    await ringRefund(shop, 'a')
    await till.wish()
    expect(await till.stateOf('a')).toBe('queued')
    await heal()
    await till.drain()
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
  })

  it.each([
    { says: '503', directives: 'return 503;', state: 'parked/unknown' },
    { says: '503 and when', directives: 'add_header Retry-After 7 always; return 503;', state: 'queued' },
    { says: '429', directives: 'return 429;', state: 'queued' },
  ])('$says of nginx itself leaves an operation $state and not applied', async ({ directives, state }) => {
    const shop = await setUp({ config: forOperations(directives) })
    const { till, bank, heal } = shop
    await ringRefund(shop, 'a')
    await till.wish()
    expect(await till.stateOf('a')).toBe(state)
    expect(effectsOf(bank, 'a')).toEqual([])
    await heal()
    await till.drain()
    expect(await till.reconcile()).toBe(state === 'queued' ? 0 : 1)
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
  })

  it.each([
    { status: 503, state: 'parked/unknown' },
    { status: 429, state: 'queued' },
  ])(
    'a limit of requests that answers $status lets one through and leaves the next $state',
    async ({ status, state }) => {
      const shop = await setUp({
        config: (pass) =>
          forOperations(
            `limit_req zone=tills; limit_req_status ${status}; ${pass}`,
            'limit_req_zone $binary_remote_addr zone=tills:64k rate=1r/m;',
          )(pass),
      })
      const { till, bank, heal } = shop
      await ringRefund(shop, 'a')
      await ringRefund(shop, 'b')
      await till.wish()
      expect([await till.stateOf('a'), await till.stateOf('b')]).toEqual(['settled', state])
      expect(effectsOf(bank, 'b')).toEqual([])
      await heal()
      await till.drain()
      await till.reconcile()
      expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
    },
  )

  it.each(['delay', 'late'] as const)(
    'a 504 for a service that applies it all the same (%s) is an unknown outcome, and found applied',
    async (kind) => {
      const shop = await setUp({
        config: (pass) => forOperations(`${pass} proxy_read_timeout 1s;`)(pass),
        faults: [{ kind, delayMs: kind === 'late' ? 10_000 : 60_000 }],
      })
      const { till, bank } = shop
      await ringRefund(shop, 'a')
      await till.drain()
      expect(await till.stateOf('a')).toBe('parked/unknown')
      await expect.poll(() => effectsOf(bank, 'a')).toHaveLength(1)
      expect(await till.reconcile()).toBe(1)
      expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
    },
  )

  it.each(['on', 'off'])(
    'with proxy_buffering %s a reply that breaks off is no acknowledgement',
    async (buffering) => {
      const shop = await setUp({
        config: (pass) => ({ server: `location / { ${pass} proxy_buffering ${buffering}; }` }),
        faults: [{ kind: 'truncatedBody' }, { kind: 'slowDrip', delayMs: 1 }, { kind: 'brokenJson' }],
      })
      const { till, bank } = shop
      for (const id of ['a', 'b', 'c', 'd']) await ringRefund(shop, id)
      await till.drain()
      const states = await Promise.all(['a', 'b', 'c', 'd'].map(till.stateOf))
      expect(states).toEqual(['parked/unknown', 'settled', 'parked/unknown', 'settled'])
      expect(await till.reconcile()).toBe(2)
      expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
    },
  )

  it('a body over its limit is refused with a page, and goes when a person sends it again under another limit', async () => {
    const shop = await setUp({
      config: (pass) => ({ server: `client_max_body_size 1k; location / { ${pass} }` }),
    })
    const { till, bank, heal } = shop
    const body = createBody('refund', openCard(bank, 'card a')) as { StoredValueCardReceipt: object }
    const UserData = 'a scarf, and another scarf, '.repeat(100)
    await till.ring('refund', 'a', {
      ...body,
      StoredValueCardReceipt: { ...body.StoredValueCardReceipt, UserData },
    })
    await till.drain()
    expect(await till.stateOf('a')).toBe('parked/rejected')
    const entry = await till.journal.find('a')
    expect(entry).toMatchObject({ reply: { status: 413, body: expect.stringContaining('<html>') as string } })
    expect(effectsOf(bank, 'a')).toEqual([])
    await heal()
    await till.journal.act('a', { tag: 'send-again', by: 'Ada' }, 0)
    await till.drain()
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
  })

  it.each(['keepalive_requests 3;', 'keepalive_timeout 1ms;', 'keepalive_timeout 0;'])(
    'connections that it closes behind the till (%s) lose and double nothing',
    async (directive) => {
      const shop = await setUp({
        config: (pass) => ({ server: `${directive} location / { ${pass} }` }),
        concurrency: 4,
      })
      const { till, bank } = shop
      const cards = Array.from({ length: 6 }, (_, index) => openCard(bank, `card ${index}`))
      for (let index = 0; index < 90; index += 1) {
        const card = cards[index % cards.length]
        if (card) await till.ring('refund', `r${index}`, createBody('refund', card))
      }
      await till.drain()
      await till.reconcile()
      expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
    },
  )

  it.each([
    { how: 'without keys', isKeyed: false, times: 2 },
    { how: 'with keys honoured', isKeyed: true, times: 1 },
  ])(
    'with two ways to the service it sends a PUT again by itself: applied $times times $how',
    async ({ isKeyed, times }) => {
      const shop = await setUp({
        isKeyed,
        config: (pass) => passTwoWays(pass),
        faults: [{ kind: 'dropAfterEffect' }],
      })
      const { till, bank } = shop
      await ringRefund(shop, 'a')
      await till.drain()
      expect(await till.stateOf('a')).toBe('settled')
      expect(effectsOf(bank, 'a')).toHaveLength(times)
      const entry = await till.journal.find('a')
      const attempts =
        entry && 'history' in entry ? entry.history.filter(({ what }) => what === 'attempt') : []
      expect(attempts).toHaveLength(1)
    },
  )

  it('with two ways to the service and keys honoured, the answer to its own repeat is no conflict', async () => {
    const shop = await setUp({
      isKeyed: true,
      config: (pass) => passTwoWays(pass, 'proxy_read_timeout 1s;'),
      faults: [{ kind: 'delay', delayMs: 10_000 }],
    })
    const { till, bank, sandbox } = shop
    await ringRefund(shop, 'a')
    await till.wish()
    expect(sandbox.service.arrivals.filter(({ operation }) => operation)).toMatchObject([
      { status: 200 },
      { status: 409 },
    ])
    expect(await till.stateOf('a')).toBe('queued')
    // The service's answer to the first is ready by then, whatever the till's clock says.
    await expect.poll(() => putAgain(sandbox)).toBe(200)
    await till.drain()
    expect(await till.reconcile()).toBe(0)
    expect(await findDifferences(till, bank, isRepeatable)).toEqual([])
  })

  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

  it.each([false, true])(
    `stopped and started in the midst of a replay it loses and doubles nothing (keys: %s, SEED=${seed})`,
    async (isKeyed) => {
      const random = createSeededRandom(seed)
      const stopAt = new Set([10, 40, 70].map((count) => count + random.below(20)))
      let restart = Promise.resolve()
      let stops = 0
      const shop = await setUp({
        isKeyed,
        concurrency: 4,
        onArrival: ({ operation }) => {
          arrived += operation ? 1 : 0
          if (operation && stopAt.delete(arrived)) restart = restart.then(bounce)
        },
      })
      let arrived = 0
      const { till, bank, nginx } = shop
      const bounce = async () => {
        await nginx.stop()
        stops += 1
        await nginx.start()
      }
      const cards = Array.from({ length: 8 }, (_, index) => openCard(bank, `card ${index}`))
      for (let index = 0; index < 120; index += 1) {
        const card = cards[random.below(cards.length)]
        const kind = random.pick(['refund', 'associate', 'updateReceipt', 'confirmOrder'])
        if (card) await till.ring(kind, `r${index}`, createBody(kind, card))
      }
      await till.drain()
      const lookedUp = await till.reconcile()
      await restart
      expect(stops).toBe(3)
      if (isKeyed) expect(lookedUp).toBe(0)
      expect(await findDifferences(till, bank, (kind) => !isKeyed && isRepeatable(kind))).toEqual([])
    },
  )
})

describe.runIf(isThere)('nginx over TLS', () => {
  it('speaks HTTP/2 for the service, under the certificate whose key it names', async () => {
    const { bank, pass } = await setUp()
    const nginx = await startNginx({ ...passAll(pass), isSecure: true })
    closers.push(nginx.remove)
    const session = connectTwo(`https://localhost:${nginx.port}`, { ca: nginx.certificate?.pem })
    closers.push(
      () =>
        new Promise((resolve) => {
          session.close(resolve)
        }),
    )
    const body = JSON.stringify({ ...createBody('refund', { code: 'two', transactionId: 0 }), Notes: 'two' })
    expect(await put(session, '/api/v1.0/svc/refund', body)).toBe(200)
    expect(effectsOf(bank, 'two')).toHaveLength(1)
    const socket = session.socket as TLSSocket
    expect(session.alpnProtocol).toBe('h2')
    const certificate = socket.getPeerX509Certificate()
    expect(certificate && hashPublicKey(certificate)).toBe(nginx.certificate?.spki)
    expect(nginx.certificate?.spki).toMatch(/^[\w+/]{43}=$/)
  })

  it('says what is wrong with its configuration', async () => {
    await expect(startNginx({ server: 'nonsense on;' })).rejects.toThrow('unknown directive "nonsense"')
  })
})

function put(session: ClientHttp2Session, path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'PUT', ':path': path, 'content-type': 'application/json' })
    stream.on('response', (headers) => {
      resolve(Number(headers[':status']))
    })
    stream.on('error', reject)
    stream.resume()
    stream.end(body)
  })
}
