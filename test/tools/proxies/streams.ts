import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** One connection that is passed on. */
export interface Passing {
  client: Socket
  server: Socket
  /** Ends both sides at once. */
  cut: () => void
}

/** What happens to the bytes of one connection; a function that returns false keeps them from going on. */
export interface Manner {
  toServer?: (chunk: Buffer, passing: Passing) => boolean
  toClient?: (chunk: Buffer, passing: Passing) => boolean
}

/** Passes connections on to a port, and watches them. */
export interface Relay {
  port: number
  /** Refuses connections and ends those that are open, as a dead process does. */
  close: () => void
  open: () => Promise<void>
}

/** Starts a relay; each connection is treated in a manner of its own. */
export async function startRelay(target: number, createManner: () => Manner): Promise<Relay> {
  const passings = new Set<Passing>()
  let port = 0
  let server: Server | undefined
  const accept = (client: Socket) => {
    pass(client, target, createManner(), passings)
  }
  const relay: Relay = {
    get port() {
      return port
    },
    close() {
      server?.close()
      server = undefined
      for (const { cut } of passings) cut()
    },
    async open() {
      server = createServer({ noDelay: true }, accept).listen(port, '127.0.0.1')
      await once(server, 'listening')
      ;({ port } = server.address() as AddressInfo)
    },
  }
  await relay.open()
  return relay
}

function pass(client: Socket, target: number, manner: Manner, passings: Set<Passing>): void {
  const server = connect({ port: target, host: '127.0.0.1', noDelay: true })
  const cut = () => {
    client.destroy()
    server.destroy()
    passings.delete(passing)
  }
  const passing: Passing = { client, server, cut }
  passings.add(passing)
  for (const side of [client, server]) {
    side.on('error', cut)
    side.on('close', cut)
  }
  client.on('data', (chunk: Buffer) => {
    if (manner.toServer?.(chunk, passing) ?? true) server.write(chunk)
  })
  server.on('data', (chunk: Buffer) => {
    if (manner.toClient?.(chunk, passing) ?? true) client.write(chunk)
  })
}
