import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import { arrangeEntries, isNarrow, isWanted, type Selection } from './selection.js'

/** The number of rows on a page: as many as stay usable at once. */
export const pageSize = 50
const batchSize = 500

/** A page of the operations that need attention, and whether there are more. */
export interface Page {
  /** In the order in which they are shown. */
  entries: readonly ListedEntry[]
  /** All that are wanted, beyond this page too; undefined for the plain list, which is read page by page. */
  all: readonly ListedEntry[] | undefined
  hasMore: boolean
  /** The last entry of each page before it. */
  cursors: readonly string[]
  /** The entry after which the next page begins. */
  lastId: string | undefined
}

/** Reads the page after those whose last entries `cursors` has. */
export async function readPage(till: Till, cursors: readonly string[], selection: Selection): Promise<Page> {
  if (!isNarrow(selection) && selection.grouping === 'time') return readNewest(till, cursors)
  const all = arrangeEntries(await readWanted(till, selection), selection)
  const from = cursors.length * pageSize
  const entries = all.slice(from, from + pageSize)
  return { entries, all, hasMore: all.length > from + pageSize, cursors, lastId: entries.at(-1)?.id }
}

/** Reads one entry more than a page has, which shows whether there are others behind. */
async function readNewest(till: Till, cursors: readonly string[]): Promise<Page> {
  const after = cursors.at(-1)
  const read = await till.entries({
    state: 'parked',
    limit: pageSize + 1,
    ...(after !== undefined && { after }),
  })
  const entries = read.slice(0, pageSize)
  return { entries, all: undefined, hasMore: read.length > pageSize, cursors, lastId: entries.at(-1)?.id }
}

/** Groups and choices are of every operation that needs attention, so all of them are read. */
async function readWanted(till: Till, selection: Selection): Promise<ListedEntry[]> {
  const found: ListedEntry[] = []
  for (let after: string | undefined; ;) {
    const read = await till.entries({
      state: 'parked',
      limit: batchSize,
      ...(after !== undefined && { after }),
    })
    found.push(...read.filter((entry) => isWanted(entry, selection)))
    after = read.at(-1)?.id
    if (read.length < batchSize) return found
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
