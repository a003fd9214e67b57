import { endpointOf } from '../../domain/endpoints.js'
import type { ListedEntry } from '../../domain/entry.js'
import { hasTime, readMoment } from '../../domain/issue-date.js'
import { maskCard } from '../../domain/lanes.js'
import type { JsonObject, Models, OperationKind, Receipt, ReceiptPayment } from '../../domain/models.js'
import { multiplyExactly, sumExactly } from '../../domain/money.js'
import { readPath } from '../../domain/paths.js'

/** The content of a slip, as far as the receipt has it. */
export interface Slip {
  id: string
  kind: OperationKind | 'unknown'
  /** A slip without a mark is confirmed by the service. */
  mark?: 'provisional' | 'void'
  issuer: string[]
  number?: number
  issuedAt?: Date | string
  place: string[]
  operator?: string
  lines: { name: string; quantity?: number; price?: number; amount?: string }[]
  payments: { method?: string; card?: string; amount?: number }[]
  total?: number
  /** The order's own number, from the shop or elsewhere. */
  order?: string
  /** Some operations have no receipt at all. */
  hasReceipt: boolean
  /** Masked. */
  cards: string[]
  /** The two cards of a migration, masked. */
  oldCard?: string
  newCard?: string
}

/** Whether a line's price and quantity say more than its amount does. */
export function isDetailed({ quantity, price }: Slip['lines'][number]): boolean {
  return price === undefined ? quantity !== undefined : quantity !== 1
}

/** The slip of an entry, without a whole card code. */
export function entryToSlip(entry: ListedEntry): Slip {
  const { id, kind, cards } = entry
  const found = findReceipt(entry)
  const receipt = found ?? orderToReceipt(entry.request)
  const order = nameOrder(entry.request)
  const { IssuerData: issuer = {}, SenderData: sender = {} } = receipt
  const operator = sender.Operator ?? ('operator' in entry ? entry.operator : undefined)
  const mark = stateToMark(entry.state)
  const issuedAt = readIssued(receipt) ?? entry.createdAt
  const named = [issuer.Name, issuer.Address, issuer.Telephone, issuer.EMail, issuer.VATNumber]
  return {
    id,
    kind,
    cards,
    ...nameMigrated(entry.request),
    ...(mark && { mark }),
    issuer: named.flatMap((text) => (text === undefined || text === '' ? [] : [text])),
    ...(sender.Number !== undefined && { number: sender.Number }),
    ...(issuedAt && { issuedAt }),
    place: listPlace(entry, sender),
    ...(operator !== undefined && { operator }),
    lines: (receipt.Products ?? []).map(productToLine),
    payments: (receipt.Payments ?? []).map(paymentToLine),
    ...(receipt.Total !== undefined && { total: receipt.Total }),
    ...(order !== undefined && { order }),
    hasReceipt: found !== undefined,
  }
}

function findReceipt({ kind, request }: ListedEntry): Receipt | undefined {
  const path = kind === 'unknown' ? undefined : endpointOf(kind).receipt
  return path === undefined ? undefined : (readPath(request, path)[0] as Receipt | undefined)
}

/** An order has no receipt, but its payments are shown. */
function orderToReceipt(request: ListedEntry['request']): Receipt {
  const { Payments: payments } = request as Partial<Models['confirmOrder']>
  const paid = payments?.flatMap(({ Value }) => Value ?? []) ?? []
  if (!payments || paid.length === 0) return {}
  const lines = payments.map(({ Value, PaymentType, PaymentCode }) => ({
    Method: nameMethod(PaymentType, PaymentCode),
    ...(Value !== undefined && { Amount: Value }),
  }))
  return { Payments: lines, Total: sumExactly(paid).toNumber() }
}

/** The code of a payment names its method where nothing else does. */
function nameMethod(type: unknown, code: string | undefined): JsonObject {
  const name = readMethod(type) ?? code
  return name === undefined ? {} : { Name: name }
}

/** The two cards of a migration, masked. */
export function nameMigrated(request: ListedEntry['request']): Pick<Slip, 'oldCard' | 'newCard'> {
  const { OldCardCode: old, StoredValueCardCode: next } = request as Partial<Models['migrate']>
  return {
    ...(typeof old === 'string' && { oldCard: maskCard(old) }),
    ...(typeof next === 'string' && { newCard: maskCard(next) }),
  }
}

function nameOrder(request: ListedEntry['request']): string | undefined {
  const { OrderID: own, ExternalOrderID: external } = request as Partial<Models['confirmOrder']>
  return own === undefined ? external : String(own)
}

function stateToMark(state: ListedEntry['state']): Slip['mark'] {
  switch (state) {
    case 'settled':
      return undefined
    case 'voided':
      return 'void'
    case 'queued':
    case 'sending':
    case 'parked':
      return 'provisional'
  }
}

/** A date without a time, or in a form that browsers read differently, is shown as it was written. */
function readIssued({ IssueDate: text }: Receipt): Date | string | undefined {
  const at = text !== undefined && hasTime(text) ? readMoment(text) : undefined
  return at === undefined ? text : new Date(at)
}

function listPlace(
  entry: ListedEntry,
  { Shop, Terminal, CashDrawer }: NonNullable<Receipt['SenderData']>,
): string[] {
  const own = 'shop' in entry ? entry : { shop: undefined, terminal: undefined }
  return [Shop ?? own.shop, Terminal ?? own.terminal, CashDrawer].flatMap((part) =>
    part === undefined ? [] : [String(part)],
  )
}

function productToLine({
  Name,
  Code,
  Quantity,
  Price,
}: NonNullable<Receipt['Products']>[number]): Slip['lines'][number] {
  const isWhole = Price !== undefined && Quantity !== undefined
  return {
    name: Name ?? Code ?? '',
    ...(Quantity !== undefined && { quantity: Quantity }),
    ...(Price !== undefined && { price: Price }),
    ...(isWhole && { amount: multiplyExactly(Price, Quantity).toFixed() }),
  }
}

/** The interface does not show the fields of a method: a text, or an object with a text that names it. */
function readMethod(method: unknown): string | undefined {
  if (typeof method === 'string') return method === '' ? undefined : method
  if (typeof method !== 'object' || method === null) return undefined
  const { Name, name, Description, description, Code, code } = method as Record<string, unknown>
  return [Name, name, Description, description, Code, code].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}

function paymentToLine({ Method = {}, CardCode, Amount }: ReceiptPayment): Slip['payments'][number] {
  const method = readMethod(Method)
  return {
    ...(method !== undefined && { method }),
    ...(CardCode !== undefined && { card: maskCard(CardCode) }),
    ...(Amount !== undefined && { amount: Amount }),
  }
}
