import type { ListedEntry, OperationKind, Receipt, Till } from '../../index.js'

/** For so long its like is taken for a slip of the hand. */
const likeMs = 600_000

interface Told {
  StoredValueCardCodeCollection?: readonly { StoredValueCardCode?: string }[]
  StoredValueCardCode?: string
  OldCardCode?: string
  StoredValueCardReceipt?: Receipt
}

/**
 * The newest operation that says the same under another receipt number. The till itself sees no likeness between two
 * numbered receipts, yet a cashier who types one twice has made two of them.
 */
export async function findLike(
  till: Pick<Till, 'entries'>,
  kind: OperationKind,
  body: object,
  now: Date,
): Promise<ListedEntry | undefined> {
  const sketch = sketchBody(body)
  const [card] = sketch.cards
  if (card === undefined || sketch.receipt === undefined || kind === 'updateReceipt') return undefined
  const since = new Date(now.getTime() - likeMs)
  const entries = await till.entries({ kind, card, since, limit: 100 })
  const wanted = JSON.stringify(sketch)
  return entries.find(
    ({ state, request }) => state !== 'voided' && JSON.stringify(sketchBody(request)) === wanted,
  )
}

/** What makes two operations the same to the customer. */
function sketchBody(body: object) {
  const told = body as Told
  const codes = [
    ...(told.StoredValueCardCodeCollection ?? []).map(({ StoredValueCardCode: code }) => code),
    told.StoredValueCardCode,
    told.OldCardCode,
  ]
  const { Products: products, Payments: payments } = told.StoredValueCardReceipt ?? {}
  return {
    cards: codes.filter((code) => code !== undefined),
    receipt: products && { products, payments },
  }
}
