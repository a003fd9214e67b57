import { findLanes } from '../../src/domain/lanes.js'
import type { Models, OperationKind } from '../../src/domain/models.js'
import type { ConditionsAsked } from '../../src/domain/conditions.js'
import type { Effect } from '../../src/sandbox/index.js'
import type { Random } from './random.js'

/** An operation as the simulation knows it, found again by a marker inside its body. */
export interface Operation {
  marker: string
  kind: OperationKind
  request: object
  lanes: readonly string[]
  /** What it corrects. */
  before?: Operation
  /** What names the transaction it revises: the number itself, or an operation whose reply will give it. */
  transaction?: string
}

/** The first of a chain of corrections. */
export function findRoot(operation: Operation): string {
  return operation.before ? findRoot(operation.before) : operation.marker
}

export interface Extra {
  conditions?: ConditionsAsked
  transactionOf?: string
}

const cards = ['9001000000000011', '9001000000000022', '9001000000000033', '9001000000000044'] as const

/** The service answers 404 for it. */
export const unknownCard = '9001000000000099'

export function secretOf(marker: string): string {
  return `secret.${marker}.`
}

/** A body of a kind under a marker of its own. */
export function createRequest(kind: OperationKind, marker: string, random: Random): object {
  const card = random.pick(cards)
  const receipt = { Total: random.between(1, 50), SenderData: { Shop: 'S01', Terminal: 'T1' } }
  switch (kind) {
    case 'refund':
      return mark(kind, marker, {
        StoredValueCardCodeCollection: random.isLikely(0.25)
          ? [...new Set([card, random.pick(cards)])].map((code) => ({ StoredValueCardCode: code }))
          : [{ StoredValueCardCode: card }],
        StoredValueCardReceipt: receipt,
      } satisfies Models['refund'])
    case 'associate':
      return mark(kind, marker, { Card: card, Shop: random.isLikely(0.9) ? 'S01' : 'S02', CardData: {} })
    case 'migrate':
      return mark(kind, marker, { OldCardCode: card, StoredValueCardCode: `${card}-${marker}` })
    case 'updateReceipt':
      return mark(kind, marker, { CardCode: card, StoredValueCardReceipt: receipt })
    case 'confirmOrder':
      return mark(kind, marker, { OrderID: random.between(1, 4), Shop: 'S01' })
  }
}

/** The body with the marker, and with secrets that tell whose they are. */
export function mark(kind: OperationKind, marker: string, body: object): object {
  const secret = secretOf(marker)
  switch (kind) {
    case 'refund': {
      const { StoredValueCardCodeCollection: items = [], StoredValueCardReceipt: receipt } =
        body as Models['refund']
      const signed = items.map((item) => ({ ...item, AuthorizationCode: secret }))
      // What is bought tells one sale from another.
      const sale = { ...receipt, Products: [{ Name: marker }] }
      return { ...body, StoredValueCardCodeCollection: signed, StoredValueCardReceipt: sale, Notes: marker }
    }
    case 'associate':
      return { ...body, CardData: { AuthorizationPin: secret, Password: secret }, Notes: marker }
    case 'migrate':
      return { ...body, Notes: marker }
    case 'updateReceipt': {
      const { StoredValueCardReceipt: receipt } = body as Models['updateReceipt']
      return { ...body, StoredValueCardReceipt: { ...receipt, UserData: marker } }
    }
    case 'confirmOrder':
      return { ...body, ExternalOrderID: marker }
  }
}

export function markerOf(kind: OperationKind, body: object): string {
  const { Notes } = body as Models['refund']
  const { ExternalOrderID } = body as Models['confirmOrder']
  const { StoredValueCardReceipt } = body as Models['updateReceipt']
  const marker =
    kind === 'confirmOrder'
      ? ExternalOrderID
      : kind === 'updateReceipt'
        ? StoredValueCardReceipt?.UserData
        : Notes
  return marker ?? 'unmarked'
}

export function effectToMarker({ operation, body }: Effect): string {
  return markerOf(operation, body)
}

export function createOperation(
  kind: OperationKind,
  marker: string,
  request: object,
  before?: Operation,
  transactionOf?: string,
): Operation {
  const { TransactionID } = request as Models['updateReceipt']
  const transaction = transactionOf === undefined ? TransactionID : `of ${transactionOf}`
  return {
    marker,
    kind,
    request,
    lanes: findLanes(kind, request),
    ...(before && { before }),
    ...(transaction !== undefined && kind === 'updateReceipt' && { transaction: String(transaction) }),
  }
}

const kindsByWeight = [
  'refund',
  'refund',
  'refund',
  'associate',
  'associate',
  'updateReceipt',
  'updateReceipt',
  'updateReceipt',
  'migrate',
  'confirmOrder',
  'confirmOrder',
] as const

export function pickKind(random: Random): OperationKind {
  return random.pick(kindsByWeight)
}

/** The same operation put right by a person: another amount, and now and then another card. */
export function correct(
  kind: OperationKind,
  request: object,
  marker: string,
  effects: readonly Effect[],
  random: Random,
): object {
  const body = mark(kind, marker, structuredClone(request))
  if (kind === 'refund' && random.isLikely(0.2)) {
    return mark(kind, marker, {
      ...body,
      StoredValueCardCodeCollection: [{ StoredValueCardCode: random.pick(cards) }],
    })
  }
  if (kind === 'migrate') return { ...body, StoredValueCardCode: `new-${marker}` }
  if (kind === 'updateReceipt' && !('TransactionID' in body)) {
    return {
      ...body,
      TransactionID: effects.find(({ transactionId }) => transactionId)?.transactionId ?? 1001,
    }
  }
  return body
}
