import type { FieldFailure, OperationKind } from '../../index.js'
import type { FieldName, FieldNames, Line, ListName, Payment } from './drafts.js'

/** One field of a form: how it looks, and where the interface has it. */
export interface Field<Name extends string = FieldName> {
  name: Name
  /** The places on the wire whose failures belong beside this field. */
  paths: readonly string[]
  input: 'card' | 'text' | 'code' | 'email' | 'secret' | 'whole' | 'method' | 'target'
  /** Whether the operation needs this field, or this one or its neighbour; any other is optional. */
  need?: 'always' | 'either'
  /** What nobody may read off, and no scanner may fill in. */
  isSecret?: boolean
  isWide?: boolean
}

/** One operation as the cashier meets it; a list of rows stands before the fields named in `last`. */
export interface FormPlan<Kind extends OperationKind> {
  fields: readonly Field<FieldNames[Kind]>[]
  list?: ListName
  last?: readonly FieldNames[Kind][]
}

type FormPlans = { readonly [Kind in OperationKind]: FormPlan<Kind> }

const receiptNumber = 'StoredValueCardReceipt.SenderData.Number'

export const formPlans: FormPlans = {
  refund: {
    list: 'lines',
    last: ['method', 'notes'],
    fields: [
      {
        name: 'card',
        input: 'card',
        need: 'always',
        paths: [
          'StoredValueCardCodeCollection[].StoredValueCardCode',
          'StoredValueCardReceipt.Payments[].CardCode',
        ],
      },
      {
        name: 'authorization',
        input: 'code',
        isSecret: true,
        paths: ['StoredValueCardCodeCollection[].AuthorizationCode'],
      },
      { name: 'method', input: 'method', paths: ['StoredValueCardReceipt.Payments[].Method'] },
      { name: 'notes', input: 'text', paths: ['Notes'] },
    ],
  },
  associate: {
    fields: [
      { name: 'card', input: 'card', need: 'always', isWide: true, paths: ['Card'] },
      { name: 'firstName', input: 'text', paths: ['CardData.Holder.FirstName'] },
      { name: 'lastName', input: 'text', paths: ['CardData.Holder.LastName'] },
      { name: 'email', input: 'email', paths: ['CardData.Holder.Email'] },
      { name: 'pin', input: 'secret', isSecret: true, paths: ['CardData.AuthorizationPin'] },
    ],
  },
  migrate: {
    list: 'lines',
    last: ['notes'],
    fields: [
      { name: 'oldCard', input: 'card', need: 'always', paths: ['OldCardCode'] },
      { name: 'newCard', input: 'card', need: 'always', paths: ['StoredValueCardCode'] },
      { name: 'notes', input: 'text', isWide: true, paths: ['Notes'] },
    ],
  },
  updateReceipt: {
    list: 'lines',
    fields: [
      { name: 'card', input: 'card', need: 'always', isWide: true, paths: ['CardCode'] },
      { name: 'target', input: 'target', need: 'always', isWide: true, paths: ['extra.transactionOf'] },
      { name: 'transaction', input: 'whole', need: 'always', paths: ['TransactionID'] },
      { name: 'number', input: 'whole', need: 'always', paths: [receiptNumber] },
    ],
  },
  confirmOrder: {
    list: 'payments',
    last: ['buyerName', 'buyerEmail'],
    fields: [
      { name: 'order', input: 'whole', need: 'either', paths: ['OrderID'] },
      { name: 'externalOrder', input: 'text', need: 'either', paths: ['ExternalOrderID'] },
      { name: 'buyerName', input: 'text', paths: ['Buyers[].FullName'] },
      { name: 'buyerEmail', input: 'email', paths: ['Buyers[].Email'] },
    ],
  },
}

export const formKinds = Object.keys(formPlans) as OperationKind[]

/** Where on the page something belongs that is wrong. */
export type Place =
  | { tag: 'field'; name: FieldName }
  | { tag: 'row'; list: ListName; index: number; part: keyof Line | keyof Payment }
  | { tag: 'form' }

const rowParts: Record<string, { list: ListName; part: keyof Line | keyof Payment }> = {
  Name: { list: 'lines', part: 'name' },
  Price: { list: 'lines', part: 'price' },
  Quantity: { list: 'lines', part: 'quantity' },
  Value: { list: 'payments', part: 'amount' },
  PaymentType: { list: 'payments', part: 'method' },
}

/** Finds the field that a failure speaks of; a failure with no field of its own belongs to the form. */
export function placeFailure(kind: OperationKind, { path }: FieldFailure): Place {
  const [, index, partName = ''] = /(?:Products|^Payments)\[(\d+)\]\.(\w+)$/.exec(path) ?? []
  const row = rowParts[partName]
  if (index !== undefined && row) return { tag: 'row', index: Number(index), ...row }
  const places = path.split(' or ').map((place) => place.replace(/\[\d+\]/g, '[]'))
  const fields: readonly Field[] = formPlans[kind].fields
  const field = fields.find(({ paths }) => paths.some((known) => places.includes(known)))
  return field ? { tag: 'field', name: field.name } : { tag: 'form' }
}
