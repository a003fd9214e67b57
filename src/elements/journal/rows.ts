import type { EntryState, ListedEntry } from '../../domain/entry.js'
import type { OperationKind, Receipt } from '../../domain/models.js'
import { sumExactly } from '../../domain/money.js'
import { nameMigrated } from '../receipt/slip.js'

/** The facts of an entry for a row: few, since there may be many rows. */
export interface Row {
  id: string
  kind: OperationKind | 'unknown'
  state: EntryState
  isUnreadable: boolean
  at?: Date
  /** Masked. */
  cards: string
  oldCard?: string
  newCard?: string
  order?: string
  amount?: string
  number?: number
}

interface Body {
  StoredValueCardReceipt?: Receipt
  Payments?: readonly { Value?: number }[]
  OrderID?: number
  ExternalOrderID?: string
}

export function entryToRow(entry: ListedEntry): Row {
  const { id, kind, state, createdAt, cards } = entry
  const amount = bodyToExactAmount(entry.request)
  const number = bodyToNumber(entry.request)
  const order = bodyToOrder(entry.request)
  return {
    id,
    kind,
    state,
    isUnreadable: 'reason' in entry && entry.reason === 'unreadable',
    cards: cards.join(', '),
    ...nameMigrated(entry.request),
    ...(createdAt && { at: createdAt }),
    ...(order !== undefined && { order }),
    ...(amount !== undefined && { amount }),
    ...(number !== undefined && { number }),
  }
}

export function bodyToOrder(body: object): string | undefined {
  const { OrderID: order, ExternalOrderID: external } = body as Body
  return order?.toString() ?? external
}

export function bodyToNumber(body: object): number | undefined {
  return (body as Body).StoredValueCardReceipt?.SenderData?.Number
}

/** The receipt's total, else the sum of the payments, with all digits. */
export function bodyToExactAmount(body: object): string | undefined {
  const { StoredValueCardReceipt: receipt, Payments: payments = [] } = body as Body
  if (receipt?.Total !== undefined) return sumExactly([receipt.Total]).toFixed()
  const paid = [
    ...(receipt?.Payments ?? []).flatMap(({ Amount }) => Amount ?? []),
    ...payments.flatMap(({ Value }) => Value ?? []),
  ]
  return paid.length === 0 ? undefined : sumExactly(paid).toFixed()
}
