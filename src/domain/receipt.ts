import type { Receipt } from './models.js'
import { distance, isSameToTheCent, multiplyExactly, roundToCent, sumExactly } from './money.js'

type Sum = ReturnType<typeof sumExactly>

/** A receipt number that was taken and never rung up. */
export interface UnusedNumber {
  shop: string
  terminal: string
  drawer?: number
  number: number
  takenAt: Date
}

/** Rounding may move each line by half a cent, no further. */
const lineTolerance = 0.005

/** What a receipt counts for: its total, else what was paid, else nothing. */
export function receiptToAmount(receipt: Receipt): number {
  if (receipt.Total !== undefined) return Math.abs(receipt.Total)
  const paid = (receipt.Payments ?? []).flatMap(({ Amount }) => Amount ?? [])
  return sumExactly(paid).abs().toNumber()
}

/** In what way a receipt whose parts are all given does not add up; what is missing is not invented. */
export function receiptMisfits(receipt: Receipt): string[] {
  const { Total: total, Products: products = [] } = receipt
  if (total === undefined) return []
  const misfits: string[] = []
  const bought = sumProducts(receipt)
  if (bought && distance(bought, total).gt(lineTolerance * products.length)) {
    misfits.push(`the sum of its products, ${bought.toString()}`)
  }
  const paid = sumPayments(receipt)
  if (paid && !isSameToTheCent(paid, total)) misfits.push(`the sum of its payments, ${paid.toString()}`)
  return misfits
}

/** What a receipt without a total may come to, the likeliest first; nothing where a part is missing. */
export function receiptToTotals(receipt: Receipt): number[] {
  return [sumProducts(receipt), sumPayments(receipt)].flatMap((sum) => (sum ? [roundToCent(sum)] : []))
}

function sumProducts({ Products: products = [] }: Receipt): Sum | undefined {
  const lines = products.flatMap(({ Price, Quantity }) =>
    Price === undefined || Quantity === undefined ? [] : [multiplyExactly(Price, Quantity)],
  )
  if (lines.length === 0 || lines.length < products.length) return undefined
  return lines.reduce((sum, line) => sum.plus(line))
}

function sumPayments({ Payments: payments = [] }: Receipt): Sum | undefined {
  const amounts = payments.flatMap(({ Amount }) => Amount ?? [])
  return amounts.length === 0 || amounts.length < payments.length ? undefined : sumExactly(amounts)
}

/** The counter that numbers a receipt: one for each drawer of a terminal of a shop, and one without a drawer. */
export function senderKey({ SenderData: sender = {} }: Receipt): string {
  const { Shop: shop = null, Terminal: terminal = null, CashDrawer: drawer = null } = sender
  return JSON.stringify([shop, terminal, drawer])
}
