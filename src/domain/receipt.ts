import type { Receipt } from './models.js'
import { distance, isSameToTheCent, multiplyExactly, sumExactly } from './money.js'

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
  const { Total: total, Products: products = [], Payments: payments = [] } = receipt
  if (total === undefined) return []
  const misfits: string[] = []
  const lines = products.map(({ Price, Quantity }) =>
    Price === undefined || Quantity === undefined ? undefined : multiplyExactly(Price, Quantity),
  )
  if (lines.length > 0 && lines.every((line) => line !== undefined)) {
    const sum = lines.reduce((total, line) => total.plus(line))
    if (distance(sum, total).gt(lineTolerance * lines.length)) {
      misfits.push(`the sum of its products, ${sum.toString()}`)
    }
  }
  const amounts = payments.map(({ Amount }) => Amount)
  if (amounts.length > 0 && amounts.every((amount) => amount !== undefined)) {
    const sum = sumExactly(amounts)
    if (!isSameToTheCent(sum, total)) misfits.push(`the sum of its payments, ${sum.toString()}`)
  }
  return misfits
}

/** The counter that numbers a receipt: one for each drawer of a terminal of a shop, and one without a drawer. */
export function senderKey({ SenderData: sender = {} }: Receipt): string {
  const { Shop: shop = null, Terminal: terminal = null, CashDrawer: drawer = null } = sender
  return JSON.stringify([shop, terminal, drawer])
}
