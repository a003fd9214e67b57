import { InvalidReceipt } from './errors.js'
import type { Receipt, SenderData } from './models.js'
import { receiptMisfits, receiptToTotals } from './receipt.js'
import { createRules, type TillRules } from './rules.js'
import { findFailures, type FieldFailure } from './validate.js'

/** What the till knows of every receipt it issues. The service's shops and terminals are text, as the till's are. */
export interface ReceiptFacts {
  shop: string
  terminal: string
  /** Left out, all else is filled in: so that a draft that does not add up costs no number. */
  number?: number
  now: number
}

/** Fills in what a draft leaves open and never what it gives; throws where the whole would not add up. */
export function completeReceipt(
  draft: Receipt,
  facts: ReceiptFacts,
  misfits: TillRules['receipt'] = receiptMisfits,
): Receipt {
  assertSound(draft, () => [])
  const receipt = {
    ...draft,
    IssueDate: draft.IssueDate ?? new Date(facts.now).toISOString(),
    SenderData: completeSender(draft.SenderData, facts),
  }
  const total = draft.Total ?? findTotal(receipt, misfits)
  const complete = total === undefined ? receipt : { ...receipt, Total: total }
  assertSound(complete, misfits)
  return complete
}

function completeSender(given: SenderData = {}, { shop, terminal, number }: ReceiptFacts): SenderData {
  const own = given.Number ?? number
  return {
    ...given,
    Shop: given.Shop ?? shop,
    Terminal: given.Terminal ?? terminal,
    ...(own !== undefined && { Number: own }),
  }
}

/** Lines that were each rounded may have been paid with a cent more or less than their sum: then what was paid counts. */
function findTotal(receipt: Receipt, misfits: TillRules['receipt']): number | undefined {
  const totals = receiptToTotals(receipt)
  return totals.find((Total) => misfits({ ...receipt, Total }).length === 0) ?? totals[0]
}

const place = 'StoredValueCardReceipt'
const { needs } = createRules()

/** A receipt is checked as the one of a refund is, with nothing else of a refund asked for. */
function assertSound(receipt: Receipt, misfits: TillRules['receipt']): void {
  const rules: TillRules = { needs: { ...needs, refund: [] }, receipt: misfits }
  const failures = findFailures('refund', { [place]: receipt }, rules).map(stripPlace)
  if (failures.length > 0) throw new InvalidReceipt(failures)
}

function stripPlace({ path, ...failure }: FieldFailure): FieldFailure {
  return { path: path.slice(place.length + 1), ...failure }
}
