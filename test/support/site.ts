import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Server } from './vite.js'

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** A plain server of files under a path, as any host of static pages is: it knows GET and nothing else. */
export async function serveFolder(folder: string, path: string): Promise<Server & { requests: string[] }> {
  const requests: string[] = []
  const server = createServer(({ method = '', url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    requests.push(`${method} ${pathname}`)
    const file = findFile(folder, path, pathname)
    if (method !== 'GET' || file === undefined) {
      response.writeHead(method === 'GET' ? 404 : 405).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

function findFile(folder: string, path: string, pathname: string): string | undefined {
  if (!pathname.startsWith(path)) return undefined
  const file = join(folder, decodeURIComponent(pathname.slice(path.length)) || 'index.html')
  const whole = file.endsWith('/') ? join(file, 'index.html') : file
  return statSync(whole, { throwIfNoEntry: false })?.isFile() ? whole : undefined
}
