import type { OperationKind } from '../../index.js'

/** The field names of each form. */
export interface FieldNames {
  associate: 'card' | 'firstName' | 'lastName' | 'email' | 'pin'
  refund: 'card' | 'authorization' | 'method' | 'notes'
  migrate: 'oldCard' | 'newCard' | 'notes'
  updateReceipt: 'card' | 'target' | 'transaction' | 'number'
  confirmOrder: 'order' | 'externalOrder' | 'buyerName' | 'buyerEmail'
}

export type FieldName = FieldNames[OperationKind]

/** One line of a receipt, as typed. */
export interface Line {
  name: string
  price: string
  quantity: string
}

/** One payment of an order, as typed. */
export interface Payment {
  method: string
  amount: string
}

/** The lists that a form may have. */
export interface Lists {
  lines: Line
  payments: Payment
}

export type ListName = keyof Lists

/** The input of a form as typed. A form without a list has no rows. */
export interface Draft<Kind extends OperationKind> {
  fields: Record<FieldNames[Kind], string>
  lines: readonly Line[]
  payments: readonly Payment[]
}

/** A draft whose form is not known yet. */
export interface LooseDraft {
  fields: Readonly<Record<string, string>>
  lines: readonly Line[]
  payments: readonly Payment[]
}
