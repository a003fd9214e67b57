import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import { entryToTone } from './told.js'

/** An operation that is followed, and the one it corrects. */
export interface Followed {
  entry: ListedEntry
  original?: ListedEntry
}

/** How many older operations are followed; what needs attention is listed elsewhere however old it is. */
export const followedMax = 20
const correctionsMax = 10

/** Reads an operation, or the correction that took its place. */
export async function readFollowed(till: Till, id: string): Promise<Followed | undefined> {
  let entry = await till.entry(id)
  let original: ListedEntry | undefined
  for (let step = 0; entry && step < correctionsMax; step += 1) {
    const next = 'replacedBy' in entry && entry.replacedBy ? await till.entry(entry.replacedBy) : undefined
    if (!next) break
    original = entry
    entry = next
  }
  return entry && { entry, ...(original && { original }) }
}

/** Adds an operation to the older ones, unless it has ended: the newest first, and no more than can be read quickly. */
export function addOlder(older: ReadonlyMap<string, Followed>, id: string, followed: Followed) {
  const tone = entryToTone(followed.entry)
  // What had ended is known to the cashier once the next operation begins.
  const rest = new Map([...older].filter(([other, one]) => other !== id && !hasEnded(one)))
  return tone === 'saved' || tone === 'stop' ? putFirst(rest, id, followed) : rest
}

/** Puts an operation before the older ones, whether it has ended or not. */
export function putFirst(older: ReadonlyMap<string, Followed>, id: string, followed: Followed) {
  const rest = [...older].filter(([other]) => other !== id)
  return new Map([[id, followed] as const, ...rest].slice(0, followedMax))
}

function hasEnded({ entry }: Followed): boolean {
  return entry.state === 'settled' || entry.state === 'voided'
}
