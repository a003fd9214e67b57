import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from '../../simulation/random.js'
import { sendingHeader } from './door.js'

/** The way from the tills to a proxy. Like a browser it sends a request again by itself, and it breaks. */
export interface Street {
  url: string
  /** How many requests with an operation have left it. */
  sent: number
  cutsBefore: number
  cutsAfter: number
  close: () => Promise<void>
}

interface StreetTerms {
  proxy: number
  random: Random
  /** The share of connections that are cut. */
  cutShare: number
  /** How many requests may be made of one. */
  copiesMax: number
}

interface Parcel {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

interface Reply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Starts the tills' side of the line. */
export async function openStreet({ proxy, random, cutShare, copiesMax }: StreetTerms): Promise<Street> {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  const post = (parcel: Parcel) => send(proxy, agent, parcel)
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => {
      outgoing.destroy()
    })
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parcel = await pack(incoming)
    if (parcel.body.length === 0) {
      answer(outgoing, await post(parcel))
      return
    }
    if (random.isLikely(cutShare / 2)) {
      street.cutsBefore += 1
      outgoing.destroy()
      return
    }
    const isReplyDropped = random.isLikely(cutShare / 2)
    const reply = await postCopies(parcel)
    if (isReplyDropped) {
      street.cutsAfter += 1
      outgoing.destroy()
      return
    }
    answer(outgoing, reply)
  }

  /** The till gets the answer to the first; the others go beside it, or after it. */
  async function postCopies(parcel: Parcel): Promise<Reply> {
    const copies = random.below(copiesMax)
    const early = random.below(copies + 1)
    const first = post(number(parcel))
    for (let copy = 0; copy < early; copy += 1) postAlone(number(parcel))
    const reply = await first
    for (let copy = early; copy < copies; copy += 1) postAlone(number(parcel))
    return reply
  }

  const underWay = new Set<Promise<unknown>>()
  function postAlone(parcel: Parcel): void {
    // A copy that fails is one arrival less: the till's own is told to the till.
    const sending: Promise<unknown> = post(parcel)
      .catch(() => undefined)
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }

  function number(parcel: Parcel): Parcel {
    street.sent += 1
    return { ...parcel, headers: { ...parcel.headers, [sendingHeader]: String(street.sent) } }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const street: Street = {
    url: `http://127.0.0.1:${port}`,
    sent: 0,
    cutsBefore: 0,
    cutsAfter: 0,
    async close() {
      await Promise.all(underWay)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
  return street
}

async function pack(incoming: IncomingMessage): Promise<Parcel> {
  const { method = 'GET', url: path = '/' } = incoming
  const { connection: _, 'transfer-encoding': __, host: ___, ...headers } = incoming.headers
  const body = Buffer.concat((await incoming.toArray()) as Buffer[])
  if (body.length > 0) headers['content-length'] = String(body.length)
  return { method, path, headers, body }
}

function send(port: number, agent: Agent, { method, path, headers, body }: Parcel): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method, path, headers, agent }, (incoming) => {
      incoming.toArray().then((parts) => {
        const { statusCode: status = 0, headers } = incoming
        resolve({ status, headers, body: Buffer.concat(parts as Buffer[]) })
      }, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function answer(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...rest } = headers
  outgoing.writeHead(status, rest)
  outgoing.end(body)
}
