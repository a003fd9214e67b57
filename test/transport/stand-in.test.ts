import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import type { ServiceAccess } from '../../src/ports.js'
import { findStandIn, verifyAnswer } from '../../src/transport/stand-in.js'

async function serve(answer: RequestListener): Promise<{ access: ServiceAccess; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { access: accessTo(`http://127.0.0.1:${port}/api`), asked }
}

function accessTo(baseUrl: string): ServiceAccess {
  return { baseUrl, headers: {}, headersAt: 0, credentials: 'omit', timeoutMs: 1_000, probe: false }
}

const nobody = accessTo('http://127.0.0.1:9')

const notFound: RequestListener = (_, response) => response.writeHead(404).end()

const undated: RequestListener = (_, response) => {
  response.sendDate = false
  response.writeHead(404).end()
}

const okTo =
  (method: string): RequestListener =>
  (request, response) =>
    response.writeHead(request.method === method ? 200 : 404).end('{"offline":true}')

describe('a random path', () => {
  it.each([
    ['that the service does not know', notFound, { found: 'reachable', isDated: true }],
    ['that a handler answers by PUT', okTo('PUT'), { found: 'worker-answers' }],
    ['that a handler answers by POST', okTo('POST'), { found: 'worker-answers' }],
  ])('%s tells who answers', async (_, answer, expected) => {
    const { access, asked } = await serve(answer)
    expect(await findStandIn(access)).toMatchObject(expected)
    expect(asked.sort()).toEqual([
      expect.stringMatching(/^POST \/api\/counterfoil-[\w-]{36}$/),
      expect.stringMatching(/^PUT \/api\/counterfoil-[\w-]{36}$/),
    ])
  })

  it('that cannot be reached is no reason to send', async () => {
    expect(await findStandIn(nobody)).toMatchObject({ found: 'unreachable' })
  })
})

describe('an answer that a handler may have made up', () => {
  const reply = (headers: Record<string, string>): Answer => ({
    tag: 'reply',
    status: 200,
    headers,
    text: '{}',
    at: 1,
    credentialsAt: 0,
  })

  it('passed for the service’s though the service dates its answers', async () => {
    const { access } = await serve(notFound)
    expect(await verifyAnswer(access, reply({}))).toEqual({ tag: 'stand-in', at: 1 })
  })

  it('passed for the service’s though nothing can be reached', async () => {
    expect(await verifyAnswer(nobody, reply({}))).toEqual({ tag: 'stand-in', at: 1 })
  })

  it('is the service’s where it dates none', async () => {
    const { access } = await serve(undated)
    expect(await verifyAnswer(access, reply({}))).toEqual(reply({}))
  })

  it('is the service’s where it bears a date, and costs no request', async () => {
    const { access, asked } = await serve(okTo('PUT'))
    const dated = reply({ date: 'Mon, 23 Nov 2026 03:00:00 GMT' })
    expect(await verifyAnswer(access, dated)).toEqual(dated)
    expect(asked).toEqual([])
  })
})
