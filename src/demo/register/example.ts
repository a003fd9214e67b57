import type { ListedEntry, Till } from '../../index.js'
import { receiptToLines } from './bodies.js'
import type { Line } from './drafts.js'
import { examples } from './examples.js'
import type { Form } from './form.js'
import { entryToReceipt } from './targets.js'

interface Cards {
  StoredValueCardCodeCollection?: readonly { StoredValueCardCode?: string }[]
}

/** Fills in an example. A correction needs an existing receipt, so it takes the newest refund if there is one. */
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

/** Changes the quantity of the first line. */
function miscount(line: Line, index: number): Line {
  return index > 0 ? line : { ...line, quantity: line.quantity === '1' ? '2' : '1' }
}

async function findNewestRefund(till: Till): Promise<ListedEntry | undefined> {
  const entries = await till.entries({ kind: 'refund', limit: 20 }).catch(() => [])
  return entries.find(({ state }) => state !== 'voided' && state !== 'parked')
}
