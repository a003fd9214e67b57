import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { createHandler, type Arrival, type Service } from '../../../src/sandbox/index.js'
import { createSandboxService } from '../../../src/sandbox/http.js'
import { clockPrelude, modulePrelude } from './clock.js'

/** The demo as it was built, and the service beside it. */
export interface Site {
  url: string
  service: Service
  /** All that ever arrived. */
  arrivals: Arrival[]
  stop: () => Promise<void>
}

const folder = 'dist/demo'
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** Serves demo and sandbox on one origin; the scripts learn on their way out that clocks can be set. */
export async function startSite(): Promise<Site> {
  const arrivals: Arrival[] = []
  const service = createSandboxService({ onArrival: (arrival) => void arrivals.push(arrival) })
  const handle = createHandler(service, { prefix: '/api' })
  const server = createServer((request, response) => {
    handle(request, response, () => {
      serveFile(new URL(request.url ?? '/', 'http://till').pathname, response)
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    service,
    arrivals,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function serveFile(path: string, response: ServerResponse): void {
  const name = path === '/' ? '/index.html' : path
  try {
    const bytes = readFileSync(join(folder, name.replaceAll('..', '')))
    const type = types[extname(name)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
    response.end(extname(name) === '.js' ? Buffer.concat([Buffer.from(preludeOf(name)), bytes]) : bytes)
  } catch {
    response.writeHead(404).end()
  }
}

function preludeOf(name: string): string {
  return name.startsWith('/assets/') ? modulePrelude : clockPrelude
}
