import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createTransport } from '../../src/transport/transport.js'
import { createWaryTransport } from '../../src/transport/stand-in.js'

const date = 'Mon, 02 Mar 2026 08:00:00 GMT'

async function startService(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('date', date)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function accessTo(baseUrl: string, probe: string | false) {
  return { baseUrl, headers: {}, headersAt: 0, credentials: 'omit' as const, timeoutMs: 30_000, probe }
}

/** What a probe finds, and the dates that it tells. */
async function ask(answer: RequestListener, probe: string | false) {
  const access = accessTo(await startService(answer), probe)
  const heard: string[] = []
  const wary = createWaryTransport(access, createTransport(access), () => false)
  const found = await wary.probe((told) => heard.push(told))
  return { found, heard }
}

it.each(['health', false] as const)('tells the time of a service that answers (probe: %s)', async (probe) => {
  expect(await ask((_, response) => response.end(), probe)).toEqual({ found: 'reachable', heard: [date] })
})

it('tells nothing of the time that a gateway or a portal sends', async () => {
  const busy = await ask((_, response) => response.writeHead(503).end(), 'health')
  expect(busy).toEqual({ found: 'unreachable', heard: [] })
  const portal = await ask((_, response) => response.writeHead(302, { location: '/login' }).end(), 'health')
  expect(portal).toEqual({ found: 'not-the-service', heard: [] })
})

it.each([
  ['0', [date]],
  ['14400', []],
  ['14400, 14400', []],
])('tells the time of no answer that a cache has kept (Age: %s)', async (age, heard) => {
  const kept: RequestListener = (_, response) => response.setHeader('age', age).end()
  expect(await ask(kept, 'health')).toEqual({ found: 'reachable', heard })
})

it('tells nothing where the service sends no time', async () => {
  const silent: RequestListener = (_, response) => {
    response.sendDate = false
    response.removeHeader('date')
    response.end()
  }
  expect(await ask(silent, 'health')).toEqual({ found: 'reachable', heard: [] })
})
