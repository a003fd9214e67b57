import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A fixed address for a service that is replaced, and at times not there. */
export interface Door {
  url: string
  shut: () => Promise<void>
  open: () => Promise<void>
}

/** A door in front of another address; a connection that is reset behind it is reset before it. */
export async function createDoor(target: string): Promise<Door> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const behind = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
    join(client, behind)
    join(behind, client)
    for (const socket of [client, behind]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  })
  const open = async (at = 0) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await open()
  const own = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${own}`,
    async shut() {
      if (!server.listening) return
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    async open() {
      if (!server.listening) await open(own)
    },
  }
}

function join(from: Socket, to: Socket): void {
  from.pipe(to)
  from.on('error', () => {
    to.resetAndDestroy()
  })
  from.once('close', () => {
    to.destroySoon()
  })
}
