import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { toNodeListener } from '../../src/service/node.js'
import type { CardService } from '../../src/service/service.js'

/** A request that reached the service, after it was answered. */
export interface Arrival {
  key: string | undefined
  status: number
  isStored: boolean
}

/** A service on loopback, and what arrived at it. */
export interface Served {
  url: string
  arrivals: Arrival[]
  /** Loses the reply to the next operation: the line is cut once it was done. */
  loseReply: () => void
}

/** Serves a card service until the test ends. */
export async function serve({ fetch }: Pick<CardService, 'fetch'>): Promise<Served> {
  const arrivals: Arrival[] = []
  let isLosing = false
  const take = async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    const { headers } = request
    if (request.method !== 'HEAD' && request.method !== 'GET') {
      arrivals.push({
        key: headers.get('idempotency-key') ?? undefined,
        status: response.status,
        isStored: response.headers.get('idempotent-replayed') === 'true',
      })
    }
    return response
  }
  const listener = toNodeListener({ fetch: take })
  const losing = toNodeListener({
    fetch: async (request) => {
      await take(request)
      throw new Error('the line is cut')
    },
  })
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isLost = isLosing && incoming.method !== 'HEAD'
    if (isLost) isLosing = false
    ;(isLost ? losing : listener)(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    loseReply: () => {
      isLosing = true
    },
  }
}
