import type { Models, OperationKind, Receipt } from '../../index.js'
import { padDecimals } from '../currency.js'
import {
  centsToNumber,
  isMoney,
  isQuantity,
  multiply,
  readDecimal,
  readInteger,
  sumToCents,
} from './decimals.js'
import type { Draft, Line, LooseDraft, Payment } from './drafts.js'
import type { MethodName } from './texts.js'

/** The parts of a body that are not typed. */
export interface Stamp {
  shop: string
  terminal: string
  operator: string
  /** The names of this shop's payment methods on a slip. */
  methods: Record<MethodName, string>
}

type Bodies = {
  [Kind in OperationKind]: (draft: Draft<Kind>, stamp: Stamp, receipt?: Receipt) => Models[Kind]
}

/** Creates the body of each form, with the interface's field names and without empty fields. */
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

  refund: ({ fields }, _stamp, receipt) =>
    fill<Models['refund']>({
      StoredValueCardCodeCollection: [
        { StoredValueCardCode: fields.card, AuthorizationCode: fields.authorization },
      ],
      StoredValueCardReceipt: receipt,
      Notes: fields.notes,
    }),

  migrate: ({ fields }, _stamp, receipt) =>
    fill<Models['migrate']>({
      StoredValueCardCode: fields.newCard,
      OldCardCode: fields.oldCard,
      StoredValueCardReceipt: receipt,
      Notes: fields.notes,
    }),

  updateReceipt: ({ fields }, _stamp, receipt) =>
    fill<Models['updateReceipt']>({
      CardCode: fields.card,
      TransactionID: fields.target === '' ? readInteger(fields.transaction) : undefined,
      StoredValueCardReceipt: receipt,
    }),

  confirmOrder: ({ fields, payments }, { shop, terminal, methods }) =>
    fill<Models['confirmOrder']>({
      OrderID: readInteger(fields.order),
      ExternalOrderID: fields.externalOrder,
      Payments: payments.filter(isUsedPayment).map(({ method, amount }) => ({
        PaymentType: describeMethod(method, methods),
        Value: readDecimal(amount),
      })),
      Buyers: [{ FullName: fields.buyerName, Email: fields.buyerEmail }],
      Shop: shop,
      Terminal: terminal,
    }),
}

/** The receipt for the till to complete; undefined if the operation has none. */
export function draftToReceipt(
  kind: OperationKind,
  draft: LooseDraft,
  { operator, methods }: Stamp,
  original?: Receipt,
): Receipt | undefined {
  if (kind === 'associate' || kind === 'confirmOrder') return undefined
  const products = draft.lines.filter(isUsedLine).map(lineToProduct)
  const sender = { Type: 1, CashDrawer: 1, Operator: operator }
  switch (kind) {
    case 'refund':
      return fill<Receipt>({
        SenderData: sender,
        Products: products,
        Payments: [describePayment(draft, methods)],
      })
    case 'migrate':
      return fill<Receipt>({ SenderData: sender, Products: products })
    case 'updateReceipt':
      return original
        ? correct(original, products, linesToTotal(draft.lines))
        : fill<Receipt>({
            SenderData: { ...sender, Number: readInteger(draft.fields.number ?? '') },
            Products: products,
          })
  }
}

/** Corrects a receipt's lines. Its payment follows the new total only if there is just one. */
function correct(original: Receipt, products: Receipt['Products'], total: number | undefined): Receipt {
  const { Payments: payments = [] } = original
  const [payment] = payments
  return fill<Receipt>({
    ...original,
    Total: undefined,
    Products: products,
    Payments: payment && payments.length === 1 ? [{ ...payment, Amount: total }] : undefined,
  })
}

/** The sum of the lines in cents, rounded as the till does; undefined while a line cannot be read. */
export function linesToCents(lines: readonly Line[]): bigint | undefined {
  const used = lines.filter(isUsedLine)
  return used.every(isReadable)
    ? sumToCents(used.map(({ price, quantity }) => [price, quantity] as const))
    : undefined
}

/** The amount of a line; undefined while it cannot be read. */
export function lineToAmount(line: Line): string | undefined {
  return isReadable(line) ? multiply(line.price, line.quantity) : undefined
}

/** What the form would refuse is not summed either: 1.250 may mean thousands. */
function isReadable({ price, quantity }: Line): boolean {
  return isMoney(price) && isQuantity(quantity)
}

/** The sum of the payments; undefined while a payment cannot be read. */
export function paymentsToCents(payments: readonly Payment[]): bigint | undefined {
  const amounts = payments.filter(isUsedPayment).map(({ amount }) => amount)
  return amounts.every((amount) => isMoney(amount))
    ? sumToCents(amounts.map((amount) => [amount, '1'] as const))
    : undefined
}

/** The sum of the lines as a number for the body. */
export function linesToTotal(lines: readonly Line[]): number | undefined {
  const cents = linesToCents(lines)
  return cents === undefined ? undefined : centsToNumber(cents)
}

/** The lines of a receipt as typed text. */
export function receiptToLines({ Products: products = [], Total: total }: Receipt): Line[] {
  if (products.length === 0 && total !== undefined)
    return [{ name: '', price: priceToText(total), quantity: '1' }]
  return products.map(({ Name: name = '', Price: price, Quantity: quantity }) => ({
    name,
    price: priceToText(price),
    quantity: numberToText(quantity ?? 1),
  }))
}

function numberToText(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

/** A price with the decimals of the currency. */
function priceToText(price: number | undefined): string {
  return price === undefined ? '' : padDecimals(String(price))
}

/** Whether a line was used; its quantity is not compared, because it has a default. */
export function isUsedLine({ name, price }: Line): boolean {
  return name.trim() !== '' || price.trim() !== ''
}

/** Whether a payment was used; its method is not compared, because it has a default. */
export function isUsedPayment({ amount }: Payment): boolean {
  return amount.trim() !== ''
}

/** A missing price or quantity becomes NaN, so that the till refuses it as it refuses an unreadable one. */
function lineToProduct({ name, price, quantity }: Line) {
  return fill<NonNullable<Receipt['Products']>[number]>({
    Name: name,
    Price: readDecimal(price) ?? NaN,
    Quantity: readDecimal(quantity) ?? NaN,
  })
}

/** The payment methods of this shop; the interface does not define them. */
export const methodNames = ['stored-value', 'cash', 'bank-card'] as const

function describeMethod(code: string, names: Record<string, string>) {
  return { Code: code, Name: names[code] }
}

function describePayment({ fields: { method, card }, lines }: LooseDraft, names: Stamp['methods']) {
  return {
    Method: describeMethod(method ?? methodNames[0], names),
    CardCode: method === methodNames[0] ? card : undefined,
    Amount: linesToTotal(lines),
  }
}

/** A model that may still have empty fields. */
type Loose<Value> = Value extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Loose<Value[Key]> | undefined }
    : Value

function fill<Model extends object>(loose: Loose<Model>): Model {
  return (prune(loose) ?? {}) as Model
}

/** The value without its empty parts; undefined if nothing is left. */
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
