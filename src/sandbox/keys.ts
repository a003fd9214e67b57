import { problemToReply, type Reply } from './problems.js'
import type { Bodies, Operation } from './reading.js'

/** The reply to an applied operation, stored under its key. */
export interface StoredReply {
  fingerprint: string
  reply: Reply
  storedAtMs: number
  readyAtMs: number
}

const hourMs = 3_600_000

/** Whether a key is still remembered; it is forgotten as soon as its lifetime is over. */
export function isRemembered({ storedAtMs }: StoredReply, lifetimeHours: number, nowMs: number): boolean {
  return nowMs - storedAtMs < lifetimeHours * hourMs
}

/** A text that is equal for a repeat of a request, and differs for another body under the same key. */
export function fingerprint(request: { operation: Operation; body: Bodies[Operation] }): string {
  return JSON.stringify([request.operation, request.body])
}

/** Reads a key from its header, a structured-field string (RFC 9651): `"abc"` is the key abc. */
export function parseKey(header: string): string | undefined {
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/.exec(header.trim())?.[1]
  return quoted?.replace(/\\(["\\])/g, '$1')
}

/**
 * The reply to a key that was used before or cannot be read; undefined if the operation should be applied. A refused
 * operation does not use up its key, because it changed nothing.
 */
export function findUsedKey(
  replies: ReadonlyMap<string, StoredReply>,
  header: string | undefined,
  request: { operation: Operation; body: Bodies[Operation] },
  { now, lifetimeHours }: { now: Date; lifetimeHours: number },
): Reply | undefined {
  if (header === undefined) return undefined
  const key = parseKey(header)
  if (key === undefined) return invalidKey
  const stored = replies.get(key)
  if (stored === undefined || !isRemembered(stored, lifetimeHours, now.getTime())) return undefined
  if (stored.fingerprint !== fingerprint(request)) return keyReused
  return now.getTime() < stored.readyAtMs
    ? keyInFlight
    : withHeader(stored.reply, 'idempotent-replayed', 'true')
}

/** Tells the till how many seconds a key is remembered. */
export function tellLifetime(reply: Reply, lifetimeHours: number): Reply {
  return withHeader(reply, 'idempotency-key-lifetime', String(Math.floor(lifetimeHours * 3_600)))
}

function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } }
}

const invalidKey = problemToReply({
  name: 'invalid-key',
  status: 400,
  title: 'The Idempotency-Key cannot be read',
  detail: 'It must be a structured-field string, in double quotes.',
})

const keyReused = problemToReply({
  name: 'key-reused',
  status: 422,
  title: 'The Idempotency-Key was used for another request',
})

const keyInFlight = problemToReply({
  name: 'key-in-flight',
  status: 409,
  title: 'A request with this Idempotency-Key is still under way',
})
