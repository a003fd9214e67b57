import { InvalidReceipt } from './errors.js'
import type { Receipt, SenderData } from './models.js'
import { receiptToTotals } from './receipt.js'
import { createRules, type TillRules } from './rules.js'
import { findFailures, type FieldFailure } from './validate.js'

/** The till's facts for every receipt it issues. The service's shops and terminals are text, as the till's are. */
export interface ReceiptFacts {
  shop: string
  terminal: string
  /** Without a number the rest is filled in, so that a draft with wrong sums uses up no number. */
  number?: number
  now: number
}

/** The rules by which sums are checked and rounded. */
type SumRules = Pick<TillRules, 'receipt' | 'decimals' | 'finest'>

const usual = createRules()

/** Fills in the missing parts of a draft and changes none that are given; throws if the sums are wrong. */
export function completeReceipt(draft: Receipt, facts: ReceiptFacts, rules: SumRules = usual): Receipt {
  assertSound(draft, { ...rules, receipt: () => [] })
  const receipt = {
    ...draft,
    IssueDate: draft.IssueDate ?? new Date(facts.now).toISOString(),
    SenderData: completeSender(draft.SenderData, facts),
  }
  const total = draft.Total ?? findTotal(receipt, rules)
  const complete = total === undefined ? receipt : { ...receipt, Total: total }
  assertSound(complete, rules)
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

/** The sum of rounded lines may differ from the payments by a cent: then the payments count. */
function findTotal(receipt: Receipt, rules: SumRules): number | undefined {
  const totals = receiptToTotals(receipt, rules.decimals, rules.finest)
  return (
    totals.find((Total) => rules.receipt({ ...receipt, Total }, rules.decimals).length === 0) ?? totals[0]
  )
}

const place = 'StoredValueCardReceipt'

/** Checks a receipt like that of a refund, without the other fields of a refund. */
function assertSound(receipt: Receipt, rules: SumRules): void {
  const lenient: TillRules = { ...usual, ...rules, needs: { ...usual.needs, refund: [] } }
  const failures = findFailures('refund', { [place]: receipt }, lenient).map(stripPlace)
  if (failures.length > 0) throw new InvalidReceipt(failures)
}

function stripPlace({ path, ...failure }: FieldFailure): FieldFailure {
  return { path: path.slice(place.length + 1), ...failure }
}
