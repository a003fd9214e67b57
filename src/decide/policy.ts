import { endpointOf, type ReplayRule } from '../domain/endpoints.js'
import { isSameHeader } from '../domain/headers.js'
import type { OperationKind } from '../domain/models.js'
import type { Signs } from '../domain/signs.js'
import type { Ticket } from '../domain/ticket.js'
import { keyLifetimeMs, type KeyPolicy } from './key-lifetime.js'
import { minute } from './schedule.js'

/** What the host says of its service; plain data, so that the worker has it too. */
export interface Policy {
  replay: Partial<Record<OperationKind, ReplayRule>>
  /** The service recognises a repeat by this header, for this long. */
  key?: KeyPolicy
  /** What has waited longer is not sent without a person. */
  ageMsMax?: number
}

/** The policy with the lifetime that the service tells. */
export function withKeyLifetime(policy: Policy, { keyLifetime }: Signs): Policy {
  return policy.key && keyLifetime ? { ...policy, key: { ...policy.key, told: keyLifetime } } : policy
}

/** The service must still know the key when the request arrives. */
const keyMarginMsMax = minute

/** What may be done with this operation if its outcome is not known. */
export function ruleOf(ticket: Ticket, policy: Policy, now: number): ReplayRule {
  const { kind } = ticket
  if (kind === 'unknown') return 'verify'
  if (!policy.key || !carriesKey(ticket, policy.key.header)) {
    return policy.replay[kind] ?? endpointOf(kind).replay
  }
  return isKeyAlive(ticket, policy.key, now) ? 'idempotent' : 'verify'
}

/** Whether the service itself would recognise this attempt as a repeat. */
export function isRecognised(ticket: Ticket, policy: Policy, now: number): boolean {
  if (ticket.kind === 'unknown' || !policy.key || !carriesKey(ticket, policy.key.header)) return false
  return isKeyAlive(ticket, policy.key, now)
}

/** Whether the operation may be sent under the rule in force now. */
export function mayLeave(ticket: Ticket, policy: Policy, now: number): boolean {
  if (ticket.doubts === 0) return true
  switch (ruleOf(ticket, policy, now)) {
    case 'idempotent':
      return true
    case 'once':
      return ticket.doubts === 1
    case 'verify':
      return false
  }
}

/** A repeat goes under the header and key of every sending before. */
function carriesKey({ key, keyHeader, sentAt }: Ticket, header: string): boolean {
  if (key === undefined) return false
  return sentAt === undefined || isSameHeader(keyHeader, header)
}

/** A key that seems to come from the future has expired too: the clock was set, and its age is not known. */
function isKeyAlive(ticket: Ticket, key: KeyPolicy, now: number): boolean {
  const { sentAt = now } = ticket
  const lifetimeMs = keyLifetimeMs(key, sentAt)
  const marginMs = Math.min(keyMarginMsMax, lifetimeMs / 10)
  return Math.abs(now - sentAt) < lifetimeMs - marginMs
}
