import type { Models, OperationKind, Receipt } from '../index.js'
import { centsToNumber, multiplyToCents, readDecimal, readInteger } from './decimals.js'
import type { Draft, Line } from './drafts.js'

/** What the till adds to what was typed. */
export interface Stamp {
  shop: string
  terminal: string
  now: Date
  /** The next receipt number. */
  number: number
}

type Bodies = { [Kind in OperationKind]: (draft: Draft<Kind>, stamp: Stamp) => Models[Kind] }

/** What each form sends: the interface's own names, and nothing that was left empty. */
export const bodies: Bodies = {
  associate: ({ fields }, { shop, terminal }) =>
    fill<Models['associate']>({
      Card: fields.card,
      Shop: shop,
      Terminal: terminal,
      CardData: {
        AuthorizationPin: fields.pin,
        Holder: { FirstName: fields.firstName, LastName: fields.lastName, Email: fields.email },
      },
    }),

  refund: ({ fields, lines }, stamp) => {
    const total = linesToTotal(lines)
    return fill<Models['refund']>({
      StoredValueCardCodeCollection: [
        { StoredValueCardCode: fields.card, AuthorizationCode: fields.authorization },
      ],
      StoredValueCardReceipt: {
        ...describeReceipt(stamp, readInteger(fields.number)),
        Products: lines.map(lineToProduct),
        Payments: [describePayment(fields.method, fields.card, total)],
        Total: total,
      },
      Notes: fields.notes,
    })
  },

  migrate: ({ fields }, stamp) =>
    fill<Models['migrate']>({
      StoredValueCardCode: fields.newCard,
      OldCardCode: fields.oldCard,
      StoredValueCardReceipt: {
        ...describeReceipt(stamp, stamp.number),
        Total: readDecimal(fields.total),
      },
    }),

  updateReceipt: ({ fields }, stamp) =>
    fill<Models['updateReceipt']>({
      CardCode: fields.card,
      TransactionID: readInteger(fields.transaction),
      StoredValueCardReceipt: {
        ...describeReceipt(stamp, readInteger(fields.number)),
        Total: readDecimal(fields.total),
      },
    }),

  confirmOrder: ({ fields }, { shop, terminal }) =>
    fill<Models['confirmOrder']>({
      OrderID: readInteger(fields.order),
      ExternalOrderID: fields.externalOrder,
      Payments: [{ Value: readDecimal(fields.value) }],
      Buyers: [{ FullName: fields.buyerName, Email: fields.buyerEmail }],
      Shop: shop,
      Terminal: terminal,
    }),
}

/** The sum of the lines to the cent; none while a line cannot be read. */
export function linesToTotal(lines: readonly Line[]): number | undefined {
  let sum = 0n
  for (const { price, quantity } of lines) {
    const cents = multiplyToCents(price, quantity)
    if (cents === undefined) return undefined
    sum += cents
  }
  return centsToNumber(sum)
}

function describeReceipt({ shop, terminal, now }: Stamp, number: number | undefined): Loose<Receipt> {
  return {
    IssueDate: now.toISOString(),
    SenderData: { Shop: shop, Terminal: terminal, Type: 1, Number: number, CashDrawer: 1 },
  }
}

/** A price or quantity that is missing from a line in use is as wrong as one that cannot be read. */
function lineToProduct({ name, price, quantity }: Line) {
  return { Name: name, Price: readDecimal(price) ?? NaN, Quantity: readDecimal(quantity) ?? NaN }
}

const storedValue = 'stored-value'

/** The payment methods of this shop; the interface leaves the inside of a method open. */
export const paymentMethods = [
  { value: storedValue, label: 'On the card' },
  { value: 'cash', label: 'Cash' },
  { value: 'bank-card', label: 'Bank card' },
] as const

function describePayment(method: string, card: string, amount: number | undefined) {
  return {
    Method: { Code: method },
    CardCode: method === storedValue ? card : undefined,
    Amount: amount,
  }
}

/** A model that may still hold what was left empty. */
type Loose<Value> = Value extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Loose<Value[Key]> | undefined }
    : Value

function fill<Model extends object>(loose: Loose<Model>): Model {
  return (prune(loose) ?? {}) as Model
}

/** The value without its empty parts; nothing if nothing is left. */
function prune(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (Array.isArray(value)) {
    const items = value.map(prune).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const kept = prune(inner)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
