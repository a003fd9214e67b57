import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHandler } from '../../src/sandbox/handler.js'
import { createSandboxService } from '../../src/sandbox/http.js'
import { serveHere } from './serve.js'
import type { Server } from './vite.js'

/** Sets what a browser must be told; says whether that was all there is to answer. */
export type Allowing = (request: IncomingMessage, response: ServerResponse) => boolean

/** A card service at an origin of its own, which allows what it is told to allow and nothing else. */
export function startCards(allow: Allowing): Promise<Server> {
  const serve = createHandler(createSandboxService(), { prefix: '/api', cors: false })
  return serveHere((request, response) => {
    if (!allow(request, response)) serve(request, response)
  })
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
