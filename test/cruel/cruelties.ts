import type { Ending } from './bytes.js'
import { rewriteHead, type Head } from './messages.js'

/** Whether the service may have applied a damaged request. */
export type Reach = 'never' | 'always' | 'perhaps'

/** A reply of the service, whole. */
export interface WholeReply {
  head: Head
  /** As it came on the wire. */
  body: Buffer
  /** What it says, whatever its framing was. */
  content: Buffer
}

/** One request in the proxy's hands, and what can be done to it. */
export interface Exchange {
  head: Buffer
  body: Buffer
  /** Other requests went over this connection before. */
  isReused: boolean
  forward: (bytes: Buffer) => Promise<void>
  forwardByteByByte: (bytes: Buffer) => Promise<void>
  /** The service's whole reply: whatever it meant to do, it has done. */
  awaitReply: () => Promise<WholeReply>
  answer: (bytes: Buffer | string) => Promise<void>
  answerByteByByte: (bytes: Buffer) => Promise<void>
  /** Ends the connection, and the one to the service with it. */
  end: (ending: Ending) => void
  /** The next request on this connection is its death. */
  doom: (ending: Ending) => void
}

interface CrueltyOf<Name extends string> {
  name: Name
  reaches: Reach
  /** What the sender gets of it. */
  leaves: 'the reply' | 'another reply' | 'no reply' | 'silence'
  apply: (exchange: Exchange) => Promise<void>
}

/** One way to damage a request or its reply. */
export type Cruelty = CrueltyOf<CrueltyName>

const endings = ['cut', 'reset'] as const

/** Where a connection can end. */
const places = [
  {
    place: 'before the request',
    reaches: 'never',
    leaves: 'no reply',
    apply: () => Promise.resolve(),
  },
  {
    place: 'in the request',
    reaches: 'never',
    leaves: 'no reply',
    apply: async ({ head, body, forward }) => {
      await forward(body.length > 0 ? Buffer.concat([head, half(body)]) : half(head))
    },
  },
  {
    place: 'after the request',
    reaches: 'always',
    leaves: 'no reply',
    apply: async (exchange) => {
      await deliver(exchange)
    },
  },
  {
    place: 'in the head of the reply',
    reaches: 'always',
    leaves: 'no reply',
    apply: async (exchange) => {
      const { head } = await deliver(exchange)
      await exchange.answer(half(head.bytes))
    },
  },
  {
    place: 'in the body of the reply',
    reaches: 'always',
    leaves: 'no reply',
    apply: async (exchange) => {
      const { head, body } = await deliver(exchange)
      await exchange.answer(Buffer.concat([head.bytes, half(body)]))
    },
  },
  {
    place: 'after the reply',
    reaches: 'always',
    leaves: 'the reply',
    apply: async (exchange) => {
      const { head, body } = await deliver(exchange)
      await exchange.answer(Buffer.concat([head.bytes, body]))
    },
  },
] as const satisfies (Omit<CrueltyOf<string>, 'name'> & { place: string })[]

type Place = (typeof places)[number]['place']

const breaks = endings.flatMap((ending) =>
  places.map(({ place, reaches, leaves, apply }): CrueltyOf<`${Ending} ${Place}`> => ({
    name: `${ending} ${place}`,
    reaches,
    leaves,
    apply: async (exchange) => {
      await apply(exchange)
      exchange.end(ending)
    },
  })),
)

/** The first request on a connection passes, and the next one is damaged. */
const deaths = endings.map((ending): CrueltyOf<`${Ending} while pooled`> => ({
  name: `${ending} while pooled`,
  reaches: 'perhaps',
  leaves: 'no reply',
  async apply(exchange) {
    if (exchange.isReused) {
      exchange.end(ending)
      return
    }
    const { head, body } = await deliver(exchange)
    exchange.doom(ending)
    await exchange.answer(Buffer.concat([head.bytes, body]))
  },
}))

const page =
  '<!doctype html>\n<html lang="en"><head><title>Welcome</title></head><body>Please sign in to go on.</body></html>'
const pageReply = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\n\r\n${page}`

function define<Name extends string>(
  name: Name,
  reaches: Reach,
  leaves: CrueltyOf<string>['leaves'],
  apply: CrueltyOf<string>['apply'],
): CrueltyOf<Name> {
  return { name, reaches, leaves, apply }
}

const silences = [
  define('swallowed request', 'never', 'silence', () => Promise.resolve()),
  define('swallowed reply', 'always', 'silence', async (exchange) => {
    await deliver(exchange)
  }),
  define('stalled reply', 'always', 'silence', async (exchange) => {
    const { head, body } = await deliver(exchange)
    await exchange.answer(Buffer.concat([head.bytes, half(body)]))
  }),
]

const slownesses = [
  define('slow request', 'always', 'the reply', async (exchange) => {
    await exchange.forwardByteByByte(Buffer.concat([exchange.head, exchange.body]))
    const { head, body } = await exchange.awaitReply()
    await exchange.answer(Buffer.concat([head.bytes, body]))
  }),
  define('slow reply', 'always', 'the reply', async (exchange) => {
    const { head, body } = await deliver(exchange)
    await exchange.answerByteByByte(Buffer.concat([head.bytes, body]))
  }),
]

const lies = [
  define('length too long', 'always', 'no reply', async (exchange) => {
    const { head, content } = await deliver(exchange)
    await exchange.answer(
      Buffer.concat([rewriteHead(head, { 'content-length': String(content.length + 9) }), content]),
    )
    exchange.end('cut')
  }),
  define('length too short', 'always', 'another reply', async (exchange) => {
    const { head, content } = await deliver(exchange)
    const length = String(half(content).length)
    await exchange.answer(Buffer.concat([rewriteHead(head, { 'content-length': length }), content]))
  }),
  define('chunks cut', 'always', 'no reply', async (exchange) => {
    const { head, content } = await deliver(exchange)
    const part = half(content)
    const start = rewriteHead(head, { 'transfer-encoding': 'chunked' })
    await exchange.answer(Buffer.concat([start, Buffer.from(`${part.length.toString(16)}\r\n`), part]))
    exchange.end('cut')
  }),
  define('no length and cut', 'always', 'another reply', async (exchange) => {
    const { head, content } = await deliver(exchange)
    await exchange.answer(Buffer.concat([rewriteHead(head, { connection: 'close' }), half(content)]))
    exchange.end('cut')
  }),
  define('page in the reply', 'always', 'another reply', async (exchange) => {
    const { head, content } = await deliver(exchange)
    const part = half(content)
    const mixed = Buffer.concat([part, Buffer.from(page), content.subarray(part.length)])
    await exchange.answer(
      Buffer.concat([rewriteHead(head, { 'content-length': String(mixed.length) }), mixed]),
    )
  }),
  define('page for the request', 'never', 'another reply', ({ answer }) => answer(pageReply)),
  define('page for the reply', 'always', 'another reply', async (exchange) => {
    await deliver(exchange)
    await exchange.answer(pageReply)
  }),
  define('garbage for the status line', 'always', 'no reply', async (exchange) => {
    const { head, body } = await deliver(exchange)
    const rest = head.bytes.subarray(head.firstLine.length)
    await exchange.answer(Buffer.concat([Buffer.from('\x00\x7fHTTQ/9.1 OK 200'), rest, body]))
    exchange.end('cut')
  }),
  define('status line twice', 'always', 'no reply', async (exchange) => {
    const { head, body } = await deliver(exchange)
    await exchange.answer(Buffer.concat([Buffer.from(`${head.firstLine}\r\n`), head.bytes, body]))
    exchange.end('cut')
  }),
]

const early = [
  define('early continue', 'always', 'the reply', async (exchange) => {
    const { head, body } = await deliver(exchange)
    await exchange.answer('HTTP/1.1 100 Continue\r\n\r\n')
    await exchange.answer(Buffer.concat([head.bytes, body]))
  }),
  define('early hints', 'always', 'the reply', async (exchange) => {
    const { head, body } = await deliver(exchange)
    await exchange.answer('HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n')
    await exchange.answer(Buffer.concat([head.bytes, body]))
  }),
]

const all = [...breaks, ...deaths, ...silences, ...slownesses, ...lies, ...early]

export type CrueltyName = (typeof all)[number]['name']

/** All there are, to be drawn from. */
export const cruelties: readonly Cruelty[] = all

export function findCruelty(name: CrueltyName): Cruelty {
  const found = cruelties.find((cruelty) => cruelty.name === name)
  if (!found) throw new Error(`there is no cruelty ${name}`)
  return found
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

async function deliver({ head, body, forward, awaitReply }: Exchange): Promise<WholeReply> {
  await forward(Buffer.concat([head, body]))
  return awaitReply()
}
