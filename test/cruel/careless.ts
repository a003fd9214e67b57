import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { createHandler } from '../../src/sandbox/handler.js'
import { createSandboxService } from '../../src/sandbox/http.js'
import type { Bank } from '../../src/sandbox/index.js'
import { serveHere } from '../support/serve.js'
import type { NginxConfig } from './nginx.js'

/** A service that tells every cache to keep each of its answers for an hour. */
export interface Careless {
  port: number
  bank: Bank
  /** What has arrived, in its order; each answer tells its place here in `x-answer`, from 1. */
  arrived: { method: string; url: string; headers: IncomingHttpHeaders }[]
  stop: () => Promise<void>
}

const cacheable = { 'cache-control': 'public, max-age=3600', 'last-modified': new Date(0).toUTCString() }

export async function startCareless(): Promise<Careless> {
  const service = createSandboxService({ settings: { keys: true, conditions: true } })
  const handle = createHandler(service, { prefix: '/api', cors: false })
  const arrived: Careless['arrived'] = []
  const server = await serveHere((request, response) => {
    const { method = '', url = '', headers } = request
    const place = arrived.push({ method, url, headers })
    const writeHead = response.writeHead.bind(response)
    const careless = (status: number, own: OutgoingHttpHeaders = {}) =>
      writeHead(status, { etag: '"of-all"', ...own, ...cacheable, 'x-answer': String(place) })
    response.writeHead = careless as typeof response.writeHead
    handle(request, response)
  })
  return { port: Number(new URL(server.url).port), bank: service.bank, arrived, stop: server.stop }
}

/** A cache that keeps what it is told to, and says of each answer whether it came from there. */
export function cacheInFront(port: number, directives = '', path = '/'): NginxConfig {
  const pass = `proxy_pass http://127.0.0.1:${port};`
  return {
    http: 'proxy_cache_path cache keys_zone=cards:1m;',
    server: `location ${path} {
  ${pass}
  proxy_cache cards;
  add_header X-Cache $upstream_cache_status always;
  ${directives}
}
${path === '/' ? '' : `location / { ${pass} }`}`,
  }
}
