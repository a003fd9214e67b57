import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'

/** The number of rows on a page: as many as stay usable at once. */
export const pageSize = 50

/** A page of the operations that need attention, and whether there are more. */
export interface Page {
  entries: readonly ListedEntry[]
  hasMore: boolean
}

/** Reads one page, newest first; `after` is the last entry of the page before. */
export async function readPage(till: Till, after: string | undefined): Promise<Page> {
  const found = await till.entries({
    state: 'parked',
    limit: pageSize + 1,
    ...(after !== undefined && { after }),
  })
  return { entries: found.slice(0, pageSize), hasMore: found.length > pageSize }
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
