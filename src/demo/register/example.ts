import type { ListedEntry, Till } from '../../index.js'
import { receiptToLines } from './bodies.js'
import type { Line } from './drafts.js'
import { examples } from './examples.js'
import type { Form } from './form.js'
import { entryToReceipt } from './targets.js'

interface Cards {
  StoredValueCardCodeCollection?: readonly { StoredValueCardCode?: string }[]
}

/** Fills in an example. A correction speaks of a receipt that there is, so it takes the newest refund if it can. */
export async function fillExample(till: Till, form: Form): Promise<void> {
  const draft = examples[form.kind](Math.random)
  const refund = form.kind === 'updateReceipt' ? await findNewestRefund(till) : undefined
  const [card] = (refund?.request as Cards | undefined)?.StoredValueCardCodeCollection ?? []
  if (!refund || card?.StoredValueCardCode === undefined) {
    await form.fill(draft)
    return
  }
  await form.fill({
    fields: { card: card.StoredValueCardCode, target: refund.id },
    lines: receiptToLines(entryToReceipt(refund) ?? {}).map(miscount),
    payments: [],
  })
}

/** The first line was counted wrong. */
function miscount(line: Line, index: number): Line {
  return index > 0 ? line : { ...line, quantity: line.quantity === '1' ? '2' : '1' }
}

async function findNewestRefund(till: Till): Promise<ListedEntry | undefined> {
  const entries = await till.entries({ kind: 'refund', limit: 20 }).catch(() => [])
  return entries.find(({ state }) => state !== 'voided' && state !== 'parked')
}
