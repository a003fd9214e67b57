import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createTransport } from '../../src/transport/transport.js'
import { freshClaim } from '../support/claim.js'

/** Sends everything on to a page that answers as the service would. */
async function startPortal(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === '/login') response.setHeader('content-type', 'application/json').end('{"TransactionID":1}')
    else response.writeHead(307, { location: '/login' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

it('follows no redirect, even to an answer that would acknowledge', async () => {
  const { url, asked } = await startPortal()
  const access = {
    baseUrl: url,
    headers: {},
    headersAt: 0,
    credentials: 'omit' as const,
    timeoutMs: 30_000,
    probe: false as const,
  }
  const answer = await createTransport(access).send(freshClaim, () => Promise.resolve(true))
  expect(answer.tag).toBe('redirect')
  expect(asked).toEqual(['/v1.0/svc/refund'])
})
