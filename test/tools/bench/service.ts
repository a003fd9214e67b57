import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { AddressInfo } from 'node:net'

/** What the script that leads the bench tells the service. */
export interface ServiceTerms {
  isDown: boolean
  latencyMs: number
  /** Answers each operation that it is wrong. */
  isRefusing?: boolean
}

/** What the service tells in turn: its port when it listens, and how many operations it has answered when asked. */
export interface ServiceNews {
  port?: number
  /** Why it does not listen. */
  trouble?: string
  answered?: number
}

/** Always the same, so that a profile that was laid in for one run is of use to the next: a database has an address. */
const port = 47_811

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
}

let terms: ServiceTerms = { isDown: true, latencyMs: 0 }
let answered = 0

const server = createServer((request, response) => {
  if (request.url?.startsWith('/service')) serve(request, response)
  else void serveFile(request.url ?? '/', response)
})
server.keepAliveTimeout = 600_000
server.on('error', ({ message }) => {
  tell({ trouble: message })
})
server.listen(port, '127.0.0.1', () => {
  tell({ port: (server.address() as AddressInfo).port })
})

process.on('message', (news: ServiceTerms | 'count') => {
  if (news === 'count') {
    tell({ answered })
    answered = 0
  } else terms = news
})

process.on('disconnect', () => {
  process.exit()
})

function tell(news: ServiceNews): void {
  process.send?.(news)
}

/** Reads its settings, waits, and answers each operation with a transaction. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  if (terms.isDown) {
    response.destroy()
    return
  }
  request.resume()
  request.on('end', () => {
    if (request.method !== 'PUT') {
      response.writeHead(204).end()
      return
    }
    const answer = () => {
      answered += 1
      const text = JSON.stringify({ TransactionID: answered })
      const status = terms.isRefusing ? 400 : 200
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-length': text.length })
        .end(text)
    }
    if (terms.latencyMs === 0) answer()
    else setTimeout(answer, terms.latencyMs)
  })
}

/** Pages apart from all others, so that their clocks tell microseconds. */
async function serveFile(url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://127.0.0.1')
  const path = pathname === '/' ? '/index.html' : pathname
  const folder = path === '/counterfoil-sw.js' ? 'dist/lib' : 'dist/bench/pages'
  try {
    const content = await readFile(join(folder, path))
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
}
