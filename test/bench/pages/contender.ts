/** Where a contender works: its service, and how slow that is. */
export interface Terms {
  /** Answers every PUT; the path says how long it takes over it. */
  service: string
}

/** One of those who are measured, behind the same few words. All of them run in a page of their own. */
export interface Contender {
  /** Opens what it keeps operations in, as a page that is loaded does. */
  open: (terms: Terms) => Promise<void>
  /**
   * Takes on one operation; resolves when it is kept, as far as the contender promises that. One that works elsewhere
   * tells how long it took there, so that the way is not counted against it.
   */
  keep: (index: number) => Promise<number | undefined>
  /** Sends all that is kept; resolves when nothing waits any more. */
  deliver: () => Promise<void>
}

const products = Array.from({ length: 11 }, (_, index) => ({
  Code: `P-${index}`,
  Name: `Article number ${index} of the autumn collection`,
  Price: 10.1 + index,
  Quantity: 1,
  Mode: 'S',
  Family: 'KNITWEAR',
}))

/** A refund of a kilobyte and a half, each on a card of its own. */
export function createRefund(index: number) {
  return {
    StoredValueCardCodeCollection: [{ StoredValueCardCode: `9001${String(index).padStart(12, '0')}` }],
    StoredValueCardReceipt: { Total: 166.1, Products: products },
    Notes: `operation ${index}`,
  }
}

/** One request for one operation, as everybody here sends it. */
export async function send(service: string, text: string): Promise<void> {
  const response = await fetch(`${service}/v1.0/svc/refund`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: text,
  })
  if (!response.ok) throw new Error(`the service answered ${response.status}`)
  await response.json()
}
