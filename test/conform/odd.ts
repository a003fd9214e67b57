import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import type { AddressInfo } from 'node:net'
import { send, type Exchange, type Sending } from '../../src/conform/wire.js'
import { readText } from './shop.js'

/** What an odd service makes of a request, with the sound one behind it at hand. */
export type Oddity = (sending: Sending, pass: (sending?: Sending) => Promise<Exchange>) => Promise<Exchange>

/** Starts a service that is odd in one way and otherwise the one behind it. */
export async function startOdd(behind: string, oddity: Oddity): Promise<string> {
  const server = createServer((request, response) => {
    const serve = async () => {
      const { method = '', url = '', headers } = request
      const { connection: _, ...kept } = headers
      const body = await readText(request)
      const sending = { method, url: behind + url, headers: kept as Record<string, string>, body }
      const pass = (other: Sending = sending) => send(other, 10_000)
      const isAside = url.startsWith('/admin/') || url.startsWith('/_sandbox/')
      const { status, headers: given, text } = isAside ? await pass() : await oddity(sending, pass)
      if (status === 0) {
        response.destroy()
        return
      }
      response.sendDate = false
      const { 'content-length': __, 'transfer-encoding': ___, connection: ____, ...told } = given
      response.writeHead(status, told).end(text)
    }
    // The check cuts connections, and then there is nobody to answer.
    serve().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const isOperation = ({ url }: Sending) => url.includes('/v1.0/')

/** Alters what an operation is answered. */
export function altered(alter: (reply: Exchange, sending: Sending) => Partial<Exchange>): Oddity {
  return async (sending, pass) => {
    const reply = await pass()
    return isOperation(sending) ? { ...reply, ...alter(reply, sending) } : reply
  }
}

/** Leaves headers out of what an operation is answered. */
export function without(...names: string[]): Oddity {
  return altered(({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name))),
  }))
}
