import { readFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Server } from './vite.js'

/** How a host serves the demo. */
export interface HostTerms {
  /** Where the service is: what is meant for it is passed on. */
  service: string
  /** Whether its pages are sandboxed, and so have an origin of their own that may keep nothing. */
  isSandboxed?: boolean
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** Where a tab may go that is to leave the till and stay at its origin. */
export const elsewhere = '/elsewhere'

/** A host that has the built demo and no worker for it, so that pages replay by themselves. */
export async function startHost(terms: HostTerms): Promise<Server> {
  const server = createServer((incoming, response) => {
    if (/^\/api\b/.test(incoming.url ?? '')) passOn(terms.service, incoming, response)
    else void answer(terms, incoming, response)
  })
  server.keepAliveTimeout = 600_000
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

async function answer(
  { isSandboxed }: HostTerms,
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const file = await readPage(url)
    response.setHeader('content-type', types[file.type] ?? 'application/octet-stream')
    response.setHeader('access-control-allow-origin', '*')
    if (!isSandboxed || file.type !== '.html') {
      response.end(file.content)
      return
    }
    response.setHeader('content-security-policy', 'sandbox allow-scripts')
    // A sandboxed page has no self that its own policy could name.
    response.end(file.content.toString().replaceAll("'self'", `http://${headers.host ?? ''}`))
  } catch {
    response.writeHead(404).end()
  }
}

async function readPage(url: string): Promise<{ type: string; content: string | Buffer }> {
  if (url === elsewhere) return { type: '.html', content: '<!doctype html><title>Elsewhere</title>' }
  const path = url === '/' ? '/index.html' : url
  if (path === '/demo-sw.js') throw new Error('this host has no worker')
  return { type: extname(path), content: await readFile(join('dist/demo', path)) }
}

/** What the service cuts off is cut off here too; whoever goes away is not waited for. */
function passOn(service: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = incoming
  const outgoing = request(new URL(url, service), { method, headers, agent: false }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(response)
    answered.on('error', () => response.destroy())
  })
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
