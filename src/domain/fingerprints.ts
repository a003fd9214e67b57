import { toCanonicalJson } from './canonical.js'
import { readCard, type CardReader } from './cards.js'
import { endpointOf } from './endpoints.js'
import { isPlainObject } from './fields.js'
import type { OperationKind, Receipt } from './models.js'
import { isWithin, readPath } from './paths.js'
import { senderKey } from './receipt.js'

/**
 * The fingerprints of an operation: a common one marks two operations as duplicates. A fingerprint contains the body
 * with its secrets, so it must be hashed or sealed before it is stored.
 */
export function findFingerprints(kind: OperationKind, body: object, reader?: CardReader): string[] {
  return [`${kind} body ${toCanonicalJson(sketchBody(kind, body, reader))}`, ...numberFingerprint(kind, body)]
}

/**
 * The part of a body that identifies a sale. With a receipt: its cards, lines, payments and total, in any order; the
 * number and date differ on every receipt, so they do not count. Otherwise the whole body without its notes.
 */
function sketchBody(kind: OperationKind, body: object, reader?: CardReader): object {
  const { receipt: place, isRevision, cards } = endpointOf(kind)
  const { Notes: _, ...content } = body as Record<string, unknown>
  const read = (code: unknown) => (typeof code === 'string' ? readCard(code, reader) : code)
  const readPayment = (payment: unknown) =>
    isPlainObject(payment) ? { ...payment, CardCode: read(payment.CardCode) } : payment
  if (place === undefined || isRevision) return content
  const receipt = content[place]
  const { Products: products, Payments: payments, Total: total } = isPlainObject(receipt) ? receipt : {}
  const own = cards.filter((path) => !isWithin(path, place))
  return {
    cards: own.map((path) => readPath(body, path).map(read).map(toCanonicalJson).sort()),
    products: listOf(products).map(toCanonicalJson).sort(),
    payments: listOf(payments).map(readPayment).map(toCanonicalJson).sort(),
    total,
  }
}

/** A row of an older release may contain any value. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

/** A fingerprint of the receipt number. A missing drawer must be missing in both; a number needs shop and terminal. */
function numberFingerprint(kind: OperationKind, body: object): string[] {
  const { receipt: place, isRevision } = endpointOf(kind)
  // A receipt may be revised repeatedly under its own number.
  if (place === undefined || isRevision) return []
  const naming = ['Shop', 'Terminal', 'Number'].flatMap((name) =>
    readPath(body, `${place}.SenderData.${name}`),
  )
  if (naming.length < 3) return []
  return [`${kind} receipt ${senderKey(readPath(body, place)[0] as Receipt)} ${String(naming[2])}`]
}
