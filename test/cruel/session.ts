import { connect, type Socket } from 'node:net'
import { createBytes, endSocket, write, type Bytes, type Ending } from './bytes.js'
import { findCruelty, type Cruelty, type Exchange, type WholeReply } from './cruelties.js'
import {
  isKeptAlive,
  readAll,
  readBody,
  readHead,
  readTarget,
  replyFraming,
  requestFraming,
  statusOf,
  unframe,
  type Head,
} from './messages.js'

interface Upstream {
  socket: Socket
  bytes: Bytes
}

/** One connection of the till's, and the one to the service that goes with it. */
export interface Session {
  client: Socket
  fromClient: Bytes
  open: () => Promise<Upstream>
  /** Ends both sides. */
  end: (ending: Ending) => void
  /** A request is under way on it. */
  isBusy: boolean
  /** How many requests were served on it. */
  served: number
  /** The cruelty for the next request on this connection. */
  doom?: Cruelty
  dripMs: number
}

interface SessionParts {
  client: Socket
  target: string
  keep: (socket: Socket) => void
  dripMs: number
}

export function createSession({ client, target, keep, dripMs }: SessionParts): Session {
  const { hostname, port } = new URL(target)
  let upstream: Upstream | undefined

  async function open(): Promise<Upstream> {
    if (upstream) return upstream
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    keep(socket)
    upstream = { socket, bytes: createBytes(socket) }
    client.once('close', () => socket.destroy())
    // What the service ends between two requests has ended for the till; in one, what has come goes on first.
    for (const event of ['end', 'close']) {
      socket.once(event, () => {
        if (!session.isBusy) client.destroySoon()
      })
    }
    if (client.destroyed) socket.destroy()
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve)
      socket.once('close', () => {
        resolve()
      })
    })
    return upstream
  }

  function end(ending: Ending): void {
    if (upstream) endSocket(upstream.socket, ending)
    endSocket(client, ending)
  }

  const fromClient = createBytes(client)
  const session: Session = { client, fromClient, open, end, isBusy: false, served: 0, dripMs }
  return session
}

/** Whether the connection goes on after a request. */
type Way = 'on' | 'over'

/** Passes one request and its reply through, byte for byte and as they come. */
export async function relay({ client, fromClient, open }: Session, head: Head): Promise<Way> {
  const { socket, bytes } = await open()
  await write(socket, head.bytes)
  const sending = pump(readBody(fromClient, requestFraming(head)), socket)
  for (;;) {
    const reply = await readHead(bytes)
    if (!reply) return 'over'
    await write(client, reply.bytes)
    if (statusOf(reply) === 101) return relayAll(fromClient, bytes, client, socket)
    if (statusOf(reply) < 200) continue
    const framing = replyFraming(reply, readTarget(head).method)
    await pump(readBody(bytes, framing), client)
    if (!isKeptAlive(reply, framing) || socket.destroyed || socket.readableEnded) return 'over'
    await sending
    return 'on'
  }
}

async function relayAll(fromClient: Bytes, bytes: Bytes, client: Socket, socket: Socket): Promise<Way> {
  const whole = { kind: 'close' } as const
  await Promise.race([pump(readBody(fromClient, whole), socket), pump(readBody(bytes, whole), client)])
  return 'over'
}

async function pump(pieces: AsyncIterable<Buffer>, to: Socket): Promise<void> {
  for await (const piece of pieces) await write(to, piece)
}

/** Applies a cruelty to one request and calls `onApplied`, unless the connection was lost before. */
export async function applyCruelty(
  session: Session,
  head: Head,
  cruelty: Cruelty,
  onApplied: (body: string) => void,
): Promise<Way> {
  const body = await readAll(readBody(session.fromClient, requestFraming(head)))
  if (session.doom) {
    session.end(session.doom.name === 'cut while pooled' ? 'cut' : 'reset')
    onApplied(body.toString())
    return 'over'
  }
  const exchange = createExchange(session, head, body)
  try {
    await cruelty.apply(exchange)
  } catch (error) {
    if (error instanceof LineLost) return 'over'
    throw error
  }
  if (!isDoomed(session)) onApplied(body.toString())
  if (cruelty.leaves === 'silence') await readAll(readBody(session.fromClient, { kind: 'close' }))
  return exchange.isOver() ? 'over' : 'on'
}

function isDoomed({ doom }: Session): boolean {
  return doom !== undefined
}

/** The service, or the till, has gone before the cruelty had its turn. */
class LineLost extends Error {}

function createExchange(session: Session, head: Head, body: Buffer): Exchange & { isOver: () => boolean } {
  const { client, open, dripMs } = session
  let isOver = false
  return {
    head: head.bytes,
    body,
    isReused: session.served > 0,
    isOver: () => isOver || client.destroyed,
    async forward(bytes) {
      await write((await open()).socket, bytes)
    },
    async forwardByteByByte(bytes) {
      await drip((await open()).socket, bytes, dripMs)
    },
    async awaitReply() {
      const { reply, isKept } = await readReply((await open()).bytes, readTarget(head).method)
      isOver ||= !isKept
      return reply
    },
    answer: (bytes) => write(client, bytes),
    answerByteByByte: (bytes) => drip(client, bytes, dripMs),
    end(ending) {
      isOver = true
      session.end(ending)
    },
    doom(ending) {
      session.doom = findCruelty(`${ending} while pooled`)
    },
  }
}

async function readReply(bytes: Bytes, method: string): Promise<{ reply: WholeReply; isKept: boolean }> {
  for (;;) {
    const head = await readHead(bytes)
    if (!head) throw new LineLost('no reply')
    if (statusOf(head) < 200) continue
    const framing = replyFraming(head, method)
    const body = await readAll(readBody(bytes, framing))
    return { reply: { head, body, content: unframe(body, framing) }, isKept: isKeptAlive(head, framing) }
  }
}

async function drip(socket: Socket, bytes: Buffer, dripMs: number): Promise<void> {
  for (let at = 0; at < bytes.length && !socket.destroyed; at += 1) {
    await write(socket, bytes.subarray(at, at + 1))
    await new Promise((resolve) => (dripMs > 0 ? setTimeout(resolve, dripMs) : setImmediate(resolve)))
  }
}
