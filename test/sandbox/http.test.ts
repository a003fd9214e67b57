import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createHandler, startSandbox, type Arrival, type ScriptedFault } from '../../src/sandbox/index.js'
import { createSandboxService } from '../../src/sandbox/http.js'
import { endpoints, refundOf, requestOf, sendControl, sendOperation, sendRaw, start } from './helpers.js'

/** A promise of the next arrival, and what to give the sandbox for it. */
function watchArrival() {
  let onArrival: (arrival: Arrival) => void = () => undefined
  const promise = new Promise<Arrival>((resolve) => {
    onArrival = resolve
  })
  return { promise, onArrival }
}

describe('startSandbox', () => {
  it('serves the operations to fetch', async () => {
    const { url, bank } = await start()
    const { headers, method, bodyText } = requestOf('refund', refundOf(12.5, 'C1'))
    const reply = await fetch(`${url}/v1.0/svc/refund`, { method, headers, body: bodyText })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('etag')).toBe('"1"')
    expect(await reply.json()).toMatchObject({ TransactionID: 1001, Balance: 12.5 })
    expect(bank.card('C1')?.balance).toBe(12.5)
  })

  it('reads bodies as UTF-8', async () => {
    const { url, bank } = await start()
    await sendOperation(url, 'refund', refundOf(1, 'Caffè ☕'))
    expect(bank.effects[0]?.cards).toEqual(['Caffè ☕'])
  })

  it.each(['/api', '/api/'])('puts everything under the prefix %s, and nothing elsewhere', async (prefix) => {
    const { url, port } = await start({ prefix })
    expect(url).toBe(`http://127.0.0.1:${port}/api`)
    for (const path of ['', '/', '?x'])
      expect((await sendRaw(`${url}${path}`, { method: 'HEAD' })).status).toBe(204)
    expect((await sendOperation(url, 'confirmOrder', { OrderID: 5 })).status).toBe(200)
    for (const path of ['/', '/v1.0/svc/refund', '/apiary']) {
      expect((await sendRaw(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
    }
  })

  it.each(['0.0.0.0', '::', '192.168.0.10', 'example.com'])('refuses to listen on %s', async (host) => {
    await expect(startSandbox({ host })).rejects.toThrow(
      `Cannot start the sandbox on ${host}: it binds to loopback only`,
    )
  })

  it('tells that a port is taken', async () => {
    const { port } = await start()
    await expect(startSandbox({ port })).rejects.toThrow('EADDRINUSE')
  })

  it('closes although replies are under way and connections are open', async () => {
    const { promise, onArrival } = watchArrival()
    const sandbox = await startSandbox({ faults: [{ kind: 'delay', delayMs: 600_000 }], onArrival })
    const idle = connect(sandbox.port, '127.0.0.1')
    await once(idle, 'connect')
    const cut = sendOperation(sandbox.url, 'refund', refundOf(1, 'C1'))
    await promise
    await sandbox.close()
    expect((await cut).status).toBeNull()
    idle.destroy()
  })
})

describe('faults on the wire', () => {
  async function send(...faults: ScriptedFault[]) {
    const sandbox = await start({ faults })
    const reply = await sendOperation(sandbox.url, 'refund', refundOf(4, 'C1'))
    return { reply, effects: sandbox.bank.effects.length }
  }

  it.each([
    ['dropBeforeEffect', 0],
    ['dropAfterEffect', 1],
    ['outage', 0],
  ] as const)('%s cuts the line after %d effects', async (kind, effects) => {
    expect(await send({ kind })).toMatchObject({ reply: { status: null, isComplete: false }, effects })
  })

  it('truncatedBody announces more than it sends', async () => {
    const { reply, effects } = await send({ kind: 'truncatedBody' })
    expect(reply).toMatchObject({ status: 200, isComplete: false })
    expect(reply.body.length).toBe(Math.floor(Number(reply.headers['content-length']) / 2))
    expect(effects).toBe(1)
  })

  it('truncatedBody is an error to fetch', async () => {
    const { url } = await start({ faults: [{ kind: 'truncatedBody' }] })
    const { headers, method, bodyText } = requestOf('refund', refundOf(4, 'C1'))
    const reply = await fetch(`${url}/v1.0/svc/refund`, { method, headers, body: bodyText })
    await expect(reply.text()).rejects.toThrow()
  })

  it('slowDrip sends the whole in many pieces', async () => {
    const { reply } = await send({ kind: 'slowDrip', delayMs: 2 })
    expect(reply).toMatchObject({ status: 200, isComplete: true })
    expect(JSON.parse(reply.body)).toMatchObject({ TransactionID: 1001 })
    expect(reply.chunks).toBeGreaterThan(5)
  })

  it.each<[ScriptedFault, Record<string, unknown>]>([
    [{ kind: 'delay', delayMs: 5 }, { status: 200 }],
    [{ kind: 'late', delayMs: 5 }, { status: 200 }],
    [{ kind: 'emptyBody' }, { status: 200, body: '', headers: { 'content-length': '0' } }],
    [{ kind: 'brokenJson' }, { status: 200, body: '{"TransactionID": ' }],
    [{ kind: 'wrongType' }, { status: 200, body: 'OK', headers: { 'content-type': 'text/plain' } }],
    [{ kind: 'captivePortal' }, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } }],
    [{ kind: 'redirect' }, { status: 302, headers: { location: 'http://portal.example/login' } }],
    [
      { kind: 'status', status: 204 },
      { status: 204, body: '' },
    ],
    [
      { kind: 'status', status: 503, retryAfterSeconds: 7 },
      { status: 503, headers: { 'retry-after': '7' } },
    ],
  ])('%j is a complete reply', async (fault, expected) => {
    expect((await send(fault)).reply).toMatchObject({ ...expected, isComplete: true })
  })

  it('clockSkew moves the Date that the client sees', async () => {
    const { reply } = await send({ kind: 'clockSkew', skewSeconds: 86_400 })
    const ahead = Date.parse(String(reply.headers.date)) - Date.now()
    expect(ahead).toBeGreaterThan(80_000_000)
  })

  it('late is applied although nobody waits any more', async () => {
    const { promise, onArrival } = watchArrival()
    const { url, bank } = await start({ faults: [{ kind: 'late', delayMs: 20 }], onArrival })
    const { headers, method, bodyText } = requestOf('refund', refundOf(4, 'C1'))
    const sending = httpRequest(`${url}/v1.0/svc/refund`, { method, headers, agent: false })
    sending.on('error', () => undefined)
    sending.on('finish', () => setImmediate(() => sending.destroy()))
    sending.end(bodyText)
    expect((await promise).effect).toBe(1)
    expect(bank.card('C1')?.balance).toBe(4)
  })
})

describe('an outage', () => {
  it('cuts operations, probes and preflights until it ends', async () => {
    const { url, faults, bank } = await start()
    faults.setOutage(true)
    const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'PUT' }
    expect((await sendOperation(url, 'refund', refundOf(1, 'C1'))).status).toBeNull()
    expect((await sendRaw(url, { method: 'HEAD' })).status).toBeNull()
    expect((await sendRaw(url, { method: 'OPTIONS', headers: preflight })).status).toBeNull()
    expect(bank.effects).toEqual([])
    faults.setOutage(false)
    expect((await sendRaw(url, { method: 'HEAD' })).status).toBe(204)
  })

  it('cuts replies that are under way', async () => {
    const { promise, onArrival } = watchArrival()
    const { url, faults } = await start({ faults: [{ kind: 'delay', delayMs: 600_000 }], onArrival })
    const cut = sendOperation(url, 'refund', refundOf(1, 'C1'))
    expect((await promise).effect).toBe(1)
    faults.setOutage(true)
    expect((await cut).status).toBeNull()
  })
})

describe('CORS', () => {
  const preflight = (origin: string) => ({
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'idempotency-key',
    },
  })
  const listOf = (value: string | string[] | undefined) => String(value).toLowerCase().split(', ')

  it.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'https://[::1]'])(
    'lets %s in',
    async (origin) => {
      const { url } = await start()
      const allowed = await sendRaw(`${url}/v1.0/svc/refund`, preflight(origin))
      expect(allowed).toMatchObject({
        status: 204,
        headers: { 'access-control-allow-origin': origin, vary: 'Origin' },
      })
      expect(listOf(allowed.headers['access-control-allow-methods'])).toEqual(
        expect.arrayContaining(['put', 'post', 'head']),
      )
      const names = [
        'idempotency-key',
        'if-match',
        'if-none-match',
        'if-unmodified-since',
        'content-type',
        'authorization',
      ]
      expect(listOf(allowed.headers['access-control-allow-headers'])).toEqual(expect.arrayContaining(names))
      const reply = await sendOperation(url, 'refund', refundOf(1, 'C1'), { origin })
      expect(reply.headers['access-control-allow-origin']).toBe(origin)
      const exposed = ['etag', 'last-modified', 'retry-after', 'date']
      expect(listOf(reply.headers['access-control-expose-headers'])).toEqual(expect.arrayContaining(exposed))
    },
  )

  it('keeps other origins out', async () => {
    const { url } = await start()
    const refused = await sendRaw(`${url}/v1.0/svc/refund`, preflight('https://shop.example'))
    expect(refused.status).toBe(403)
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('can be switched off, as at a service that was not told', async () => {
    const { url } = await start({ cors: false })
    const origin = 'http://localhost:5173'
    expect((await sendRaw(`${url}/v1.0/svc/refund`, preflight(origin))).status).toBe(405)
    expect((await sendRaw(url, { headers: { origin } })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    )
  })
})

describe('what HTTP adds', () => {
  it('refuses a body past a mebibyte', async () => {
    const { url, service } = await start()
    const [method, path] = endpoints.refund
    const headers = { 'content-type': 'application/json' }
    const reply = await sendRaw(`${url}${path}`, { method, headers, body: ' '.repeat(1024 * 1024 + 1) })
    expect(reply.status).toBe(413)
    expect(service.arrivalCount).toBe(0)
  })

  it('sends no body to HEAD', async () => {
    const { url } = await start()
    const reply = await sendRaw(`${url}/v1.0/svc/refund`, { method: 'HEAD' })
    expect(reply).toMatchObject({ status: 405, body: '', headers: { allow: 'PUT' }, isComplete: true })
  })

  it('passes on what is not under its prefix, as middleware does', async () => {
    const handler = createHandler(createSandboxService(), { prefix: '/api' })
    const server = createServer((request, response) => {
      handler(request, response, () => response.end('the page'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await sendRaw(`${url}/index.html`)).body).toBe('the page')
    expect((await sendRaw(`${url}/api/`)).status).toBe(204)
    server.close()
  })

  it('shows the arrivals with their headers as they came', async () => {
    const { url, service } = await start()
    await sendOperation(url, 'refund', refundOf(1, 'C1'), {
      authorization: 'Bearer x',
      'Idempotency-Key': '"k1"',
    })
    expect(service.arrivals[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      'idempotency-key': '"k1"',
    })
    expect((await sendControl(url, 'GET', '/ledger')).json).toMatchObject({ effects: [{ key: 'k1' }] })
  })
})
