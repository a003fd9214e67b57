import { endpointOf } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import type { Outcome, Reply } from '../domain/outcome.js'
import type { Signs } from '../domain/signs.js'
import { meaningOf } from './outcomes.js'
import { suspectMin } from './suspect.js'

/** The statuses that may mean a wrong address, and their names in HTTP, which tell no more than the status. */
const phrases: Readonly<Record<number, string>> = {
  404: 'not found',
  405: 'method not allowed',
  501: 'not implemented',
}

/** Whether a status may mean that the address is wrong. */
export function isMissingStatus(status: number): boolean {
  return status in phrases
}

/** Whether an answer is the endpoint's own: it tells more than the status, without the path that a gateway would name. */
export function hasOwnWords({ status, body, problem }: Reply, kind: OperationKind): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { path, request } = endpointOf(kind)
  const words = [problem?.title, problem?.detail].flatMap((text) => text?.trim().toLowerCase() ?? [])
  if (words.some((text) => text.includes(path.slice(1).toLowerCase()))) return false
  const isTelling = words.some((text) => text !== '' && text !== phrases[status])
  const fields = Object.keys(request.schema as object)
  return isTelling || Object.keys(body).some((name) => fields.includes(name))
}

/** Whether the endpoint may not exist, as far as an outcome tells. */
export function looksMissing({ proven }: Signs, kind: OperationKind, outcome: Outcome): boolean {
  if (outcome.tag === 'misconfigured') return true
  if (outcome.tag !== 'rejected' || outcome.isPlaced || outcome.isStored) return false
  if (!isMissingStatus(outcome.reply.status)) return false
  return proven?.[kind] === undefined || !hasOwnWords(outcome.reply, kind)
}

/** Notes whether an outcome shows that its endpoint exists. */
export function noteExistence(
  signs: Signs,
  { kind, id }: { kind: OperationKind; id: string },
  outcome: Outcome,
  now: number,
): Signs {
  if (looksMissing(signs, kind, outcome)) return noteMissing(signs, kind, id, now)
  return isProof(outcome) ? noteProven(signs, kind, now) : signs
}

function noteMissing(signs: Signs, kind: OperationKind, id: string, now: number): Signs {
  const { since, ids } = signs.missing?.[kind] ?? { since: now, ids: [] }
  const known = [...new Set([...ids, id])].slice(0, suspectMin)
  return { ...signs, missing: { ...signs.missing, [kind]: { since, ids: known } } }
}

function noteProven(signs: Signs, kind: OperationKind, now: number): Signs {
  const { [kind]: _, ...missing } = signs.missing ?? {}
  return { ...signs, missing, proven: { ...signs.proven, [kind]: signs.proven?.[kind] ?? now } }
}

/** JSON and the host's word prove the endpoint; a page may come from a proxy. */
function isProof(outcome: Outcome): boolean {
  if (outcome.tag === 'acknowledged' || !meaningOf(outcome).isOwn) return outcome.tag === 'acknowledged'
  const body = outcome.reply?.body
  return 'isPlaced' in outcome || (typeof body === 'object' && body !== null)
}
