import { isMoment } from '../../domain/fields.js'
import type { UnusedNumber } from '../../domain/receipt.js'
import type { CounterRow, Database } from '../store/index.js'

/** The sender that takes a receipt number, and when. */
export interface Taking {
  sender: string
  shop: string
  terminal: string
  drawer?: number
  takenAt: number
}

/** Takes the next receipt number for good, in a transaction of its own, so that no crash gives it out twice. */
export async function takeNumber(database: Database, taking: Taking): Promise<number> {
  const { counters, numbers, receipts } = database
  const taken = await database.transaction('rw', [counters, numbers], async () => {
    const number = await readNext(database, taking.sender)
    return number === undefined ? undefined : keepNumber(database, taking, number)
  })
  if (taken !== undefined) return taken
  return database.transaction('rw', [counters, numbers, receipts], async () =>
    keepNumber(database, taking, (await findHighest(database)) + 1),
  )
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

async function findHighest({ numbers, receipts }: Database): Promise<number> {
  const taken = (await numbers.toArray()).map(({ number }) => number)
  const used = await receipts.orderBy('number').uniqueKeys()
  return [...taken, ...used].filter(isNumber).reduce((highest, number) => Math.max(highest, number), 0)
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < Number.MAX_SAFE_INTEGER
}

/** A receipt number that an entry uses. */
export interface UsedNumber {
  sender: string
  number: number
}

/** Marks an appended number as used, and moves the counter behind the highest. Runs inside the caller's transaction. */
export async function useNumber({ counters, numbers }: Database, used: UsedNumber): Promise<void> {
  const counter = await counters.get(used.sender)
  await Promise.all([
    numbers.delete([used.sender, used.number]),
    ...advanceCounters(counter ? [counter] : [], [used]).map((row) => counters.put(row)),
  ])
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

/** Numbers that were taken but not used, oldest first. */
export async function listUnusedNumbers({ numbers }: Database): Promise<UnusedNumber[]> {
  const rows = await numbers.toArray()
  return rows
    .sort((left, right) => left.takenAt - right.takenAt)
    .map(({ sender: _, takenAt, ...row }) => ({ ...row, takenAt: new Date(isMoment(takenAt) ? takenAt : 0) }))
}
