import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { CrueltyName, Cruelty } from './cruelties.js'
import { readHead, readTarget, type Head } from './messages.js'
import { createSession, relay, applyCruelty, type Session } from './session.js'

/** The facts by which a cruelty is chosen for a request. */
export interface ProxiedRequest {
  method: string
  path: string
  /** Its number among the requests below the prefix, from 0. */
  index: number
  /** Whether it is a probe and not an operation. */
  isProbe: boolean
}

export interface CruelProxyOptions {
  /** The server behind the proxy, such as `http://127.0.0.1:4173`; a path in it is ignored. */
  target: string
  /** The path of the operations; only requests below it can be damaged. */
  prefix?: string
  /** The path of the probe. */
  probe?: string
  choose: (request: ProxiedRequest) => Cruelty | undefined
  /** Called after a cruelty was applied, with the body of its request. */
  onApplied?: (cruelty: Cruelty, request: ProxiedRequest, body: string) => void
  /** The delay after each byte, if bytes are sent one by one. */
  dripMs?: number
}

export interface CruelProxy {
  url: string
  /** How often each cruelty was applied. */
  counts: Readonly<Partial<Record<CrueltyName, number>>>
  /** The number of requests below the prefix. */
  readonly requestCount: number
  /** The numbers of those that have not ended yet. */
  readonly inFlight: ReadonlySet<number>
  /** The number of open connections, on both sides. */
  readonly openCount: number
  stop: () => Promise<void>
}

/** Starts a proxy between a till and its service, which damages the chosen requests. */
export async function createCruelProxy(options: CruelProxyOptions): Promise<CruelProxy> {
  const sockets = new Set<Socket>()
  const counts: Partial<Record<CrueltyName, number>> = {}
  const progress = { requestCount: 0, inFlight: new Set<number>() }
  const server = createServer({ noDelay: true })
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  server.on('connection', (client) => {
    keep(client)
    const session = createSession({ client, target: options.target, keep, dripMs: options.dripMs ?? 0 })
    serve(session, options, progress, (cruelty, request, body) => {
      counts[cruelty.name] = (counts[cruelty.name] ?? 0) + 1
      options.onApplied?.(cruelty, request, body)
    }).catch(() => {
      client.destroy()
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    get requestCount() {
      return progress.requestCount
    },
    inFlight: progress.inFlight,
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
  progress: { requestCount: number; inFlight: Set<number> },
  onApplied: NonNullable<CruelProxyOptions['onApplied']>,
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
    const request = { ...target, index: progress.requestCount }
    progress.requestCount += 1
    progress.inFlight.add(request.index)
    try {
      return await pass(head, request)
    } finally {
      progress.inFlight.delete(request.index)
    }
  }

  function pass(head: Head, request: ProxiedRequest): Promise<'on' | 'over'> {
    const cruelty = session.doom ?? choose(request)
    if (!cruelty) return relay(session, head)
    return applyCruelty(session, head, cruelty, (body) => {
      onApplied(cruelty, request, body)
    })
  }
}

function aim(head: Head, prefix: string, probe: string): Omit<ProxiedRequest, 'index'> | undefined {
  const { method, path } = readTarget(head)
  const isProbe = path === probe && (method === 'GET' || method === 'HEAD')
  const isBelow = path === prefix || path.startsWith(`${prefix}/`)
  return isProbe || isBelow ? { method, path, isProbe } : undefined
}
