import { currencyToDigits, currencyToFinestDigits } from '../../domain/currency.js'
import { sumExactly } from '../../domain/money.js'
import type { Receipt } from '../../domain/models.js'
import { receiptToItems } from '../../domain/receipt.js'
import { correctBody, type BodyField } from './body-fields.js'

const receiptName = 'StoredValueCardReceipt'
export const totalPath = `${receiptName}.Total`
const paymentPath = /^StoredValueCardReceipt\.Payments\[\d+\]\.Amount$/

/** The sums of a receipt, as far as it has them. */
export interface Sums {
  items?: number
  total?: number
}

function receiptOf(body: object | undefined): Receipt | undefined {
  return (body as { [receiptName]?: Receipt } | undefined)?.[receiptName]
}

/** The sum of a body's items in the decimals of the currency, and its total. */
export function bodyToSums(body: object | undefined, currency: string): Sums {
  const receipt = receiptOf(body)
  const items =
    receipt && receiptToItems(receipt, currencyToDigits(currency), currencyToFinestDigits(currency))
  const total = receipt?.Total
  return { ...(items !== undefined && { items }), ...(total !== undefined && { total }) }
}

/** The exact difference of two amounts. */
export function subtract(amount: number, from: number): number {
  return sumExactly([from, -amount]).toNumber()
}

/** A receipt's body with the sum of its items as its total. */
export function withItemsTotal<Body extends object>(body: Body, currency: string): Body {
  const { items } = bodyToSums(body, currency)
  const receipt = receiptOf(body)
  return items === undefined ? body : { ...body, [receiptName]: { ...receipt, Total: items } }
}

interface Following {
  written: ReadonlySet<string>
  currency: string
  /** An amount as a person would have typed it. */
  type: (amount: number) => string
}

/**
 * The texts of a correction, in which the total follows the items and a single payment follows the total, as long as
 * they did so before and the person has not written them.
 */
export function followItems(
  before: object,
  fields: readonly BodyField[],
  texts: ReadonlyMap<string, string>,
  { written, currency, type }: Following,
): ReadonlyMap<string, string> {
  const read = (now: ReadonlyMap<string, string>) =>
    bodyToSums(correctBody(before, fields, now, currency).body, currency)
  const was = bodyToSums(before, currency)
  const { items } = read(texts)
  const isFollowed = was.items !== undefined && was.items === was.total && !written.has(totalPath)
  const totalled = isFollowed && items !== undefined ? new Map([...texts, [totalPath, type(items)]]) : texts
  const { total } = read(totalled)
  const payments = fields.filter(({ path }) => paymentPath.test(path))
  const [payment] = payments
  const isPaidWhole = payments.length === 1 && payment !== undefined && Number(payment.value) === was.total
  if (!isPaidWhole || total === undefined || written.has(payment.path)) return totalled
  return new Map([...totalled, [payment.path, type(total)]])
}
