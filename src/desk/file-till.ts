import { entryStates, type ListedEntry } from '../domain/entry.js'
import { findCards } from '../domain/lanes.js'
import type { EntryFilter } from '../journal/views/index.js'
import { createStatusStore } from '../till/status.js'
import type { Till } from '../till/till.js'

const limitDefault = 50

/** Shows the entries of a file as a till does: the part of a till that a journal reads which only shows. */
export function createFileTill(entries: readonly ListedEntry[]): Till {
  const newestFirst = [...entries].reverse()
  const byId = new Map(newestFirst.map((entry, index) => [entry.id, index]))
  const status = createStatusStore({ state: 'none', detail: '' })
  status.change({ counts: countStates(entries) })
  const till = {
    status,
    entry: (id) => Promise.resolve(newestFirst[byId.get(id) ?? -1]),
    entries: (filter = {}) => Promise.resolve(findEntries(newestFirst, byId, filter)),
  } satisfies Partial<Till>
  return till as Partial<Till> as Till
}

function findEntries(
  newestFirst: readonly ListedEntry[],
  byId: ReadonlyMap<string, number>,
  { after, limit = limitDefault, ...filter }: EntryFilter,
): ListedEntry[] {
  const from = after === undefined ? 0 : (byId.get(after) ?? -1) + 1
  const found: ListedEntry[] = []
  for (const entry of newestFirst.slice(from)) {
    if (found.length === limit) break
    if (isWanted(entry, filter)) found.push(entry)
  }
  return found
}

function isWanted(entry: ListedEntry, { state, kind, card, since, until }: EntryFilter): boolean {
  const { createdAt } = entry
  return (
    (state === undefined || entry.state === state) &&
    (kind === undefined || entry.kind === kind) &&
    (card === undefined ||
      (entry.kind !== 'unknown' && findCards(entry.kind, entry.request).includes(card))) &&
    (since === undefined || (createdAt !== undefined && createdAt >= since)) &&
    (until === undefined || (createdAt !== undefined && createdAt <= until))
  )
}

function countStates(entries: readonly ListedEntry[]): Record<ListedEntry['state'], number> {
  const counts = Object.fromEntries(entryStates.map((state) => [state, 0])) as Record<
    ListedEntry['state'],
    number
  >
  for (const { state } of entries) counts[state] += 1
  return counts
}
