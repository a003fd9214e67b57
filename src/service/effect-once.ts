import { problemToAnswer, Refusal, toSent, toUncached, type Answer } from './answer.js'
import { claimKey, fingerprint, parseKey, saveReply } from './keys.js'
import { StoreUnavailable, type SqlTransaction, type Store } from './store.js'

/** A request that may be a repeat. */
export interface KeyedRequest {
  /** The `Idempotency-Key` header as it arrived. */
  key: string | null | undefined
  /** Method and path, say: the same key for another endpoint is refused. */
  endpoint: string
  /** The body, as parsed. */
  body: unknown
  /** Whose key it is, if one database serves several tenants. A till's queue may move to another till: name no till. */
  tenant?: string
}

/** What was done, for the caller to read. */
export interface EffectReply {
  /** 200 unless given. */
  status?: number
  headers?: Record<string, string>
  body: unknown
}

/** The options of `createEffectOnce`. */
export interface EffectOnceOptions {
  store: Store
  /** A week unless set. Tills must not count on more: their `lifetimeHours` is 24 unless set. */
  keyLifetimeHours?: number
  /** True: a request without a key is refused with 400. */
  keyRequired?: boolean
  /**
   * Whether a reply is committed with its effect and key; those of 200 to 299 are unless set. The effect of any other
   * is rolled back, and a repeat is judged anew.
   */
  isKept?: (reply: Answer) => boolean
  /** The clock, in milliseconds. */
  now?: () => number
  /** Told of what the caller is not: the error behind a 503. To the console unless set. */
  onError?: (error: unknown) => void
}

/** Does an effect once per key, and answers every repeat with the first reply. */
export type EffectOnce = (
  request: KeyedRequest,
  effect: (transaction: SqlTransaction) => Promise<EffectReply>,
) => Promise<Answer>

const hourMs = 3_600_000
const retryAfterSeconds = 5

/** Carries a reply past the end of its transaction, which it rolls back. */
class Unkept extends Error {
  constructor(readonly reply: Answer) {
    super('The reply is not kept')
  }
}

/** Binds `effectOnce` to a database. */
export function createEffectOnce(options: EffectOnceOptions): EffectOnce {
  const { store, keyLifetimeHours = 168, keyRequired = false, isKept = isDone } = options
  const { now = Date.now, onError = reportError } = options
  const lifetimeMs = keyLifetimeHours * hourMs
  if (!Number.isFinite(lifetimeMs) || lifetimeMs <= 0)
    throw new Error(`keyLifetimeHours is a number above 0, not ${keyLifetimeHours}`)
  const told = { 'idempotency-key-lifetime': String(Math.floor(lifetimeMs / 1000)) }

  async function perform(transaction: SqlTransaction, effect: Parameters<EffectOnce>[1]): Promise<Answer> {
    const reply = toAnswer(await effect(transaction))
    toSent(reply)
    if (!isKept(reply)) throw new Unkept(reply)
    return reply
  }

  async function performOnce(
    transaction: SqlTransaction,
    { key, print, tenant }: { key: string; print: string; tenant: string },
    effect: Parameters<EffectOnce>[1],
  ): Promise<Answer> {
    const stored = await claimKey(transaction, { tenant, key }, { print, nowMs: now(), lifetimeMs })
    if (stored === undefined) {
      const reply = await perform(transaction, effect)
      await saveReply(transaction, { tenant, key }, reply)
      return { ...reply, headers: { ...reply.headers, ...told } }
    }
    if (stored.fingerprint !== print) throw keyReused()
    const { status, headers, body } = stored
    return { status, headers: { ...headers, ...told, 'idempotent-replayed': 'true' }, body }
  }

  async function answer(request: KeyedRequest, effect: Parameters<EffectOnce>[1]): Promise<Answer> {
    if (request.key === null || request.key === undefined) {
      if (keyRequired) throw keyMissing()
      return store.transact((transaction) => perform(transaction, effect))
    }
    const key = parseKey(request.key)
    if (key === undefined) throw keyUnreadable()
    const print = await fingerprint(request.endpoint, request.body)
    const own = { key, print, tenant: request.tenant ?? '' }
    return store.transact((transaction) => performOnce(transaction, own, effect))
  }

  return async (request, effect) => toUncached(await answerRefusals(onError, () => answer(request, effect)))
}

/** Turns what is expected to be thrown into answers; whatever else is thrown goes on. */
async function answerRefusals(
  onError: (error: unknown) => void,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unkept) return error.reply
    if (error instanceof Refusal) return problemToAnswer(error.status, error.details)
    if (!(error instanceof StoreUnavailable)) throw error
    onError(error)
    return unavailable(error)
  }
}

function isDone({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** Names of headers in small letters, so that a stored one and a new one of the same name do not stand side by side. */
function toAnswer({ status = 200, headers = {}, body }: EffectReply): Answer {
  const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const all = Object.fromEntries(small) as Record<string, string>
  return { status, headers: { 'content-type': 'application/json', ...all }, body: body ?? null }
}

function keyReused(): Refusal {
  return new Refusal(422, { title: 'The Idempotency-Key was used for another request' })
}

function keyMissing(): Refusal {
  return new Refusal(400, { title: 'The Idempotency-Key is missing' })
}

function keyUnreadable(): Refusal {
  return new Refusal(400, {
    title: 'The Idempotency-Key cannot be read',
    detail: 'It must be a structured-field string, in double quotes, of at most 255 characters.',
  })
}

/** Its cause stays with the owner: it may name an address or a password. */
function unavailable({ message }: StoreUnavailable): Answer {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return problemToAnswer(503, { title: `${message}; nothing was done`, headers })
}

/** Where the owner has not said who is told. */
export function reportError(error: unknown): void {
  console.error(error)
}
