import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { toNodeListener } from '../../src/service/node.js'
import type { CardService } from '../../src/service/service.js'

/** A request as it reached the service, and how that answered. */
export interface Arrival {
  status: number
  isStored: boolean
}

/** What the line does to one request. */
export interface Fate {
  /** How often it arrives, all at once. */
  times: number
  /** The line is cut once it was answered. */
  isLost: boolean
}

/** A service on loopback, until the test ends; the fate of each operation is asked for as it comes. */
export async function serve(
  service: Pick<CardService, 'fetch'>,
  nextFate: () => Fate = () => ({ times: 1, isLost: false }),
): Promise<{ url: string; arrivals: Arrival[] }> {
  const arrivals: Arrival[] = []

  async function arrive(request: Request): Promise<Response> {
    const response = await service.fetch(request)
    const isStored = response.headers.get('idempotent-replayed') === 'true'
    arrivals.push({ status: response.status, isStored })
    return response
  }

  async function pass(request: Request): Promise<Response> {
    if (request.method === 'HEAD') return service.fetch(request)
    const { times, isLost } = nextFate()
    const { url, method, headers } = request
    const body = await request.text()
    const copies = Array.from({ length: times }, () => new Request(url, { method, headers, body }))
    const [answer, ...others] = await Promise.all(copies.map(arrive))
    if (isLost || !answer) throw new Error('the line is cut')
    return others.at(-1) ?? answer
  }

  const server = createServer(toNodeListener({ fetch: pass }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals }
}
