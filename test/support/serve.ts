import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from './vite.js'

/** A server of this machine alone, at a free port unless one is named. */
export async function serveHere(listener: RequestListener, port = 0): Promise<Server> {
  const server = createServer(listener)
  // A browser's idle connections outlive the pauses of a test.
  server.keepAliveTimeout = 600_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
