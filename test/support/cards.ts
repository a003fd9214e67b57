import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHandler } from '../../src/sandbox/handler.js'
import { createSandboxService } from '../../src/sandbox/http.js'
import type { Server } from './vite.js'

/** Sets what a browser must be told; says whether that was all there is to answer. */
export type Allowing = (request: IncomingMessage, response: ServerResponse) => boolean

/** A card service at an origin of its own, which allows what it is told to allow and nothing else. */
export async function startCards(allow: Allowing): Promise<Server> {
  const serve = createHandler(createSandboxService(), { prefix: '/api', cors: false })
  const server = createServer((request, response) => {
    if (!allow(request, response)) serve(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The same headers on every answer, preflights included. */
export function sendAlways(headers: Record<string, string>): Allowing {
  return (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method !== 'OPTIONS') return false
    response.writeHead(204).end()
    return true
  }
}
