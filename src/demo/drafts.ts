import type { OperationKind } from '../index.js'

/** The fields of each form, by their names on the page. */
export interface FieldNames {
  associate: 'card' | 'firstName' | 'lastName' | 'email' | 'pin'
  refund: 'card' | 'authorization' | 'method' | 'number' | 'notes'
  migrate: 'oldCard' | 'newCard' | 'total'
  updateReceipt: 'card' | 'transaction' | 'total' | 'number'
  confirmOrder: 'order' | 'externalOrder' | 'value' | 'buyerName' | 'buyerEmail'
}

/** One line of a receipt, as typed. */
export interface Line {
  name: string
  price: string
  quantity: string
}

/** What stands in a form, as typed. Only a refund has lines. */
export interface Draft<Kind extends OperationKind> {
  fields: Record<FieldNames[Kind], string>
  lines: readonly Line[]
}

/** The same before anyone has asked which form it stands in. */
export interface LooseDraft {
  fields: Readonly<Record<string, string>>
  lines: readonly Line[]
}
