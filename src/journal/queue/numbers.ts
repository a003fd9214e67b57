import { type CounterRow, type Database, type EntryRow, keyOfNumber, readUnfiled } from './below.js'

/** The sender that takes a receipt number, and when. */
export interface Taking {
  sender: string
  shop: string
  terminal: string
  drawer?: number
  takenAt: number
}

/** Takes the next receipt number for good, in a transaction of its own, so that no crash gives it out twice. */
export async function takeNumber(
  database: Database,
  taking: Taking,
  reached: ReachedNumbers = createReached(),
): Promise<number> {
  const { counters, numbers, receipts, entries, settings } = database
  const taken =
    (await database.transaction('rw', [counters, numbers], async () => {
      const number = await readNext(database, taking.sender)
      return number === undefined ? undefined : keepNumber(database, taking, number)
    })) ??
    (await database.transaction('rw', [counters, numbers, receipts, entries, settings], async () =>
      keepNumber(database, taking, (await findHighest(database)) + 1),
    ))
  reached.note(taking.sender, taken)
  return taken
}

/** Up to which number each counter is known to be taken: it never goes back, so that such a number needs no look at it. */
export interface ReachedNumbers {
  note: (sender: string, number: number) => void
  isBeyond: (used: UsedNumber) => boolean
}

export function createReached(): ReachedNumbers {
  const highest = new Map<string, number>()
  return {
    note(sender, number) {
      highest.set(sender, Math.max(number, highest.get(sender) ?? number))
    },
    isBeyond: ({ sender, number }) => number <= (highest.get(sender) ?? -Infinity),
  }
}

async function keepNumber({ counters, numbers }: Database, taking: Taking, number: number): Promise<number> {
  await Promise.all([
    counters.put({ sender: taking.sender, next: number + 1 }),
    numbers.add({ ...taking, number }),
  ])
  return number
}

/** The next number of the counter; undefined if the counter is damaged or was set back. */
async function readNext({ counters, numbers }: Database, sender: string): Promise<number | undefined> {
  const { next } = (await counters.get(sender)) ?? { next: 1 }
  return isNumber(next) && !(await numbers.get([sender, next])) ? next : undefined
}

async function findHighest(database: Database): Promise<number> {
  const { numbers, receipts } = database
  const unfiled = (await readUnfiled(database)).map(({ receipt }) => receipt.number)
  const taken = (await numbers.toArray()).map(({ number }) => number)
  const used = await receipts.orderBy('number').uniqueKeys()
  return [...unfiled, ...taken, ...used]
    .filter(isNumber)
    .reduce((highest, number) => Math.max(highest, number), 0)
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < Number.MAX_SAFE_INTEGER
}

/** A receipt number that an entry uses. */
export interface UsedNumber {
  sender: string
  number: number
}

/** The number that an entry uses, if it names a shop and a terminal. */
export function findUsed({ receipt }: Pick<EntryRow, 'receipt'>): UsedNumber[] {
  return (receipt ? keyOfNumber(receipt) : []).map(([sender, number]) => ({ sender, number }))
}

/** The counters that must move behind the numbers used. */
export function advanceCounters(counters: readonly CounterRow[], used: readonly UsedNumber[]): CounterRow[] {
  const nextOf = new Map(counters.map(({ sender, next }) => [sender, next]))
  const moved = new Set<string>()
  for (const { sender, number } of used) {
    if (!(number >= (nextOf.get(sender) ?? 1))) continue
    nextOf.set(sender, number + 1)
    moved.add(sender)
  }
  return [...moved].map((sender) => ({ sender, next: nextOf.get(sender) ?? 1 }))
}
