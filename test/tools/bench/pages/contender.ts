/** Where a contender works: its service, and how slow that is. */
export interface Terms {
  /** Answers every PUT; the path says how long it takes over it. */
  service: string
  /** Whether that service would recognise repeats. */
  isKeyed: boolean
  /** Whether it works without a worker, where it can. */
  isAlone: boolean
}

/** One of those who are measured, behind the same few words. All of them run in a page of their own. */
export interface Contender {
  /** Opens what it keeps operations in, as a page that is loaded does. */
  open: (terms: Terms) => Promise<void>
  /** Resolves when what opening set going has come to rest, so that it does not disturb what is measured next. */
  rest?: () => Promise<void>
  /** Makes so many operations ready to be taken on, with their receipts' numbers: how long each number took. */
  ready?: (from: number, count: number) => Promise<number[]>
  /**
   * Takes on one operation; resolves when it is kept, as far as the contender promises that. One that works elsewhere
   * tells how long it took there, so that the way is not counted against it.
   */
  keep: (index: number) => Promise<number | undefined>
  /** Keeps so many rows like ours, asking no more of the database than that takes; in our journal, if it is named. */
  keepAlike?: (count: number, journal?: string) => Promise<Alike>
  /** Sends nothing until it is asked to, though the line is there. */
  holdBack?: () => Promise<void>
  /** Sends all that is kept; resolves when nothing waits any more. */
  deliver: () => Promise<void>
  /** The same, each marked durably before it is sent and after it is answered, where `deliver` does less. */
  deliverMarked?: () => Promise<void>
  /** Resolves when it says, by its own means, that so many wait; tells how long it took if it works elsewhere. */
  awaitCount: (waiting: number) => Promise<number | undefined>
  /** Puts so many into its store as if it had kept them, by means that the bench alone has. */
  fill: (from: number, count: number) => Promise<void>
  /** Settles all that waits, as if the service had acknowledged it. */
  settleAll?: () => Promise<void>
  /** Takes so many, one after the other, to be sent next, and marks each durably: how long each took. */
  claim?: (count: number) => Promise<number[]>
}

/** How long each took that was asked of IndexedDB directly, and of Dexie. */
export interface Alike {
  directly: number[]
  byDexie: number[]
}

/** So many at a time, with a place for whatever must be made before they are written. */
export async function fillInBatches(
  from: number,
  count: number,
  write: (indices: readonly number[]) => Promise<unknown>,
): Promise<void> {
  const batch = 2_000
  for (let start = from; start < from + count; start += batch) {
    const size = Math.min(batch, from + count - start)
    await write(Array.from({ length: size }, (_, offset) => start + offset))
  }
}

/** Resolves when a request of IndexedDB has its result. */
export function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('the request failed'))
    }
  })
}

/** Resolves when a transaction is committed. */
export function commit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve()
    }
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('not kept'))
    }
  })
}

/** The index of the pattern operation, whose nine digits are replaced in its copies. */
export const patternIndex = 999_999_999

/** A text of the pattern's, as it would be for another. */
export function patternToText(pattern: string, index: number): string {
  return pattern.replaceAll(String(patternIndex), String(index).padStart(9, '0'))
}

const products = Array.from({ length: 7 }, (_, index) => ({
  Code: `P-${index}`,
  Name: `Article number ${index} of the autumn collection`,
  Price: 10.1 + index,
  Quantity: 1,
  Mode: 'S',
  Family: 'KNITWEAR',
}))

/** What a host knows of a receipt; the till adds itself, the date and the number. */
export const receiptDraft = {
  IssuerData: {
    Name: 'Bottega della Lana',
    Address: 'Via Roma 2, 10123 Torino',
    Telephone: '+39 011 5550123',
    EMail: 'torino@bottega.example',
    VATNumber: 'IT01234567890',
  },
  Products: products,
  Payments: [
    { Method: { Code: 'CASH', Name: 'Cash' }, Amount: 41.7 },
    { Method: { Code: 'CARD', Name: 'Debit card' }, Amount: 50 },
  ],
  Total: 91.7,
}

/** A refund of a kilobyte and a half, each on a card of its own, with a receipt that has a number of its own. */
export function createRefund(index: number) {
  return {
    StoredValueCardCodeCollection: [{ StoredValueCardCode: `9001${String(index).padStart(12, '0')}` }],
    StoredValueCardReceipt: {
      ...receiptDraft,
      IssueDate: '2026-11-23T10:15:00.000Z',
      SenderData: { Shop: 'S01', Terminal: 'T1', Number: index + 1 },
    },
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
