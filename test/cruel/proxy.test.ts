import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createBytes, type Bytes } from './bytes.js'
import { cruelties, findCruelty, type CrueltyName } from './cruelties.js'
import { readAll, readBody, readHead, requestFraming } from './messages.js'
import { createCruelProxy, type CruelProxyOptions } from './proxy.js'

const content = '{"TransactionID":1001,"Balance":10}'
const replyHead = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${content.length}\r\n\r\n`
const reply = replyHead + content
const body = '{"Notes":"all of it"}'
const head = `PUT /api/v1.0/svc/refund HTTP/1.1\r\nHost: till\r\nContent-Length: ${body.length}\r\n\r\n`
const request = head + body

const stops: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** How the other side of a connection has ended it. */
type Ended = 'not' | 'cut' | 'reset'

interface Watched {
  bytes: Bytes
  /** All that has come. */
  text: () => string
  ended: () => Ended
}

function watch(socket: Socket): Watched {
  let text = ''
  let ended: Ended = 'not'
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.once('end', () => (ended = 'cut'))
  socket.once(
    'error',
    (error: NodeJS.ErrnoException) => (ended = error.code === 'ECONNRESET' ? 'reset' : ended),
  )
  stops.push(() => void socket.destroy())
  return { bytes: createBytes(socket), text: () => text, ended: () => ended }
}

/** A server that answers whole requests, and notes each connection's bytes and end. */
async function startTarget(answer = reply) {
  const connections: Watched[] = []
  const whole: string[] = []
  const server = createServer((socket) => {
    const watched = watch(socket)
    connections.push(watched)
    void (async () => {
      for (;;) {
        const asked = await readHead(watched.bytes)
        if (!asked) return
        const framing = requestFraming(asked)
        const asks = await readAll(readBody(watched.bytes, framing))
        if (framing.kind === 'length' && asks.length < framing.length) return
        whole.push(asked.bytes.toString('latin1') + asks.toString('latin1'))
        socket.write(answer)
      }
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections, whole, server }
}

async function startProxy(options: CruelProxyOptions) {
  const proxy = await createCruelProxy(options)
  stops.push(proxy.stop)
  return proxy
}

function open(url: string): Watched & { send: (text: string) => void; leave: () => void } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const watched = watch(socket)
  return { ...watched, send: (text) => void socket.write(text), leave: () => void socket.destroy() }
}

async function setUp(name?: CrueltyName, answer?: string) {
  const target = await startTarget(answer)
  const cruelty = name && findCruelty(name)
  const proxy = await startProxy({
    target: target.url,
    choose: ({ index }) => (index === 0 ? cruelty : undefined),
  })
  return { target, proxy, till: open(proxy.url) }
}

const half = (text: string) => text.slice(0, Math.floor(text.length / 2))
const page = /<!doctype html>\n<html lang="en">.*<\/html>/

/** What the till hears, how its connection ends, and what the service got. */
const expected: Record<CrueltyName, { hears: string | RegExp; ended: Ended; got: string }> = {
  'cut before the request': { hears: '', ended: 'cut', got: '' },
  'reset before the request': { hears: '', ended: 'reset', got: '' },
  'cut in the request': { hears: '', ended: 'cut', got: head + half(body) },
  'reset in the request': { hears: '', ended: 'reset', got: head + half(body) },
  'cut after the request': { hears: '', ended: 'cut', got: request },
  'reset after the request': { hears: '', ended: 'reset', got: request },
  'cut in the head of the reply': { hears: half(replyHead), ended: 'cut', got: request },
  'reset in the head of the reply': { hears: half(replyHead), ended: 'reset', got: request },
  'cut in the body of the reply': { hears: replyHead + half(content), ended: 'cut', got: request },
  'reset in the body of the reply': { hears: replyHead + half(content), ended: 'reset', got: request },
  'cut after the reply': { hears: reply, ended: 'cut', got: request },
  'reset after the reply': { hears: reply, ended: 'reset', got: request },
  'cut while pooled': { hears: reply, ended: 'cut', got: request },
  'reset while pooled': { hears: reply, ended: 'reset', got: request },
  'swallowed request': { hears: '', ended: 'not', got: '' },
  'swallowed reply': { hears: '', ended: 'not', got: request },
  'stalled reply': { hears: replyHead + half(content), ended: 'not', got: request },
  'slow request': { hears: reply, ended: 'not', got: request },
  'slow reply': { hears: reply, ended: 'not', got: request },
  'length too long': {
    hears: new RegExp(`content-length: ${content.length + 9}\r\n\r\n${content}$`),
    ended: 'cut',
    got: request,
  },
  'length too short': {
    hears: new RegExp(`content-length: ${half(content).length}\r\n\r\n${content}$`),
    ended: 'not',
    got: request,
  },
  'chunks cut': {
    hears: new RegExp(`transfer-encoding: chunked\r\n\r\n11\r\n${half(content)}$`),
    ended: 'cut',
    got: request,
  },
  'no length and cut': {
    hears: `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nconnection: close\r\n\r\n${half(content)}`,
    ended: 'cut',
    got: request,
  },
  'page in the reply': {
    hears: new RegExp(
      `json\r\ncontent-length: \\d+\r\n\r\n${half(content)}${page.source}1001,"Balance":10}$`,
    ),
    ended: 'not',
    got: request,
  },
  'page for the request': { hears: page, ended: 'not', got: '' },
  'page for the reply': { hears: page, ended: 'not', got: request },
  'garbage for the status line': {
    // eslint-disable-next-line no-control-regex
    hears: /^\x00\x7fHTTQ\/9\.1 OK 200\r\nContent-Type/,
    ended: 'cut',
    got: request,
  },
  'status line twice': { hears: `HTTP/1.1 200 OK\r\n${reply}`, ended: 'cut', got: request },
  'early continue': { hears: `HTTP/1.1 100 Continue\r\n\r\n${reply}`, ended: 'not', got: request },
  'early hints': {
    hears: `HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n${reply}`,
    ended: 'not',
    got: request,
  },
}

/** Node reports a reset as an end if it comes together with the last bytes. */
function isMixed(hears: string | RegExp, ended: Ended): boolean {
  return ended === 'reset' && hears !== ''
}

describe('each cruelty', () => {
  it.each(cruelties)('$name does what it says to both sides', async ({ name, reaches }) => {
    const { target, proxy, till } = await setUp(name)
    const { hears, ended, got } = expected[name]
    till.send(request)
    if (name.endsWith('while pooled')) {
      await expect.poll(till.text).toBe(reply)
      till.send(request)
    }
    await expect.poll(() => proxy.counts).toEqual({ [name]: 1 })
    await expect.poll(till.text).toEqual(hears instanceof RegExp ? expect.stringMatching(hears) : hears)
    await expect.poll(till.ended).toMatch(isMixed(hears, ended) ? /cut|reset/ : ended)
    await expect.poll(() => target.connections.map(({ text }) => text()).join('')).toBe(got)
    expect(target.whole).toEqual(reaches === 'never' || got !== request ? [] : [request])
  })

  it.each(['cut', 'reset'] as const)(
    '%s after the request ends the same way for the service',
    async (ending) => {
      const { target, till } = await setUp(`${ending} after the request`)
      till.send(request)
      await expect.poll(() => target.connections.map(({ ended }) => ended())).toEqual([ending])
    },
  )
})

describe('what is not chosen', () => {
  const get = 'GET /assets/till.js?v=2 HTTP/1.1\r\nHost: till\r\n\r\n'

  it("passes byte for byte, over the one connection that goes with the till's", async () => {
    const { target, till } = await setUp()
    for (const [index, asked] of [request, get, request].entries()) {
      till.send(asked)
      await expect.poll(till.text).toBe(reply.repeat(index + 1))
    }
    expect(target.whole).toEqual([request, get, request])
    expect(target.connections).toHaveLength(1)
    expect(till.ended()).toBe('not')
  })

  it('is everything but operations and probes', async () => {
    const target = await startTarget()
    const asked: string[] = []
    const proxy = await startProxy({
      target: target.url,
      choose: ({ method, path, isProbe, index }) => {
        asked.push(`${index} ${method} ${path}${isProbe ? ' probe' : ''}`)
        return undefined
      },
    })
    const till = open(proxy.url)
    const paths = ['/', '/api/_sandbox/ledger', '/api/v1.0/svc/refund?x', '/api/v1.00', '/api']
    for (const [index, path] of paths.entries()) {
      till.send(`GET ${path} HTTP/1.1\r\nHost: till\r\n\r\n`)
      await expect.poll(till.text).toBe(reply.repeat(index + 1))
    }
    expect(asked).toEqual(['0 GET /api/v1.0/svc/refund', '1 GET /api probe'])
    expect(proxy.requestCount).toBe(2)
    expect([...proxy.inFlight]).toEqual([])
  })

  it('passes chunks, hints and bare replies, and knows where each ends', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
    const chunks = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nx: y\r\n\r\n'
    const { till } = await setUp(undefined, hints + chunks)
    till.send('POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n')
    await expect.poll(till.text).toBe(hints + chunks)
    till.send(get)
    await expect.poll(till.text).toBe((hints + chunks).repeat(2))
    const { till: other } = await setUp(undefined, 'HTTP/1.1 204 No Content\r\n\r\n')
    other.send(get + get)
    await expect.poll(other.text).toBe('HTTP/1.1 204 No Content\r\n\r\n'.repeat(2))
  })

  it('passes an upgraded connection both ways', async () => {
    const { target, till } = await setUp(undefined, 'HTTP/1.1 101 Switching Protocols\r\n\r\nhello')
    till.send(`GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n`)
    await expect.poll(till.text).toContain('hello')
    till.send('anything')
    await expect.poll(() => target.connections[0]?.text()).toContain('anything')
  })

  it('ends for the till where the service ends it', async () => {
    const { till } = await setUp(
      undefined,
      `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1\r\n\r\n1`,
    )
    till.send(get)
    await expect.poll(till.ended).toBe('cut')
    expect(till.text()).toMatch(/1$/)
  })
})

describe('the proxy', () => {
  it('ends only the next request on a pooled connection', async () => {
    const { target, proxy, till } = await setUp('cut while pooled')
    till.send(request)
    await expect.poll(till.text).toBe(reply)
    expect(proxy.counts).toEqual({})
    till.send(request)
    await expect.poll(till.ended).toBe('cut')
    expect(target.whole).toHaveLength(1)
    const other = open(proxy.url)
    other.send(request)
    await expect.poll(other.text).toBe(reply)
  })

  it('lets the service know that the till has gone, and keeps nothing open', async () => {
    const { target, proxy, till } = await setUp('swallowed reply')
    till.send(request)
    await expect.poll(() => proxy.counts).toEqual({ 'swallowed reply': 1 })
    till.leave()
    await expect.poll(() => target.connections.map(({ ended }) => ended())).toEqual(['cut'])
    await expect.poll(() => proxy.openCount).toBe(0)
  })

  it('counts no cruelty if the till left before it was applied', async () => {
    const { target, proxy, till } = await setUp('cut after the reply', 'HTTP/1.1 200 OK\r\n')
    till.send(request)
    await expect.poll(() => target.whole).toEqual([request])
    till.leave()
    await expect.poll(() => proxy.openCount).toBe(0)
    expect(proxy.counts).toEqual({})
  })

  it('cuts the line where there is no service, and takes garbage for an end', async () => {
    const { target, proxy, till } = await setUp()
    const babbler = open(proxy.url)
    babbler.send('x'.repeat(70_000))
    await expect.poll(babbler.ended).not.toBe('not')
    target.server.close()
    till.send(request)
    await expect.poll(till.ended).toBe('cut')
  })

  it('ends the one connection whose choice fails', async () => {
    const target = await startTarget()
    const proxy = await startProxy({
      target: target.url,
      choose: ({ index }) => {
        if (index === 0) throw new Error('no choice')
        return undefined
      },
    })
    const [first, second] = [open(proxy.url), open(proxy.url)]
    first.send(request)
    await expect.poll(first.ended).not.toBe('not')
    second.send(request)
    await expect.poll(second.text).toBe(reply)
    expect(target.whole).toEqual([request])
  })

  it('ends everything when it is stopped, whatever is under way', async () => {
    const { proxy, till } = await setUp('stalled reply')
    till.send(request)
    const idle = open(proxy.url)
    await expect.poll(till.text).toContain('{')
    await proxy.stop()
    expect(proxy.openCount).toBe(0)
    await expect.poll(till.ended).not.toBe('not')
    await expect.poll(idle.ended).not.toBe('not')
  })
})
