import type { FieldFailure, OperationKind } from '../../index.js'
import type { FieldName, FieldNames, Line, ListName, Payment } from './drafts.js'

/** One field of a form, and its paths in the interface. */
export interface Field<Name extends string = FieldName> {
  name: Name
  /** The paths in the body whose mistakes are shown beside this field. */
  paths: readonly string[]
  input: 'card' | 'text' | 'code' | 'email' | 'secret' | 'whole' | 'method' | 'target'
  /** Whether the field is required, by itself or as one of two; other fields are optional. */
  need?: 'always' | 'either'
  /** Whether the field is hidden like a password, and never filled by a scan. */
  isSecret?: boolean
  isWide?: boolean
}

/** The form of one operation; its rows come before the fields in `last`. */
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

/** The place on the page where a mistake is shown. */
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

/** Finds the field of a mistake; a mistake without a field belongs to the form. */
export function placeFailure(kind: OperationKind, { path }: FieldFailure): Place {
  const [, index, partName = ''] = /(?:Products|^Payments)\[(\d+)\]\.(\w+)$/.exec(path) ?? []
  const row = rowParts[partName]
  if (index !== undefined && row) return { tag: 'row', index: Number(index), ...row }
  const places = path.split(' or ').map((place) => place.replace(/\[\d+\]/g, '[]'))
  const fields: readonly Field[] = formPlans[kind].fields
  const field = fields.find(({ paths }) => paths.some((known) => places.includes(known)))
  return field ? { tag: 'field', name: field.name } : { tag: 'form' }
}
