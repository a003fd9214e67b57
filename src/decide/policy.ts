import { endpointOf, type ReplayRule } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import type { Ticket } from '../domain/ticket.js'

/** What the host says of its service; plain data, so that the worker has it too. */
export interface Policy {
  replay: Partial<Record<OperationKind, ReplayRule>>
  /** The service recognises a repeat by this header, for this long. */
  key?: { header: string; lifetimeMs: number }
  /** What has waited longer is not sent without a person. */
  ageMsMax?: number
}

/** What may be done with this operation if its outcome is not known. */
export function ruleOf({ kind, key, sentAt }: Ticket, policy: Policy, now: number): ReplayRule {
  if (kind === 'unknown') return 'verify'
  if (key === undefined || !policy.key) return policy.replay[kind] ?? endpointOf(kind).replay
  // A clock that jumped proves nothing about the key's age, whichever way it went.
  const ageMs = Math.abs(now - (sentAt ?? now))
  return ageMs < policy.key.lifetimeMs ? 'idempotent' : 'verify'
}

/** Whether the service itself would recognise this attempt as a repeat. */
export function isRecognised(ticket: Ticket, policy: Policy, now: number): boolean {
  return ticket.key !== undefined && policy.key !== undefined && ruleOf(ticket, policy, now) === 'idempotent'
}
