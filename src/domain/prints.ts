import { toCanonicalJson } from './canonical.js'
import { endpointOf } from './endpoints.js'
import type { OperationKind, Receipt } from './models.js'
import { readPath } from './paths.js'
import { senderKey } from './receipt.js'

/**
 * By what two operations look like one rung up twice: a common print. A print quotes the body, secrets included, so
 * it must be hashed or sealed before it is kept.
 */
export function findPrints(kind: OperationKind, body: object): string[] {
  const { Notes: _, ...told } = body as Record<string, unknown>
  return [`${kind} body ${toCanonicalJson(told)}`, ...printNumber(kind, body)]
}

/** A drawer may be missing, and then it is missing for both; without shop or terminal a number says nothing. */
function printNumber(kind: OperationKind, body: object): string[] {
  const { receipt: place, isRevision } = endpointOf(kind)
  // A receipt is revised again and again under its own number.
  if (place === undefined || isRevision) return []
  const naming = ['Shop', 'Terminal', 'Number'].flatMap((name) =>
    readPath(body, `${place}.SenderData.${name}`),
  )
  if (naming.length < 3) return []
  return [`${kind} receipt ${senderKey(readPath(body, place)[0] as Receipt)} ${String(naming[2])}`]
}
