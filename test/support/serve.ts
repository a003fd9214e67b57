import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from './vite.js'

/** The ports that the system has chosen: it may choose one again, whose origin a browser has data and a worker of. */
const chosen = new Set<number>()

/** A server of this machine alone, at a port that no test of this process had before, unless one is named. */
export async function serveHere(listener: RequestListener, named?: number): Promise<Server> {
  const server = createServer(listener)
  // A browser's idle connections outlive the pauses of a test.
  server.keepAliveTimeout = 600_000
  server.listen(named ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  if (named === undefined && chosen.has(port)) {
    server.close()
    return serveHere(listener)
  }
  chosen.add(port)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
