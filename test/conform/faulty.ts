import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { OperationKind } from '../../src/domain/models.js'
import { refuse, routes, type Json, type Reply } from './books.js'
import { readText, send, shopConfig, startShop, type Life } from './shop.js'

/** The faults that services have, by the name under which each is found. */
export const plantable = [
  'key-in-memory',
  'key-before-effect',
  'effect-before-key',
  'fingerprint-ignored',
  'error-stored-as-success',
  'lifetime-not-honoured',
  'parallel-repeat-run-twice',
  'etag-not-checked',
] as const
export type Fault = (typeof plantable)[number]

interface Stored {
  digest: string
  at: number
  /** Missing while the first is under way, where the key was stored before. */
  reply?: Reply
}

type Headers = IncomingMessage['headers']

const token = 'Bearer of-the-check'
/** How long the effect of an operation takes: in between, much may happen. */
const effectMs = 25
/** How long a service that runs a repeat twice waits for it once the connection of the first was cut. */
const repeatMs = 1_500

/** A card service that does everything right but for one fault. */
class Service {
  readonly #life: Life
  readonly #fault: Fault | undefined
  readonly #keys: Map<string, Stored>
  readonly #underWay = new Map<string, Promise<unknown>>()
  readonly #arrivals = new Map<string, number>()

  constructor(life: Life, fault: Fault | undefined) {
    this.#life = life
    this.#fault = fault
    this.#keys =
      fault === 'key-in-memory' ? new Map<string, Stored>() : (life.disk.keys as Map<string, Stored>)
  }

  async answer({ method = '', url = '', headers, socket }: IncomingMessage, text: string): Promise<Reply> {
    const { disk } = this.#life
    if (method === 'OPTIONS' || method === 'HEAD') return { status: 204, headers: {}, body: {} }
    const kind = routes.get(`${method} ${url}`)
    if (!kind) return refuse(404, 'There is no such path')
    if (headers.authorization !== token) return refuse(401, 'Sign in')
    if (headers['content-type'] !== 'application/json') return refuse(415, 'Only JSON')
    const body = parse(text)
    if (body === undefined) return refuse(400, 'The body is no JSON')
    if (disk.take('busy')) return refuse(503, 'Come back later', { 'retry-after': '1' })
    const key = readKey(headers['idempotency-key'])
    if (key === null) return refuse(400, 'The key cannot be read')
    return key === undefined
      ? this.#operate(kind, body, headers)
      : this.#operateOnce(kind, body, headers, { key, digest: `${method} ${url} ${text}`, socket })
  }

  async #operateOnce(
    kind: OperationKind,
    body: Json,
    headers: Headers,
    { key, digest, socket }: { key: string; digest: string; socket: Socket },
  ): Promise<Reply> {
    if (this.#fault === 'parallel-repeat-run-twice') await this.#awaitRepeat(key, socket)
    while (this.#fault !== 'parallel-repeat-run-twice' && this.#underWay.has(key))
      await this.#underWay.get(key)
    const known = this.#keys.get(key)
    if (known && this.#isRemembered(known)) return this.#replay(known, digest)
    const operating = this.#operate(kind, body, headers, (reply) => {
      this.#keys.set(key, { digest, at: performance.now(), ...(reply && { reply }) })
    })
    this.#underWay.set(key, operating)
    const reply = await operating
    this.#underWay.delete(key)
    return reply
  }

  /** The repeat after a cut comes while the first is under way, however long a slow machine takes to send it. */
  async #awaitRepeat(key: string, socket: Socket): Promise<void> {
    const arrived = (this.#arrivals.get(key) ?? 0) + 1
    this.#arrivals.set(key, arrived)
    const since = performance.now()
    // Some turns pass before a connection that was cut is seen to be.
    for (let turns = 0; turns < 5 || (socket.destroyed && performance.now() - since < repeatMs); turns += 1) {
      if (this.#arrivals.get(key) !== arrived || arrived > 1) return
      await this.#life.wait(5)
    }
  }

  #isRemembered({ at }: Stored): boolean {
    const part = this.#fault === 'lifetime-not-honoured' ? 0.25 : 1
    return performance.now() - at < this.#life.disk.lifetimeMs * part
  }

  #replay({ digest: first, reply }: Stored, digest: string): Reply {
    if (!reply) return refuse(409, 'A request with this key is under way')
    if (first !== digest && this.#fault !== 'fingerprint-ignored')
      return refuse(422, 'The key was used for another request')
    return { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } }
  }

  async #operate(
    kind: OperationKind,
    body: Json,
    headers: Headers,
    store: (reply?: Reply) => void = () => undefined,
  ): Promise<Reply> {
    const { disk } = this.#life
    const wrong = disk.books.findFault(kind, body) ?? this.#findFailed(kind, body, headers)
    if (wrong) return wrong
    if (this.#fault === 'key-before-effect') store()
    if (disk.take('fail-before')) {
      if (this.#fault === 'error-stored-as-success') store({ status: 200, headers: {}, body: {} })
      return refuse(500, 'It failed')
    }
    if (this.#fault !== 'effect-before-key') await this.#life.wait(effectMs)
    const reply = disk.books.apply(kind, body)
    if (this.#fault === 'effect-before-key') {
      await this.#life.wait(effectMs)
      if (disk.take('fail-after')) return refuse(500, 'It failed')
    }
    store(reply)
    return disk.take('fail-after') ? refuse(500, 'It failed') : reply
  }

  #findFailed(kind: OperationKind, body: Json, headers: Headers): Reply | undefined {
    if (this.#fault === 'etag-not-checked' || kind === 'confirmOrder') return undefined
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-unmodified-since': since } = headers
    const etag = this.#life.disk.books.version(kind, body)
    const isStale =
      (ifMatch !== undefined && ifMatch !== etag) ||
      (ifNoneMatch === '*' && etag !== undefined) ||
      since !== undefined
    return isStale ? refuse(412, 'It has changed', etag === undefined ? {} : { etag }) : undefined
  }
}

const allowed = {
  'access-control-allow-origin': 'https://till.example',
  'access-control-allow-methods': 'PUT, POST',
  'access-control-allow-headers':
    'Content-Type, Authorization, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since',
  'access-control-expose-headers': 'ETag, Last-Modified, Retry-After, Date',
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** A key in quotes; null where it has none. */
function readKey(header: string | string[] | undefined): string | null | undefined {
  return header === undefined ? undefined : (/^"([^"]+)"$/.exec(String(header))?.[1] ?? null)
}

/** Starts a service with one fault, or none. */
export function startFaulty(fault?: Fault): Promise<string> {
  return startShop((life) => {
    const service = new Service(life, fault)
    return async (request, response) => {
      const { status, headers, body } = await service.answer(request, await readText(request))
      send(response, { status, headers: { ...allowed, ...headers }, body })
    }
  })
}

/** What the check is told of it. */
export const faultyConfig = {
  ...shopConfig,
  headers: { Authorization: token },
  keys: {
    lifetimeHours: 24,
    brief: {
      seconds: 2,
      begin: { url: '/admin/lifetime', body: { seconds: '{seconds}' } },
      end: { url: '/admin/lifetime', body: {} },
    },
  },
  conditions: true,
  origin: 'https://till.example',
  hooks: { ...shopConfig.hooks, busy: { url: '/admin/next', body: { next: 'busy' } } },
  patienceSeconds: 1,
}
