import type { OperationKind } from '../../src/domain/models.js'

export type Json = Record<string, unknown>

/** What was done, as it lies on the disk of a service. */
export interface Effect {
  kind: OperationKind
  card: string
  body: Json
}

/** The answer of a card service, before it is sent. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Json
}

export const routes = new Map<string, OperationKind>([
  ['POST /v1.0/svc/associate', 'associate'],
  ['PUT /v1.0/svc/refund', 'refund'],
  ['PUT /v1.0/svc/migrate', 'migrate'],
  ['PUT /v1.0/svc/receipt', 'updateReceipt'],
  ['POST /v1.0/mktp/order', 'confirmOrder'],
])

const cardOf: Record<OperationKind, (body: Json) => unknown> = {
  associate: ({ Card }) => Card,
  refund: ({ StoredValueCardCodeCollection: items }) =>
    Array.isArray(items) ? (items[0] as Json | undefined)?.StoredValueCardCode : undefined,
  migrate: ({ OldCardCode }) => OldCardCode,
  updateReceipt: ({ CardCode }) => CardCode,
  confirmOrder: ({ OrderID }) => (Number.isSafeInteger(OrderID) ? `order ${String(OrderID)}` : undefined),
}

export function refuse(status: number, title: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title, status },
  }
}

/** The books of a small card service: cards that were made, and effects. They outlive its process. */
export class Books {
  readonly effects: Effect[] = []
  readonly cards = new Set<string>()

  /** What is wrong with an operation, if anything is. */
  findFault(kind: OperationKind, body: unknown): Reply | undefined {
    if (typeof body !== 'object' || body === null) return refuse(400, 'The body is no object')
    const card = cardOf[kind](body as Json)
    if (typeof card !== 'string' || card === '') return refuse(400, 'The operation names no card or order')
    if (kind !== 'confirmOrder' && !this.cards.has(card)) return refuse(422, 'There is no such card')
    return undefined
  }

  /** The version of the card of an operation. */
  version(kind: OperationKind, body: Json): string | undefined {
    const count = this.effects.filter(({ card }) => card === cardOf[kind](body)).length
    return count === 0 ? undefined : `"${count}"`
  }

  /** Does an operation, at once and wholly. */
  apply(kind: OperationKind, body: Json): Reply {
    const card = String(cardOf[kind](body))
    this.effects.push({ kind, card, body })
    const etag = this.version(kind, body) ?? ''
    return {
      status: 200,
      headers: { 'content-type': 'application/json', ...(kind !== 'confirmOrder' && { etag }) },
      body: { TransactionID: this.effects.length },
    }
  }
}
