import { Idempotency, IdempotencyError, IdempotencyErrorCodes } from '@node-idempotency/core'
import type { IncomingMessage } from 'node:http'
import { refuse, routes, type Json, type Reply } from '../books.js'
import { readText, send, type Handler, type Life } from '../shop.js'
import { Failed, KeyStore, operate } from './operation.js'

/** `@node-idempotency/core` as its Readme shows it, with a store that outlives the process. */
export function createNodeIdempotencyApp(life: Life): Handler {
  const store = new KeyStore<string>(life)
  const idempotency = new Idempotency({
    setIfNotExists: async (key, value) => (await store.add(key, value)) === undefined,
    set: (key, value) => store.set(key, value),
    get: (key) => store.get(key),
  })
  return async (request, response) => {
    send(response, await answer(life, idempotency, request))
  }
}

async function answer(life: Life, idempotency: Idempotency, request: IncomingMessage): Promise<Reply> {
  const { method = '', url: path = '', headers } = request
  const text = await readText(request)
  const kind = routes.get(`${method} ${path}`)
  if (!kind) return refuse(404, 'There is no such path')
  const body = parse(text)
  if (!body) return refuse(400, 'The body is no JSON object')
  const asked = { method, path, headers, body }
  try {
    const known = await idempotency.onRequest(asked)
    if (known) return known.additional as unknown as Reply
  } catch (error) {
    if (!(error instanceof IdempotencyError)) throw error
    const isUnderWay = error.code === IdempotencyErrorCodes.REQUEST_IN_PROGRESS
    return refuse(isUnderWay ? 409 : 422, error.message)
  }
  const reply = await operateOrFail(life, kind, body)
  await idempotency.onResponse(asked, { additional: { ...reply } })
  return reply
}

async function operateOrFail(...given: Parameters<typeof operate>): Promise<Reply> {
  try {
    return await operate(...given)
  } catch (error) {
    if (error instanceof Failed) return refuse(500, 'It failed')
    throw error
  }
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}
