import { putAll } from './batch.js'
import type { Database } from './database.js'
import { fileReceipts, readFiledUpTo } from './filing.js'
import { isSoundTally } from './rows.js'
import { addTail, readTail } from './tally.js'

// Saving an operation neither counts it nor files its receipt: that is done for many at once.

/** One transaction counts and files so many entries, so that an append does not wait long. */
const movedMax = 100

/** The place that the tally has reached, and whether all entries are counted and filed. */
export interface Moved {
  reached: number
  isAll: boolean
}

/** Counts and files the next entries; returns nothing if the tally is damaged. */
export async function moveOn(database: Database): Promise<Moved | undefined> {
  const { entries, tallies, receipts, numbers, settings } = database
  return database.transaction('rw', [entries, tallies, receipts, numbers, settings], async () => {
    const [kept, filedUpTo] = await Promise.all([tallies.get('entries'), readFiledUpTo(database)])
    const counted = isSoundTally(kept) ? kept : undefined
    const tail = await readTail(database, Math.min(filedUpTo, counted?.upTo ?? filedUpTo), movedMax)
    await fileReceipts(
      database,
      tail.filter(({ place }) => place > filedUpTo),
    )
    if (!counted) return undefined
    const uncounted = tail.filter(({ place }) => place > counted.upTo)
    if (uncounted.length > 0) putAll(tallies, [addTail(counted, uncounted)])
    return { reached: counted.upTo, isAll: tail.length < movedMax }
  })
}

/**
 * Moves on to the last entry, a short transaction after the other, as long as nothing else waits; returns the last
 * one's result. Rejects never: the entries beyond are read as they are needed.
 */
export async function catchUp(
  database: Database,
  isWaitedFor: () => boolean = () => false,
): ReturnType<typeof moveOn> {
  // The next saving or run tries again.
  const moved = await moveOn(database).catch(() => undefined)
  return moved && !moved.isAll && !isWaitedFor() ? catchUp(database, isWaitedFor) : moved
}
