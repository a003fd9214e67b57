import { paymentMethods } from './bodies.js'
import type { FieldNames, Line } from './drafts.js'
import type { FieldFailure, OperationKind } from '../index.js'

/** One field of a form: how it looks, and where the interface has it. */
export interface Field<Name extends string> {
  name: Name
  label: string
  /** The places on the wire whose failures belong beside this field. */
  paths: readonly string[]
  input: 'card' | 'text' | 'email' | 'secret' | 'amount' | 'whole' | 'choice'
  /** Whether the operation needs this field, or this one or its neighbour; any other is optional. */
  need?: 'always' | 'either'
  isWide?: boolean
  hint?: string
  choices?: readonly { value: string; label: string }[]
}

/** One operation as the cashier meets it. */
export interface FormPlan<Kind extends OperationKind> {
  tab: string
  action: string
  fields: readonly Field<FieldNames[Kind]>[]
  hasLines: boolean
}

type FormPlans = { readonly [Kind in OperationKind]: FormPlan<Kind> }

const receiptNumber = 'StoredValueCardReceipt.SenderData.Number'

export const formPlans: FormPlans = {
  refund: {
    tab: 'Refund',
    action: 'Ring up refund',
    hasLines: true,
    fields: [
      {
        name: 'card',
        label: 'Card',
        input: 'card',
        need: 'always',
        paths: [
          'StoredValueCardCodeCollection[].StoredValueCardCode',
          'StoredValueCardReceipt.Payments[].CardCode',
        ],
      },
      {
        name: 'authorization',
        label: 'Authorization code',
        input: 'text',
        paths: ['StoredValueCardCodeCollection[].AuthorizationCode'],
      },
      {
        name: 'method',
        label: 'Paid back',
        input: 'choice',
        choices: paymentMethods,
        paths: ['StoredValueCardReceipt.Payments[].Method'],
      },
      { name: 'number', label: 'Receipt number', input: 'whole', paths: [receiptNumber] },
      { name: 'notes', label: 'Notes', input: 'text', isWide: true, paths: ['Notes'] },
    ],
  },
  associate: {
    tab: 'Associate',
    action: 'Ring up association',
    hasLines: false,
    fields: [
      { name: 'card', label: 'Card', input: 'card', need: 'always', isWide: true, paths: ['Card'] },
      {
        name: 'firstName',
        label: 'Holder’s first name',
        input: 'text',
        paths: ['CardData.Holder.FirstName'],
      },
      { name: 'lastName', label: 'Holder’s last name', input: 'text', paths: ['CardData.Holder.LastName'] },
      { name: 'email', label: 'Email', input: 'email', paths: ['CardData.Holder.Email'] },
      { name: 'pin', label: 'PIN', input: 'secret', paths: ['CardData.AuthorizationPin'] },
    ],
  },
  migrate: {
    tab: 'Migrate',
    action: 'Ring up migration',
    hasLines: false,
    fields: [
      { name: 'oldCard', label: 'Old card', input: 'card', need: 'always', paths: ['OldCardCode'] },
      { name: 'newCard', label: 'New card', input: 'card', need: 'always', paths: ['StoredValueCardCode'] },
      {
        name: 'total',
        label: 'Total on the receipt',
        input: 'amount',
        paths: ['StoredValueCardReceipt.Total'],
      },
    ],
  },
  updateReceipt: {
    tab: 'Update receipt',
    action: 'Ring up receipt update',
    hasLines: false,
    fields: [
      { name: 'card', label: 'Card', input: 'card', need: 'always', paths: ['CardCode'] },
      {
        name: 'transaction',
        label: 'Transaction',
        input: 'whole',
        need: 'always',
        hint: 'The number in the service’s answer to the refund or migration',
        paths: ['TransactionID'],
      },
      { name: 'total', label: 'Corrected total', input: 'amount', paths: ['StoredValueCardReceipt.Total'] },
      { name: 'number', label: 'Receipt number', input: 'whole', paths: [receiptNumber] },
    ],
  },
  confirmOrder: {
    tab: 'Confirm order',
    action: 'Ring up order',
    hasLines: false,
    fields: [
      {
        name: 'order',
        label: 'Order',
        input: 'whole',
        need: 'either',
        hint: 'This or the external order',
        paths: ['OrderID'],
      },
      {
        name: 'externalOrder',
        label: 'External order',
        input: 'text',
        need: 'either',
        hint: 'This or the order',
        paths: ['ExternalOrderID'],
      },
      { name: 'value', label: 'Paid', input: 'amount', isWide: true, paths: ['Payments[].Value'] },
      { name: 'buyerName', label: 'Buyer’s name', input: 'text', paths: ['Buyers[].FullName'] },
      { name: 'buyerEmail', label: 'Buyer’s email', input: 'email', paths: ['Buyers[].Email'] },
    ],
  },
}

export const formKinds = Object.keys(formPlans) as OperationKind[]

/** Where on the page a failure belongs. */
export type FailurePlace =
  { tag: 'field'; name: string } | { tag: 'line'; index: number; part: keyof Line } | { tag: 'form' }

const lineParts: Record<string, keyof Line> = { Name: 'name', Price: 'price', Quantity: 'quantity' }

/** Finds the field that a failure speaks of; a failure with no field of its own belongs to the form. */
export function placeFailure(kind: OperationKind, { path }: FieldFailure): FailurePlace {
  const [, index, partName = ''] = /\.Products\[(\d+)\]\.(\w+)$/.exec(path) ?? []
  const part = lineParts[partName]
  if (index !== undefined && part !== undefined) return { tag: 'line', index: Number(index), part }
  const places = path.split(' or ').map((place) => place.replace(/\[\d+\]/g, '[]'))
  const fields: readonly Field<string>[] = formPlans[kind].fields
  const field = fields.find(({ paths }) => paths.some((known) => places.includes(known)))
  return field ? { tag: 'field', name: field.name } : { tag: 'form' }
}

/** A failure as a cashier would put it. */
export function failureToWords({ expected, found }: FieldFailure): string {
  if (found === 'nothing') return `Enter ${expected}.`
  if (expected.startsWith('a finite decimal')) return 'Enter an amount, such as 12.50.'
  if (expected === 'a whole number') return 'Enter a whole number.'
  return `Expected ${expected}, found ${found}.`
}
