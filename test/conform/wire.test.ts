import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { send, sendAndCut, type Cut } from '../../src/conform/wire.js'

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const body = JSON.stringify({ Card: 'ä'.repeat(500) })
const sending = (url: string) => ({ method: 'PUT', url: `${url}/v1?a=b`, headers: { 'x-a': '1' }, body })

/** What has arrived when the client has gone. */
async function receiveCut(cut: Cut, reply = ''): Promise<string> {
  let arrived = Buffer.alloc(0)
  const server = createServer()
  const url = await listen(server)
  const gone = new Promise<void>((resolve) => {
    server.once('connection', (socket: Socket) => {
      socket.on('data', (chunk) => {
        arrived = Buffer.concat([arrived, chunk])
        if (arrived.includes(body)) socket.write(reply)
      })
      socket.on('error', () => undefined)
      socket.once('close', () => {
        resolve()
      })
    })
  })
  await sendAndCut(sending(url), cut, 10_000)
  await gone
  return arrived.toString('utf8')
}

it('a request that is cut half-way announces the whole body and brings half of it', async () => {
  const text = await receiveCut('half')
  expect(text).toMatch(/^PUT \/v1\?a=b HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nx-a: 1\r\n/)
  expect(text).toContain(`content-length: ${Buffer.byteLength(body)}\r\n\r\n`)
  expect(text).not.toContain(body)
  expect(Buffer.byteLength(text.split('\r\n\r\n')[1] ?? '')).toBeGreaterThan(400)
})

it('a request that is cut when it is sent has arrived whole', async () => {
  expect((await receiveCut('whole')).split('\r\n\r\n')[1]).toBe(body)
})

it('a request that is cut at its reply waits for the first byte', async () => {
  expect((await receiveCut('reply', 'H')).split('\r\n\r\n')[1]).toBe(body)
})

it('a cut request ends in time where no reply comes', async () => {
  const url = await listen(createServer((socket) => socket.on('error', () => undefined)))
  await sendAndCut(sending(url), 'reply', 100)
  await expect(sendAndCut(sending('http://127.0.0.1:1'), 'whole', 100)).resolves.toBe(false)
})

it('a request that is cut when told tells whether its reply had begun', async () => {
  const knife = new AbortController()
  const silent = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => {
      knife.abort()
    })
  })
  expect(await sendAndCut(sending(await listen(silent)), knife.signal, 10_000)).toBe(false)
  const quick = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('H')
  })
  expect(await sendAndCut(sending(await listen(quick)), new AbortController().signal, 10_000)).toBe(true)
})

it('a request follows no redirect, and repeats nothing', async () => {
  let count = 0
  const server = createHttpServer((request, response) => {
    count += 1
    if (request.url === '/cut') request.socket.destroy()
    else response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const url = await listen(server)
  expect((await send({ method: 'PUT', url, headers: {}, body }, 10_000)).status).toBe(307)
  const cut = await send({ method: 'PUT', url: `${url}/cut`, headers: {}, body }, 10_000)
  expect(cut).toMatchObject({ status: 0, silence: 'ECONNRESET' })
  expect(count).toBe(2)
})

it('a reply that breaks off, or is longer than a till reads, is silence', async () => {
  const server = createHttpServer((request, response) => {
    response.writeHead(200, { 'content-length': 2_000_000 })
    if (request.url === '/long') response.end('x'.repeat(2_000_000))
    else response.write('{"half":', () => response.destroy())
  })
  const url = await listen(server)
  expect(await send({ method: 'GET', url, headers: {} }, 10_000)).toMatchObject({ status: 0, text: '' })
  const long = await send({ method: 'GET', url: `${url}/long`, headers: {} }, 10_000)
  expect(long).toMatchObject({ status: 0, silence: 'more than 1048576 bytes' })
})
