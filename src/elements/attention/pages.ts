import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'

/** Rows on one page: as many as stay usable at once. */
export const pageSize = 50

/** One page of what needs a person, and whether there are more behind it. */
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

/** One reading at a time; whatever is asked for meanwhile is served by one more. */
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
