import { endpointOf, operationKinds } from '../domain/endpoints.js'
import type { Models, OperationKind } from '../domain/models.js'
import { problemToAnswer, Refusal, toSent, toUncached, type Answer } from './answer.js'
import { checkConditions, versionToHeaders, type Version } from './conditions.js'
import { originHeaders, preflightHeaders, readOrigins, type AllowedOrigins } from './cors.js'
import {
  createEffectOnce,
  reportError,
  type EffectOnce,
  type EffectOnceOptions,
  type EffectReply,
} from './effect-once.js'
import { deleteExpiredKeys, parseKey } from './keys.js'
import { checkBody, readBody } from './read-body.js'
import type { SqlTransaction } from './store.js'

/** What a handler is given. */
export interface Call<Kind extends OperationKind = OperationKind> {
  kind: Kind
  body: Models[Kind]
  /** The transaction in which the key is stored: every effect belongs into it. */
  transaction: SqlTransaction
  /** The tenant that `authorize` named; empty without one. */
  tenant: string
  /** The key, without its quotes. */
  key: string | undefined
  /** Refuses with 412 if the request has a condition that this version does not meet; not for orders. */
  checkConditions: (version: Version | undefined) => void
}

/** A reply to a till; a version becomes `ETag` and `Last-Modified`. */
export interface HandlerReply extends EffectReply {
  version?: Version
}

/** Does one operation; to refuse it, it throws a `Refusal`. */
export type Handler<Kind extends OperationKind> = (call: Call<Kind>) => Promise<HandlerReply>

/** One handler per operation; an operation without one answers 404. */
export type Handlers = { readonly [Kind in OperationKind]?: Handler<Kind> }

/** Who sends. A till's queue may move to another till, so that a tenant is a shop or a company. */
export interface Caller {
  tenant?: string
}

/** The options of `createCardService`. */
export interface CardServiceOptions extends EffectOnceOptions {
  handlers: Handlers
  /** Who sends this request; `undefined` is answered with 401. Unset: anybody may. */
  authorize?: (request: Request) => Caller | undefined | Promise<Caller | undefined>
  /** The path before `/v1.0`, such as `/api`; empty unless set. */
  basePath?: string
  /** The origins of the tills' pages, if they are on another origin than the service. */
  origins?: readonly string[]
  /** Headers that the tills send beside the usual ones, for CORS. */
  ownHeaders?: readonly string[]
  /** Told of what the caller is not: the error behind a 500 or a 503, or in the clean-up. To the console unless set. */
  onError?: (error: unknown) => void
}

/** A card service. */
export interface CardService {
  fetch: (request: Request) => Promise<Response>
  /** Deletes the keys whose lifetime is over, and counts them. The service does so every hour while it is asked. */
  cleanUp: () => Promise<number>
}

const cleanUpEveryMs = 3_600_000

/** Creates a service of the five endpoints over the owner's database. */
export function createCardService(options: CardServiceOptions): CardService {
  const { store, ownHeaders = [], now = Date.now, onError = reportError } = options
  const allowed: AllowedOrigins = { origins: readOrigins(options.origins ?? []), ownHeaders }
  const answer = createAnswerer(options)
  const cleanUp = () => deleteExpiredKeys(store, now())
  let cleanedAtMs = -Infinity

  function cleanUpNowAndThen(): void {
    if (now() - cleanedAtMs < cleanUpEveryMs) return
    cleanedAtMs = now()
    cleanUp().catch(onError)
  }

  return {
    cleanUp,
    fetch: async (request) => {
      const response = await respond(request, allowed, answer, onError)
      cleanUpNowAndThen()
      return response
    },
  }
}

async function respond(
  request: Request,
  allowed: AllowedOrigins,
  answer: (request: Request) => Promise<Answer>,
  onError: (error: unknown) => void,
): Promise<Response> {
  const own = originHeaders(allowed, request)
  try {
    return toResponse(request, own, await answerAll(request, allowed, answer))
  } catch (error) {
    onError(error)
    return toResponse(request, own, problemToAnswer(500, { title: 'The service failed' }))
  }
}

function toResponse({ method }: Request, own: Record<string, string>, answer: Answer): Response {
  const { status } = answer
  const { headers, text } = toSent(toUncached({ ...answer, headers: { ...answer.headers, ...own } }))
  return new Response(status === 204 || method === 'HEAD' ? null : text, { status, headers })
}

/** A preflight carries no credentials, so it is answered before anything is checked. */
async function answerAll(
  request: Request,
  allowed: AllowedOrigins,
  answer: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  if (request.method === 'OPTIONS') return { status: 204, headers: preflightHeaders(allowed), body: null }
  try {
    return await answer(request)
  } catch (error) {
    if (error instanceof Refusal) return problemToAnswer(error.status, error.details)
    throw error
  }
}

function createAnswerer(options: CardServiceOptions): (request: Request) => Promise<Answer> {
  const { authorize, handlers } = options
  const basePath = (options.basePath ?? '').replace(/\/+$/, '')
  const effectOnce = createEffectOnce(options)
  const kinds = new Map(operationKinds.map((kind) => [`${basePath}${endpointOf(kind).path}`, kind]))
  return async (request) => {
    const { pathname } = new URL(request.url)
    const kind = kinds.get(pathname)
    if (kind === undefined && isProbe(request, pathname, basePath))
      return { status: 200, headers: {}, body: { ready: true } }
    if (kind === undefined || handlers[kind] === undefined)
      return problemToAnswer(404, { title: 'Not Found' })
    const { method } = endpointOf(kind)
    if (request.method !== method)
      return problemToAnswer(405, { title: 'Method Not Allowed', headers: { allow: `${method}, OPTIONS` } })
    const caller = authorize ? await authorize(request) : {}
    if (caller === undefined)
      return problemToAnswer(401, { title: 'Unauthorized', headers: { 'www-authenticate': 'Bearer' } })
    return answerOperation(kind, request, caller, { effectOnce, handlers })
  }
}

function isProbe({ method }: Request, pathname: string, basePath: string): boolean {
  return ['GET', 'HEAD'].includes(method) && [basePath, `${basePath}/`].includes(pathname)
}

async function answerOperation(
  kind: OperationKind,
  request: Request,
  { tenant = '' }: Caller,
  { effectOnce, handlers }: { effectOnce: EffectOnce; handlers: Handlers },
): Promise<Answer> {
  const body = await readBody(request)
  const { method, path, hasConflicts } = endpointOf(kind)
  const key = request.headers.get('idempotency-key') ?? undefined
  const handle = handlers[kind] as Handler<OperationKind>
  return effectOnce({ key, endpoint: `${method} ${path}`, body, tenant }, async (transaction) => {
    // A known key has been answered by now: what was done once must not be refused by a rule of today.
    checkBody(kind, body)
    const { version, ...reply } = await handle({
      kind,
      // A handler that is run again must find the body as it arrived.
      body: structuredClone(body),
      transaction,
      tenant,
      key: key && parseKey(key),
      checkConditions: (found) => {
        if (hasConflicts) checkConditions(request.headers, found)
      },
    })
    return { ...reply, headers: { ...versionToHeaders(version), ...reply.headers } }
  })
}
