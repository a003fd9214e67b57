import type { Receipt } from './models.js'
import { Decimal } from './decimal.js'
import { distance, isSameRounded, multiplyExactly, roundExactly, sumExactly } from './money.js'

/** A receipt number that was taken but not used. */
export interface UnusedNumber {
  shop: string
  terminal: string
  drawer?: number
  number: number
  takenAt: Date
}

/** The amount of a receipt: its total, else the sum of its payments, else 0. */
export function receiptToAmount(receipt: Receipt): number {
  if (receipt.Total !== undefined) return Math.abs(receipt.Total)
  const paid = (receipt.Payments ?? []).flatMap(({ Amount }) => Amount ?? [])
  return sumExactly(paid).abs().toNumber()
}

/** The wrong sums of a receipt; a sum with a missing part is not checked. */
export function receiptMisfits(receipt: Receipt, decimals = 2): string[] {
  const { Total: total, Products: products = [] } = receipt
  if (total === undefined) return []
  const misfits: string[] = []
  const bought = sumProducts(receipt)
  // Rounding may change each line by at most half of the smallest unit.
  if (bought && distance(bought, total).isMoreThan(new Decimal(5n * BigInt(products.length), decimals + 1))) {
    misfits.push(describeMisfit('products', bought, total, ` (price by quantity; ${discount})`))
  }
  const paid = sumPayments(receipt)
  if (paid && !isSameRounded(paid, total, decimals)) misfits.push(describeMisfit('payments', paid, total))
  return misfits
}

const discount = 'a discount is a product with a negative price'

function describeMisfit(what: string, sum: Decimal, total: number, how = ''): string {
  return `${what} that come to ${sum.toString()} where Total is ${total}${how}`
}

/**
 * The possible totals of a receipt without one, the likeliest first; none if a part is missing. They have the usual
 * decimals, and the finest where the payments have more, or without payments the prices.
 */
export function receiptToTotals(receipt: Receipt, decimals: number, finest = decimals): number[] {
  const digits = findDigits(receipt, decimals, finest)
  return [sumProducts(receipt), sumPayments(receipt)].flatMap((sum) =>
    sum ? [roundExactly(sum, digits)] : [],
  )
}

/** What the products of a receipt come to, in the decimals of its total; undefined if a part is missing. */
export function receiptToItems(receipt: Receipt, decimals: number, finest = decimals): number | undefined {
  const sum = sumProducts(receipt)
  return sum && roundExactly(sum, findDigits(receipt, decimals, finest))
}

function findDigits(receipt: Receipt, decimals: number, finest: number): number {
  const { Payments: payments = [], Products: products = [] } = receipt
  const amounts =
    payments.length > 0 ? payments.map(({ Amount }) => Amount) : products.map(({ Price }) => Price)
  return amounts.some((amount) => amount !== undefined && isFiner(amount, decimals)) ? finest : decimals
}

function isFiner(amount: number, decimals: number): boolean {
  return roundExactly(Decimal.from(amount), decimals) !== amount
}

/** What the products of a receipt come to, unrounded; undefined if a part is missing. */
export function sumProducts({ Products: products = [] }: Receipt): Decimal | undefined {
  const lines = products.flatMap(({ Price, Quantity }) =>
    Price === undefined || Quantity === undefined ? [] : [multiplyExactly(Price, Quantity)],
  )
  if (lines.length === 0 || lines.length < products.length) return undefined
  return lines.reduce((sum, line) => sum.plus(line))
}

function sumPayments({ Payments: payments = [] }: Receipt): Decimal | undefined {
  const amounts = payments.flatMap(({ Amount }) => Amount ?? [])
  return amounts.length === 0 || amounts.length < payments.length ? undefined : sumExactly(amounts)
}

/** The key of the counter for receipt numbers: one per drawer of a shop's terminal, and one without. */
export function senderKey({ SenderData: sender = {} }: Receipt): string {
  const { Shop: shop = null, Terminal: terminal = null, CashDrawer: drawer = null } = sender
  return JSON.stringify([shop, terminal, drawer])
}
