import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { endpointOf, transactionField } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import { fullBodies, lay, minimalBodies, type Parts } from './bodies.js'
import { call, dig, type Names } from './calls.js'
import type { Call, Config } from './config.js'
import { Undecided } from './finding.js'
import { readEffects } from './read-back.js'
import { describe, isReached, judge } from './till.js'
import { send, sendAndCut, type Cut, type Exchange, type Sending } from './wire.js'

/** An operation with the bytes and the key that each of its sendings has. */
export interface Operation {
  kind: OperationKind
  text: string
  key: string
  names: Names & { card: string }
  /** What the read-back showed before it was sent. */
  before: number
}

export interface MakeOptions {
  isFull?: boolean
  /** The card, where it must be a certain one. */
  card?: string
  /** Fields to lay over the body. */
  over?: Record<string, unknown>
}

export interface SendOptions {
  headers?: Record<string, string>
  /** The header's value where it is not the operation's own key in quotes; `false` sends none. */
  key?: string | false
  text?: string
  method?: string
  path?: string
  /** Leaves out the headers of the configuration. */
  isAnonymous?: boolean
}

const firstWaitMs = 40
const lookEveryMs = 2
/** Is waited for only where a service gives up what it was sent when the connection breaks. */
const givenUpMs = 2000

/** Makes operations, sends them and counts their effects. */
export class Lab {
  readonly config: Config
  /** The operation for checks that need only one. */
  main: OperationKind
  /** The endpoints that take operations. */
  working: readonly OperationKind[] = []
  /** A restart has made the service forget its keys. */
  isForgetful = false
  #count = 0
  /** Counted apart: of a list of two cards every operation would take the same one. */
  #cards = 0
  #slowestMs = 0
  readonly #start = Date.now()
  readonly #orderStart = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000)

  constructor(config: Config) {
    this.config = config
    this.main = config.endpoints.find((kind) => kind === 'refund') ?? config.endpoints[0] ?? 'refund'
  }

  /** Whether operations can be made on as many cards as one likes. */
  get hasNewCards(): boolean {
    return this.config.cards.pattern !== undefined
  }

  /** A card that `cards.make` made is associated then, and a service may refuse to associate it again. */
  get makesByAssociating(): boolean {
    const { make } = this.config.cards
    return make !== undefined && 'url' in make && make.url.endsWith(endpointOf('associate').path)
  }

  /** A card that no earlier operation has touched, where the configuration has a pattern; else the next of its list. */
  async takeCard({ isMade = true }: { isMade?: boolean } = {}): Promise<string> {
    const { codes = [], pattern, make } = this.config.cards
    this.#cards += 1
    if (pattern === undefined) return codes[this.#cards % codes.length] ?? ''
    const card = pattern.replace('{number}', String(this.#start * 1000 + this.#cards).slice(-12))
    if (isMade && make) await call(this.config, make, { card })
    return card
  }

  async make(kind: OperationKind, options: MakeOptions = {}): Promise<Operation> {
    if (kind === 'migrate' && !this.hasNewCards)
      throw new Undecided('a migration uses up two cards: give a pattern for new ones in `cards.pattern`')
    const parts = await this.#takeParts(kind, options)
    const { shop, terminal, amount, marker } = parts
    const bodies = options.isFull ? fullBodies : minimalBodies
    const body = [this.config.bodies?.[kind] ?? {}, options.over ?? {}].reduce<unknown>(
      lay,
      bodies[kind](parts),
    )
    const card = kind === 'migrate' ? parts.oldCard : parts.card
    const key = randomUUID()
    const { order, transaction } = parts
    const names = { shop, terminal, amount, marker, card, newCard: parts.card, order, transaction, key }
    return { kind, text: JSON.stringify(body), key, names, before: await this.#readBefore(kind, names) }
  }

  /** An operation as it is under the key of another one: what is seen under that key was there before. */
  async underKeyOf({ key }: Operation, operation: Operation): Promise<Operation> {
    const names = { ...operation.names, key }
    return { ...operation, key, names, before: await this.#readShown(operation.kind, names) }
  }

  async #takeParts(kind: OperationKind, { card }: MakeOptions): Promise<Parts> {
    const { shop, terminal, amount } = this.config
    const isMigration = kind === 'migrate'
    const own = isMigration ? undefined : card
    const isMade = !isMigration && !(kind === 'associate' && this.makesByAssociating)
    const newCard = kind === 'confirmOrder' ? '' : (own ?? (await this.takeCard({ isMade })))
    const transaction = kind === 'updateReceipt' ? await this.#takeTransaction(newCard) : 0
    this.#count += 1
    return {
      shop,
      terminal,
      amount,
      card: newCard,
      oldCard: isMigration ? (card ?? (await this.takeCard())) : '',
      order: kind === 'confirmOrder' ? await this.#takeOrder() : 0,
      transaction,
      marker: `conform-${randomUUID().slice(0, 18)}`,
      number: this.#count,
    }
  }

  async #takeOrder(): Promise<number> {
    const { from = this.#orderStart, make } = this.config.orders ?? {}
    const order = from + this.#count
    if (make) await call(this.config, make, { order })
    return order
  }

  async #takeTransaction(card: string): Promise<number> {
    const reply = await this.send(await this.make('refund', { card }))
    const id = this.readTransaction(reply)
    if (id === undefined)
      throw new Undecided('no refund tells its transaction: say where in `transactionIdAt`, "Result.Id" say')
    return id
  }

  /** The transaction in a reply, where the configuration or the till's own habit looks for it. */
  readTransaction(reply: Exchange): number | undefined {
    const outcome = judge(reply, 'refund')
    if (outcome.tag !== 'acknowledged') return undefined
    const id = dig(outcome.reply.body, this.config.transactionIdAt ?? transactionField)
    return Number.isSafeInteger(id) ? (id as number) : undefined
  }

  /** Sends an operation once. */
  async send(operation: Operation, options: SendOptions = {}): Promise<Exchange> {
    const exchange = await send(this.#toSending(operation, options), this.config.timeoutMs)
    this.#slowestMs = Math.max(this.#slowestMs, exchange.endedAt - exchange.startedAt)
    return exchange
  }

  /** Sends an operation and cuts the connection; true if a reply had begun by then. */
  cut(operation: Operation, cut: Cut): Promise<boolean> {
    return sendAndCut(this.#toSending(operation, {}), cut, this.config.timeoutMs)
  }

  #toSending({ kind, text, key }: Operation, options: SendOptions): Sending {
    const { keys, headers, baseUrl } = this.config
    const given = options.key ?? `"${key}"`
    const endpoint = endpointOf(kind)
    return {
      method: options.method ?? endpoint.method,
      url: baseUrl + (options.path ?? endpoint.path),
      headers: {
        'content-type': 'application/json',
        ...(options.isAnonymous ? {} : headers),
        ...(keys && given !== false && { [keys.header]: given }),
        ...options.headers,
      },
      body: options.text ?? text,
    }
  }

  /** Sends an operation as a till with keys does: again, while the answer leaves its outcome open. */
  async insist(operation: Operation, options: SendOptions = {}): Promise<Exchange[]> {
    const until = performance.now() + this.config.patienceMs
    const replies: Exchange[] = []
    for (let waitMs = firstWaitMs; ; waitMs *= 2) {
      const reply = await this.send(operation, options)
      replies.push(reply)
      const isOpen = [0, 408, 409, 425, 429].includes(reply.status) || reply.status >= 500
      if (!isOpen || performance.now() + waitMs > until) return replies
      await wait(waitMs)
    }
  }

  /** How many effects the operation has had. */
  async effects({ kind, names, before }: Operation): Promise<number> {
    const { readBack, amount } = this.config
    if (!readBack) throw new Undecided('nothing shows effects: give a `readBack`')
    if (readBack.gives === 'balance' && kind !== 'refund')
      throw new Undecided('the read-back gives balances, and only a refund is seen by them')
    const change = (await readEffects(this.config, readBack, names)) - before
    if (readBack.gives !== 'balance') return change
    const times = Math.abs(change) / amount
    if (Math.abs(times - Math.round(times)) > 1e-6)
      throw new Undecided(`the balance changed by ${change}, which is no multiple of ${amount}`)
    return Math.round(times)
  }

  /** The same, or nothing where no read-back shows them. */
  async effectsIfSeen(operation: Operation): Promise<number | undefined> {
    try {
      return await this.effects(operation)
    } catch (error) {
      if (error instanceof Undecided) return undefined
      throw error
    }
  }

  /** Waits until the read-back shows an effect, or `isOver`; whether it does. */
  async seeEffect(operation: Operation, isOver: () => boolean): Promise<boolean> {
    while ((await this.effects(operation)) === 0) {
      if (isOver()) return false
      await wait(lookEveryMs)
    }
    return true
  }

  /** Whether an operation that was sent at that time, and has had no effect, must have been given up. */
  isGivenUp(sentAt: number): boolean {
    return performance.now() - sentAt > Math.max(givenUpMs, 3 * this.#slowestMs)
  }

  #readBefore(kind: OperationKind, names: Names): Promise<number> {
    const { readBack } = this.config
    const isOwn = readBack?.gives === 'ledger' && /\{(marker|key)\}/.test(readBack.match ?? '{marker}')
    return isOwn ? Promise.resolve(0) : this.#readShown(kind, names)
  }

  async #readShown(kind: OperationKind, names: Names): Promise<number> {
    const { readBack } = this.config
    if (!readBack || (readBack.gives === 'balance' && kind !== 'refund')) return 0
    return readEffects(this.config, readBack, names)
  }

  /** Waits until what is still under way at the service must have ended. */
  async calm(): Promise<void> {
    await wait(Math.min(Math.max(100, 3 * this.#slowestMs), 1000))
  }

  /** Makes a call that a check cannot do without. */
  async hook(asked: Call | undefined, name: string, names: Names = {}): Promise<void> {
    if (!asked) throw new Undecided(`the configuration has no \`${name}\``)
    await call(this.config, asked, names)
  }

  /** Ends the service and waits until it answers again. */
  async restart(): Promise<void> {
    const { hooks, probe, timeoutMs } = this.config
    const wasReached = isReached(await this.probe(), probe)
    await this.hook(hooks?.restart, 'hooks.restart')
    const until = performance.now() + Math.max(30_000, timeoutMs)
    for (;;) {
      const reply = await this.probe()
      // A proxy answers at once; a probe that was refused before says no more than that something answers.
      if (wasReached ? isReached(reply, probe) : reply.status !== 0) return
      if (performance.now() > until)
        throw new Undecided(
          `the service did not come back after hooks.restart: its probe got ${describe(reply)}`,
        )
      await wait(firstWaitMs)
    }
  }

  /** Asks what a till asks before it sends. */
  probe(): Promise<Exchange> {
    const { probe, baseUrl, timeoutMs } = this.config
    const url = probe === undefined || /^https?:/.test(probe) ? (probe ?? baseUrl) : baseUrl + probe
    return send({ method: probe === undefined ? 'HEAD' : 'GET', url, headers: {} }, timeoutMs)
  }
}
