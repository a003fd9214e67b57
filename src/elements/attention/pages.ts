import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import { arrangeEntries, isWanted, openSelection, type Selection } from './selection.js'

/** The number of rows on a page: as many as stay usable at once. */
export const pageSize = 50
const batchSize = 200

/** A page of the operations that need attention, and whether there are more. */
export interface Page {
  /** In the order in which they are shown. */
  entries: readonly ListedEntry[]
  hasMore: boolean
  /** The entry after which the next page begins. */
  lastId: string | undefined
}

/** Reads one page of the wanted entries, newest first; `after` is where the page before ended. */
export async function readPage(
  till: Till,
  after: string | undefined,
  selection: Selection = openSelection,
): Promise<Page> {
  const found = await readWanted(till, after, selection)
  const entries = found.slice(0, pageSize)
  return {
    entries: arrangeEntries(entries, selection),
    hasMore: found.length > pageSize,
    lastId: entries.at(-1)?.id,
  }
}

/** Reads one entry more than a page has, which shows whether there are others behind. */
async function readWanted(
  till: Till,
  after: string | undefined,
  selection: Selection,
): Promise<ListedEntry[]> {
  const isOpen = selection.reason === undefined && selection.card.trim() === ''
  const limit = isOpen ? pageSize + 1 : batchSize
  const found: ListedEntry[] = []
  for (let cursor = after; ;) {
    const read = await till.entries({
      state: 'parked',
      limit,
      ...(cursor !== undefined && { after: cursor }),
    })
    found.push(...read.filter((entry) => isWanted(entry, selection)))
    cursor = read.at(-1)?.id
    if (found.length > pageSize || read.length < limit) return found
  }
}

/** Runs one read at a time; requests during a read are served by one more. */
export function createReader(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    running = read().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(() => {
      next = undefined
      return begin()
    })
    return next
  }
}
