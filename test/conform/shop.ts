import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { Books, type Reply } from './books.js'

/** What outlives the process of a service. */
export class Disk {
  readonly books = new Books()
  readonly keys = new Map<string, unknown>()
  /** What the check wants to happen to the next operation. */
  next: string | undefined
  lifetimeMs = Infinity

  take(what: string): boolean {
    if (this.next !== what) return false
    this.next = undefined
    return true
  }
}

/** One life of a process: what it waits for never comes once it was killed. */
export class Life {
  isOver = false
  readonly disk: Disk

  constructor(disk: Disk) {
    this.disk = disk
  }

  async wait(ms: number): Promise<void> {
    await wait(ms)
    if (this.isOver) await new Promise(() => undefined)
  }
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** A small card service whose process can be killed, and which makes cards on demand. */
class Shop {
  readonly #disk = new Disk()
  readonly #sockets = new Set<Socket>()
  readonly #createApp: (life: Life) => Handler
  #life = new Life(this.#disk)
  #handle: Handler

  constructor(createApp: (life: Life) => Handler) {
    this.#createApp = createApp
    this.#handle = createApp(this.#life)
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', socket } = request
    if (url.startsWith('/admin/')) {
      send(response, this.#administer(url, await readText(request)))
      return
    }
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    await this.#handle(request, response)
  }

  #administer(url: string, text: string): Reply {
    const given = text === '' ? {} : (JSON.parse(text) as { card?: string; next?: string; seconds?: number })
    switch (url) {
      case '/admin/cards':
        this.#disk.books.cards.add(given.card ?? '')
        break
      case '/admin/next':
        this.#disk.next = given.next
        break
      case '/admin/lifetime':
        this.#disk.lifetimeMs = (given.seconds ?? Infinity) * 1000
        break
      case '/admin/restart':
        this.#restart()
        break
    }
    return { status: 200, headers: {}, body: { Effects: this.#disk.books.effects } }
  }

  #restart(): void {
    this.#life.isOver = true
    for (const socket of this.#sockets) socket.destroy()
    this.#life = new Life(this.#disk)
    this.#handle = this.#createApp(this.#life)
  }
}

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers)
  response.end(status === 204 ? undefined : JSON.stringify(body))
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Starts a service, and returns its address. */
export async function startShop(createApp: (life: Life) => Handler): Promise<string> {
  const shop = new Shop(createApp)
  const server = createServer((request, response) => {
    // A killed process answers nothing.
    shop.receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    close(server)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function close(server: Server): void {
  server.close()
  server.closeAllConnections()
}

/** What the check is told of every such service. */
export const shopConfig = {
  cards: { pattern: '7700{number}', make: { url: '/admin/cards', body: { card: '{card}' } }, unknown: '1' },
  readBack: { url: '/admin/effects', gives: 'ledger', at: 'Effects' },
  hooks: {
    restart: { url: '/admin/restart', body: {} },
    failBefore: { url: '/admin/next', body: { next: 'fail-before' } },
    failAfter: { url: '/admin/next', body: { next: 'fail-after' } },
  },
}
