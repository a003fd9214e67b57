import { classify } from '../decide/classify.js'
import { endpointOf } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import type { Outcome, OutcomeTag } from '../domain/outcome.js'
import type { Exchange } from './wire.js'

/** What a till makes of a reply, by the code that the till itself decides with. */
export function judge(exchange: Exchange, kind: OperationKind): Outcome {
  const { status, headers, text } = exchange
  const hasConflicts = endpointOf(kind).hasConflicts
  const at = Date.now()
  if (status === 0) return classify({ tag: 'silence', why: 'network', at }, hasConflicts)
  if (status >= 300 && status < 400) return classify({ tag: 'redirect', at }, hasConflicts)
  return classify(
    { tag: 'reply', status, headers: { ...headers }, text, at, credentialsAt: at },
    hasConflicts,
    { kind },
  )
}

/** By these a proxy says that the service behind it was not reached. */
export const unreachedStatuses: readonly number[] = [502, 503, 504]

/** Whether a till takes the service for reachable by this answer to its probe. */
export function isReached({ status }: Exchange, probe: string | undefined): boolean {
  if (probe !== undefined) return status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  return status >= 200 && !isRedirect && status !== 511 && !unreachedStatuses.includes(status)
}

const deeds: Record<OutcomeTag, string> = {
  acknowledged: 'settles the operation',
  unacknowledged: 'parks the operation as unknown, for a person to check: only a 200 acknowledges',
  rejected: 'parks the operation as rejected, for a person',
  unauthorized: 'pauses everything until it has new credentials',
  misconfigured: 'takes the endpoint for missing and rests it, from 30 s up to 15 min',
  conflict: 'parks the operation as a conflict, for a person or your onConflict',
  precondition: 'renews the condition where the reply names the version that stands, or asks a person',
  busy: 'sends it again later; nothing was done',
  failed: 'counts the outcome as unknown: with a key it sends it again, without one it asks a person',
  'not-the-service':
    'takes the reply for a login page: it pauses everything and counts the outcome as unknown',
  silent: 'counts the outcome as unknown: with a key it sends it again, without one it asks a person',
  unsent: 'sends it later',
  interrupted: 'counts the outcome as unknown',
  unreadable: 'parks the operation',
  unreferenced: 'parks the operation as reference',
  expired: 'parks the operation as expired',
  unrepeatable: 'parks the operation as unknown',
  'found-applied': 'settles the operation',
  'found-absent': 'sends it again',
}

/** The same in words. */
export function tell(exchange: Exchange, kind: OperationKind): string {
  return deeds[judge(exchange, kind).tag]
}

/** A reply in a few words, without its body: that may hold what is nobody's business. */
export function describe({ status, headers, text, silence }: Exchange): string {
  if (status === 0) return `no reply (${silence ?? 'cut'})`
  const type = headers['content-type']?.split(';')[0]
  const what = text === '' ? 'an empty body' : (type ?? 'a body without a type')
  return `${status} with ${what}`
}
