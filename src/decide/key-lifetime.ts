import type { Outcome } from '../domain/outcome.js'
import type { KeyLifetime, Signs } from '../domain/signs.js'

/** The host's word about its service's keys, and the service's own. */
export interface KeyPolicy {
  header: string
  lifetimeMs: number
  /** As the journal holds it; no page or worker is set up with it. */
  told?: KeyLifetime
}

/** Notes the lifetime of keys that an answer of the service tells. */
export function noteKeyLifetime(signs: Signs, outcome: Outcome, now: number): Signs {
  const ms = 'credentialsAt' in outcome ? readMs(outcome.reply.headers) : undefined
  const { keyLifetime: last } = signs
  if (ms === undefined || ms === last?.ms) return signs
  return { ...signs, keyLifetime: change(last, ms, now) }
}

/** In whole seconds, as the service's kit sends it. */
function readMs(headers: Record<string, string>): number | undefined {
  const text = headers['idempotency-key-lifetime']?.trim() ?? ''
  return /^\d{1,12}$/.test(text) ? Number(text) * 1000 : undefined
}

/** A shorter one holds for every key. A longer one holds for new keys alone: the service may keep to what it told the others. */
function change(last: KeyLifetime | undefined, ms: number, now: number): KeyLifetime {
  if (last === undefined || ms < last.ms) return { ms, since: now }
  // What went before `last.since` has expired by then under either.
  const isOver = now - last.since >= last.ms
  const earlierMs = isOver ? last.ms : Math.min(last.ms, last.earlierMs ?? last.ms)
  return { ms, since: now, earlierMs }
}

/** How long a key that first went at this time is relied on: never longer than the host says. */
export function keyLifetimeMs({ lifetimeMs, told }: KeyPolicy, sentAt: number): number {
  if (told === undefined) return lifetimeMs
  const { ms, since, earlierMs = ms } = told
  return Math.min(lifetimeMs, ms, sentAt < since ? earlierMs : ms)
}
