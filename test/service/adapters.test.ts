import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { exampleHandlers } from '../../src/service/example/handlers.js'
import { migrateExample } from '../../src/service/example/tables.js'
import { toNodeListener } from '../../src/service/node.js'
import { createCardService, type CardService } from '../../src/service/service.js'
import { findBlock } from '../support/blocks.js'
import { openers } from './stores.js'

let folder = ''
let adapters: Record<string, (app: object, service: CardService) => void> = {}

/** The adapters as the guide tells them, each a module of its own. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-adapters-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const name of ['express', 'fastify', 'hono']) {
    const path = join(folder, `${name}.js`)
    const own = `'${resolve('src/service/index.ts')}'`
    writeFileSync(path, findBlock(`service-${name}`).code.replace("'counterfoil/service'", own))
    adapters = { ...adapters, ...((await import(/* @vite-ignore */ path)) as typeof adapters) }
  }
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function createService(): Promise<CardService> {
  const { store, close } = await openers.sqlite()
  onTestFinished(close)
  await migrateExample(store, 'sqlite')
  await store.transact((transaction) =>
    transaction.query("insert into cards (code, modified_at) values ('A', 0)"),
  )
  return createCardService({
    store,
    handlers: exampleHandlers,
    basePath: '/api',
    origins: ['https://till.example'],
  })
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answerOwn(_: unknown, response: ServerResponse): void {
  response.end('own')
}

type Ask = (path: string, request: RequestInit) => Promise<Response>

const overHttp =
  (url: string): Ask =>
  (path, request) =>
    fetch(url + path, request)

/** Each with a route of its owner's beside the service, where it has routes. */
const frameworks: Record<string, (service: CardService) => Promise<Ask>> = {
  'node:http': async (service) => overHttp(await listen(toNodeListener(service))),
  Express: async (service) => {
    const app = express()
    adapters.addToExpress?.(app, service)
    app.use(answerOwn)
    return overHttp(await listen(app))
  },
  'Express behind a parser of bodies': async (service) => {
    const app = express()
    app.use(express.json())
    adapters.addToExpress?.(app, service)
    app.use(answerOwn)
    return overHttp(await listen(app))
  },
  Fastify: async (service) => {
    const app = fastify()
    adapters.addToFastify?.(app, service)
    app.put('/own', () => 'own')
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    onTestFinished(() => app.close())
    return overHttp(url)
  },
  Hono: (service) => {
    const app = new Hono()
    adapters.addToHono?.(app, service)
    app.put('/own', (context) => context.text('own'))
    return Promise.resolve(async (path, request) => app.request(path, request))
  },
}

const refund = {
  StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A' }],
  StoredValueCardReceipt: { Total: 12.5 },
}

describe.each(Object.keys(frameworks))('a card service in %s', (name) => {
  async function open() {
    const create = frameworks[name]
    if (!create) throw new Error(`no framework ${name}`)
    const ask = await create(await createService())
    const put = (path: string, body: string, key = 'key-1') => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `"${key}"` }
      return ask(path, { method: 'PUT', headers, body })
    }
    return { ask, put }
  }

  it('does an operation once and answers its repeat', async () => {
    const { put } = await open()
    const first = await put('/api/v1.0/svc/refund', JSON.stringify(refund))
    const again = await put('/api/v1.0/svc/refund', JSON.stringify(refund))
    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.json()).toEqual(await first.json())
  })

  it('refuses what is no JSON, and does not know what is not there', async () => {
    const { put } = await open()
    expect((await put('/api/v1.0/svc/refund', '{')).status).toBe(400)
    expect((await put('/api/v1.0/svc/nothing', '{}')).status).toBe(404)
  })

  it('answers a probe and a preflight', async () => {
    const { ask } = await open()
    expect((await ask('/api/', { method: 'HEAD' })).status).toBe(200)
    const headers = { origin: 'https://till.example', 'access-control-request-method': 'PUT' }
    const preflight = await ask('/api/v1.0/svc/refund', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://till.example')
  })

  it('leaves other routes to their owner', async ({ skip }) => {
    skip(name === 'node:http', 'it has no other routes')
    const { put } = await open()
    expect(await (await put('/own', JSON.stringify({}))).text()).toContain('own')
  })
})

it('Express serves it at /v1.0, beside routes of its own, without a base path', async () => {
  const { store, close } = await openers.sqlite()
  onTestFinished(close)
  await migrateExample(store, 'sqlite')
  const app = express() as unknown as RequestListener & { use: (...words: unknown[]) => void }
  app.use('/v1.0', toNodeListener(createCardService({ store, handlers: exampleHandlers })))
  app.use(answerOwn)
  const url = await listen(app)
  const associating = await fetch(`${url}/v1.0/svc/associate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': '"mounted"' },
    body: JSON.stringify({ Card: 'A' }),
  })
  expect(associating.status).toBe(200)
  expect(await (await fetch(`${url}/cards/A`)).text()).toBe('own')
})

describe('a request that no handler can be given', () => {
  it.each(['TRACE / HTTP/1.1', 'GET // HTTP/1.1', 'GET http://[ HTTP/1.1'])(
    'is answered with 400, and ends no process: %s',
    async (line) => {
      const listener = toNodeListener({ fetch: () => Promise.resolve(new Response('{}')) })
      const { port } = new URL(await listen(listener))
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`${line}\r\nHost: a\r\nConnection: close\r\n\r\n`)
      let text = ''
      for await (const part of socket) text += String(part)
      expect(text).toMatch(/^HTTP\/1\.1 400 .*\r\ncache-control: no-store\r\n/)
    },
  )
})
