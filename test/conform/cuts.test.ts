import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { cuts } from '../../src/conform/checks/cuts.js'
import type { Result } from '../../src/conform/finding.js'
import type { Lab, Operation } from '../../src/conform/lab.js'
import { Books, refuse, routes, type Json, type Reply } from './books.js'
import { readText, send, shopConfig } from './shop.js'
import { tryService } from './support.js'

/** What a service does about a connection that breaks. */
interface Manner {
  /** What was sent over it is not done, if it was not done yet. */
  givesUp?: boolean
  /** The reply goes a while after the effect. */
  isLate?: boolean
  /** The fault: the key is stored only if there is somebody to answer. */
  forgetsKey?: boolean
}

const effectMs = 25
/** A late reply waits so long to be seen, and so long to be cut. */
const unseenMs = 150
const seenMs = 2_000

class Service {
  readonly #books = new Books()
  readonly #keys = new Map<string, Reply>()
  readonly #underWay = new Map<string, Promise<unknown>>()
  readonly #open = new Set<Promise<void>>()
  readonly #manner: Manner
  #listings = 0

  constructor(manner: Manner) {
    this.#manner = manner
  }

  makeCard(card: string): void {
    this.#books.cards.add(card)
  }

  /** Without a late reply no effect is shown until it is answered: no luck can bring a cut in between. */
  async listEffects(): Promise<object[]> {
    if (!this.#manner.isLate) await Promise.all(this.#open)
    this.#listings += 1
    return this.#books.effects
  }

  async answer(
    route: string,
    key: string,
    text: string,
    response: ServerResponse,
  ): Promise<Reply | undefined> {
    while (this.#underWay.has(key)) await this.#underWay.get(key)
    const known = this.#keys.get(key)
    if (known) return known
    const operating = this.#operate(route, key, text, response)
    this.#underWay.set(key, operating)
    const reply = await operating
    this.#underWay.delete(key)
    return reply
  }

  async #operate(
    route: string,
    key: string,
    text: string,
    response: ServerResponse,
  ): Promise<Reply | undefined> {
    const { givesUp, isLate, forgetsKey } = this.#manner
    const kind = routes.get(route)
    const body = parse(text)
    const wrong = kind ? this.#books.findFault(kind, body) : refuse(404, 'There is no such path')
    if (wrong || !kind) return wrong
    await wait(effectMs)
    if (givesUp && response.closed) return undefined
    const reply = this.#books.apply(kind, body as Json)
    this.#watch(response)
    if (!forgetsKey) this.#keys.set(key, reply)
    if (isLate) await this.#dally(response)
    if (!response.closed) this.#keys.set(key, reply)
    return reply
  }

  /** A lab that has seen the effect before the reply cuts the connection: a slow machine takes longer for it. */
  async #dally(response: ServerResponse): Promise<void> {
    const before = this.#listings
    const hasWaited = (ms: number, since: number) => performance.now() - since > ms
    const effectAt = performance.now()
    while (this.#listings === before && !hasWaited(unseenMs, effectAt)) await wait(5)
    const seenAt = performance.now()
    while (this.#listings > before && !response.closed && !hasWaited(seenMs, seenAt)) await wait(5)
  }

  #watch(response: ServerResponse): void {
    const closing = new Promise<void>((resolve) => {
      if (response.closed) resolve()
      else response.once('close', resolve)
    })
    this.#open.add(closing)
    void closing.then(() => this.#open.delete(closing))
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function tryCuts(manner: Manner): Promise<Result[]> {
  const service = new Service(manner)
  const server = createServer((request, response) => {
    const serve = async () => {
      const { method = '', url = '', headers } = request
      const text = await readText(request)
      if (url === shopConfig.readBack.url) {
        send(response, { status: 200, headers: {}, body: { Effects: await service.listEffects() } })
      } else if (url === shopConfig.cards.make.url) {
        service.makeCard((JSON.parse(text) as { card: string }).card)
        send(response, { status: 200, headers: {}, body: {} })
      } else {
        const key = headers['idempotency-key'] ?? crypto.randomUUID()
        const reply = await service.answer(`${method} ${url}`, String(key), text, response)
        if (reply) send(response, reply)
      }
    }
    // A request that was cut half-way cannot be read.
    serve().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { results, broken } = await tryService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    ...shopConfig,
    endpoints: ['refund'],
    conditions: false,
    origin: undefined,
    hooks: {},
  })
  expect(broken).toBeUndefined()
  return results.filter(({ check }) => check.startsWith('cut-'))
}

function find(results: Result[], check: string): Result | undefined {
  return results.find((result) => result.check === check)
}

const soon = 'cut off as soon as it was sent, and sent again once its effect was seen'
const late = 'cut off once its effect was seen and before its reply, then sent again'

it('a service that does what it was sent over a broken connection is cut both before and after its effect', async () => {
  const results = await tryCuts({ isLate: true })
  expect(results.map(({ verdict }) => verdict)).toEqual(results.map(() => 'passed'))
  expect(find(results, 'cut-after')?.by).toBe(`${soon}; ${late}`)
})

it('a service that gives up what it was sent over a broken connection is cut once its effect is seen', async () => {
  const results = await tryCuts({ givesUp: true, isLate: true })
  const after = find(results, 'cut-after')
  expect(after?.verdict).toBe('passed')
  expect(after?.by).toContain(late)
})

it('a service whose reply is as early as its effect is cut before both', async () => {
  const results = await tryCuts({})
  expect(find(results, 'cut-after')).toMatchObject({ verdict: 'passed', by: soon })
})

it('a key that is lost with the connection is found each time', async () => {
  const tries = await Promise.all(
    Array.from({ length: 5 }, () => tryCuts({ givesUp: true, isLate: true, forgetsKey: true })),
  )
  const found = tries.map((results) => find(results, 'cut-after')?.findings.map(({ name }) => name))
  expect(found).toEqual(tries.map(() => ['cut-repeat-run-twice']))
})

it('what cannot be made certain is told as left out', async () => {
  const operation: Operation = { kind: 'refund', text: '', key: '', names: { card: '' }, before: 0 }
  const lab: Pick<Lab, 'make' | 'cut' | 'seeEffect' | 'isGivenUp'> = {
    make: () => Promise.resolve(operation),
    cut: () => Promise.resolve(true),
    seeEffect: (_, isOver) => Promise.resolve(isOver()),
    isGivenUp: () => false,
  }
  const trying = cuts.find(({ name }) => name === 'cut-after')?.run(lab as Lab, 'refund')
  await expect(trying).rejects.toThrow('not certain: the service gives up what it was sent')
})
