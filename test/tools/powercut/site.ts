import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** An operation that has reached the service, by the number of its receipt. */
export interface Arrival {
  number: number
  /** In milliseconds since 1970. */
  at: number
}

/** The page and a card service on one origin. */
export interface Site {
  url: string
  arrivals: Arrival[]
  setOutage: (isDown: boolean) => void
  stop: () => Promise<void>
}

/** Where the page lies once it is built. */
export const builtPage = 'dist/powercut/page'

/** Where states are kept in which something stalled, or was lost silently. */
export const stuckStates = 'dist/powercut-stuck'

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }
const latencyMs = 5

export async function startSite(folder: string): Promise<Site> {
  const arrivals: Arrival[] = []
  let isDown = false
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/api')) void serveFile(folder, request.url ?? '/', response)
    else if (isDown) response.destroy()
    else void serve(request, response, arrivals)
  })
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    setOutage(wanted) {
      isDown = wanted
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Body {
  StoredValueCardReceipt?: { SenderData?: { Number?: number } }
}

async function serve(request: IncomingMessage, response: ServerResponse, arrivals: Arrival[]): Promise<void> {
  const at = performance.timeOrigin + performance.now()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.method !== 'PUT') {
    response.writeHead(204).end()
    return
  }
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Body
  arrivals.push({ number: body.StoredValueCardReceipt?.SenderData?.Number ?? -1, at })
  await new Promise((resolve) => setTimeout(resolve, latencyMs))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ TransactionID: arrivals.length }))
}

async function serveFile(folder: string, url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://till')
  const path = pathname === '/' ? '/index.html' : pathname
  try {
    const content = await readFile(join(folder, path.replaceAll('..', '')))
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
}
