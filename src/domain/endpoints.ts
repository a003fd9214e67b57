import type { Struct } from 'superstruct'
import {
  AssociateOperationViewModel,
  MKTConfirmOrderRequestViewModel,
  SVCAuthorizedOperationViewModel,
  SVCMigrationOperationViewModel,
  SVCUpdateReceiptOperationViewModel,
  type Models,
  type OperationKind,
} from './models.js'
import type { PathOf } from './paths.js'

/** What may be done with an operation whose outcome is not known. */
export type ReplayRule = 'verify' | 'once' | 'idempotent'

/** One row of the table that drives every operation; nothing else asks which operation it holds. */
export interface Endpoint<Model> {
  method: 'POST' | 'PUT'
  path: string
  request: Struct<Model>
  /** Where the cards stand whose order must be kept. */
  cards: readonly PathOf<Model>[]
  /** Where the order ids stand whose order must be kept. */
  orders: readonly PathOf<Model>[]
  /** The operation cannot be delivered unless one of each group is given. */
  needs: readonly { what: string; oneOf: readonly PathOf<Model>[] }[]
  /** Erased as soon as the operation ends. */
  secrets: readonly PathOf<Model>[]
  /** Erased when the retention of personal data ends. */
  personal: readonly PathOf<Model>[]
  receipt?: PathOf<Model>
  /** Whether it replaces a receipt that stands, so that two versions of it may have to be merged. */
  isRevision: boolean
  /** Whether the amount of its receipt counts against the offline limits. */
  isLimited: boolean
  /** Whether 409 and 412 are on its contract. */
  hasConflicts: boolean
  replay: ReplayRule
}

type Endpoints = { readonly [Kind in OperationKind]: Endpoint<Models[Kind]> }

export const endpoints: Endpoints = {
  associate: {
    method: 'POST',
    path: '/v1.0/svc/associate',
    request: AssociateOperationViewModel,
    cards: ['Card'],
    orders: [],
    needs: [{ what: 'the card to associate', oneOf: ['Card'] }],
    secrets: [
      'CardData.Password',
      'CardData.AuthorizationPin',
      'CardData.SecurityActivationToken',
      'CardData.MobileDevices[].Token',
    ],
    personal: [
      'CardData.Holder',
      'CardData.MobileDevices',
      'CardData.Approvals',
      'CardData.Partnerships',
      'Notes',
    ],
    isRevision: false,
    isLimited: false,
    hasConflicts: true,
    replay: 'verify',
  },
  refund: {
    method: 'PUT',
    path: '/v1.0/svc/refund',
    request: SVCAuthorizedOperationViewModel,
    cards: [
      'StoredValueCardCodeCollection[].StoredValueCardCode',
      'StoredValueCardReceipt.Payments[].CardCode',
    ],
    orders: [],
    needs: [{ what: 'a card to refund', oneOf: ['StoredValueCardCodeCollection[].StoredValueCardCode'] }],
    secrets: ['StoredValueCardCodeCollection[].AuthorizationCode'],
    personal: ['StoredValueCardReceipt.UserData', 'Notes'],
    receipt: 'StoredValueCardReceipt',
    isRevision: false,
    isLimited: true,
    hasConflicts: true,
    replay: 'verify',
  },
  migrate: {
    method: 'PUT',
    path: '/v1.0/svc/migrate',
    request: SVCMigrationOperationViewModel,
    cards: ['StoredValueCardCode', 'OldCardCode', 'StoredValueCardReceipt.Payments[].CardCode'],
    orders: [],
    needs: [
      { what: 'the new card', oneOf: ['StoredValueCardCode'] },
      { what: 'the old card', oneOf: ['OldCardCode'] },
    ],
    secrets: [],
    personal: ['StoredValueCardReceipt.UserData', 'Notes'],
    receipt: 'StoredValueCardReceipt',
    isRevision: false,
    isLimited: false,
    hasConflicts: true,
    replay: 'verify',
  },
  updateReceipt: {
    method: 'PUT',
    path: '/v1.0/svc/receipt',
    request: SVCUpdateReceiptOperationViewModel,
    cards: ['CardCode', 'StoredValueCardReceipt.Payments[].CardCode'],
    orders: [],
    needs: [
      { what: 'the card whose receipt is updated', oneOf: ['CardCode'] },
      { what: 'the transaction whose receipt is updated', oneOf: ['TransactionID'] },
    ],
    secrets: [],
    personal: ['StoredValueCardReceipt.UserData'],
    receipt: 'StoredValueCardReceipt',
    isRevision: true,
    isLimited: false,
    hasConflicts: true,
    replay: 'idempotent',
  },
  confirmOrder: {
    method: 'POST',
    path: '/v1.0/mktp/order',
    request: MKTConfirmOrderRequestViewModel,
    cards: [],
    orders: ['OrderID', 'ExternalOrderID'],
    needs: [{ what: 'the order to confirm', oneOf: ['OrderID', 'ExternalOrderID'] }],
    secrets: [],
    personal: ['Buyers', 'Payments[].PayerEmail'],
    isRevision: false,
    isLimited: false,
    hasConflicts: false,
    replay: 'verify',
  },
}

export const operationKinds = Object.keys(endpoints) as OperationKind[]

/** The row of one operation, for code that handles all five alike. */
export function endpointOf(kind: OperationKind): Endpoint<Record<string, unknown>> {
  return endpoints[kind]
}
