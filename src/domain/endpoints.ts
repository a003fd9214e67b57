import type { Struct } from 'superstruct'
import type { Models, OperationKind } from './models.js'
import type { PathOf } from './paths.js'
import {
  AssociateOperationViewModel,
  MKTConfirmOrderRequestViewModel,
  SVCAuthorizedOperationViewModel,
  SVCMigrationOperationViewModel,
  SVCUpdateReceiptOperationViewModel,
} from './structs.js'

/** What to do with an operation whose outcome is unknown. */
export type ReplayRule = 'verify' | 'once' | 'idempotent'

/** A row of the table that drives every operation; no other code depends on the kind of an operation. */
export interface Endpoint<Model> {
  method: 'POST' | 'PUT'
  path: string
  request: Struct<Model>
  /** The paths of the cards whose order must be kept. */
  cards: readonly PathOf<Model>[]
  /** Which of its cards its conditions are about, if not the first. */
  heldCard?: number
  /** Two cards that must differ. */
  distinct?: readonly [PathOf<Model>, PathOf<Model>]
  /** The paths of the order and transaction ids whose order must be kept. */
  orders: readonly PathOf<Model>[]
  /** Groups of fields: the operation cannot be delivered unless one field of each group is given. */
  needs: readonly { what: string; oneOf: readonly PathOf<Model>[] }[]
  /** Erased as soon as the operation ends. */
  secrets: readonly PathOf<Model>[]
  /** Erased when the retention of personal data ends. */
  personal: readonly PathOf<Model>[]
  receipt?: PathOf<Model>
  /** Whether it replaces an existing receipt, so that two versions of it may have to be merged. */
  isRevision: boolean
  /** Whether the amount of its receipt counts against the offline limits. */
  isLimited: boolean
  /** Whether 409 and 412 are in its contract. */
  hasConflicts: boolean
  replay: ReplayRule
}

/** Where a body or a reply names its transaction. */
export const transactionField = 'TransactionID'

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
    heldCard: 1,
    distinct: ['StoredValueCardCode', 'OldCardCode'],
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
    orders: [transactionField],
    needs: [
      { what: 'the card whose receipt is updated', oneOf: ['CardCode'] },
      { what: 'the transaction whose receipt is updated', oneOf: [transactionField] },
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
  return endpoints[kind] as unknown as Endpoint<Record<string, unknown>>
}
