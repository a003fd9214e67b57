import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { CrueltyName, Cruelty } from './cruelties.js'
import { readHead, readTarget, type Head } from './messages.js'
import { createSession, relay, strike, type Session } from './session.js'

/** What a request is told apart by. */
export interface ProxiedRequest {
  method: string
  path: string
  /** The how manieth it is of those that can be struck, from 0. */
  index: number
  /** It asks after the service and carries no operation. */
  isProbe: boolean
}

export interface CruelProxyOptions {
  /** The server behind, `http://127.0.0.1:4173` say; a path in it is left out. */
  target: string
  /** Where the operations are; below it anything can be struck. */
  prefix?: string
  /** The path that is asked whether the service is there. */
  probe?: string
  choose: (request: ProxiedRequest) => Cruelty | undefined
  /** Told once a cruelty has done its work, with the body of the request it befell. */
  onStruck?: (cruelty: Cruelty, request: ProxiedRequest, body: string) => void
  /** Between one byte and the next, where bytes come one by one. */
  dripMs?: number
}

export interface CruelProxy {
  url: string
  /** How often each cruelty has struck. */
  counts: Readonly<Partial<Record<CrueltyName, number>>>
  /** How many requests could have been struck. */
  readonly requestCount: number
  /** Which of those, by index, have not ended yet. */
  readonly inFlight: ReadonlySet<number>
  /** How many connections are open, to either side. */
  readonly openCount: number
  stop: () => Promise<void>
}

/** Stands between a till and its service, and is cruel to the requests that are chosen. */
export async function createCruelProxy(options: CruelProxyOptions): Promise<CruelProxy> {
  const sockets = new Set<Socket>()
  const counts: Partial<Record<CrueltyName, number>> = {}
  const told = { requestCount: 0, inFlight: new Set<number>() }
  const server = createServer({ noDelay: true })
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', (client) => {
    keep(client)
    const session = createSession({ client, target: options.target, keep, dripMs: options.dripMs ?? 0 })
    serve(session, options, told, (cruelty, request, body) => {
      counts[cruelty.name] = (counts[cruelty.name] ?? 0) + 1
      options.onStruck?.(cruelty, request, body)
    }).catch(() => {
      client.destroy()
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    get requestCount() {
      return told.requestCount
    },
    inFlight: told.inFlight,
    get openCount() {
      return sockets.size
    },
    async stop() {
      const ended = [...sockets].map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      server.close()
      await Promise.all([...ended, once(server, 'close')])
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** One request after the other, for as long as the connection lasts. */
async function serve(
  session: Session,
  { prefix = '/api/v1.0', probe = '/api', choose }: CruelProxyOptions,
  told: { requestCount: number; inFlight: Set<number> },
  onStruck: NonNullable<CruelProxyOptions['onStruck']>,
): Promise<void> {
  const { client, fromClient } = session
  for (;;) {
    session.isBusy = false
    const head = await readHead(fromClient)
    if (!head || client.destroyed) break
    session.isBusy = true
    const way = await handle(head)
    session.served += 1
    if (way === 'over') break
  }
  client.destroySoon()

  async function handle(head: Head): Promise<'on' | 'over'> {
    const target = aim(head, prefix, probe)
    if (!target) return relay(session, head)
    const request = { ...target, index: told.requestCount }
    told.requestCount += 1
    told.inFlight.add(request.index)
    try {
      return await pass(head, request)
    } finally {
      told.inFlight.delete(request.index)
    }
  }

  function pass(head: Head, request: ProxiedRequest): Promise<'on' | 'over'> {
    const cruelty = session.doom ?? choose(request)
    if (!cruelty) return relay(session, head)
    return strike(session, head, cruelty, (body) => {
      onStruck(cruelty, request, body)
    })
  }
}

function aim(head: Head, prefix: string, probe: string): Omit<ProxiedRequest, 'index'> | undefined {
  const { method, path } = readTarget(head)
  const isProbe = path === probe && (method === 'GET' || method === 'HEAD')
  const isBelow = path === prefix || path.startsWith(`${prefix}/`)
  return isProbe || isBelow ? { method, path, isProbe } : undefined
}
