import type { ListedEntry, Till } from '../index.js'
import { arrange, findPart, showText } from './dom.js'
import { createEntryRow, type EntryRow } from './entry-row.js'
import { coalesce } from './timing.js'
import { errorToText } from './words.js'

const limit = 50
const restMs = 150

const filters = ['all', 'waiting', 'settled', 'parked'] as const
type Filter = (typeof filters)[number]

const emptyWords: Record<Filter, string> = {
  all: 'Nothing has been rung up on this till yet. Press “Example”, then ring it up: it will stand here at once.',
  waiting: 'Nothing is waiting. Whatever is rung up while the line is down will wait here, in order.',
  settled: 'Nothing has been settled yet. An operation is settled when the card service has said so.',
  parked: 'Nothing needs a person.',
}

/** The list of recent operations, kept up with the till. */
export function startJournal(till: Till): void {
  const list = findPart('entries', HTMLElement)
  const empty = findPart('entries-empty', HTMLElement)
  const fault = findPart('entries-fault', HTMLElement)
  const form = findPart('filter', HTMLFormElement)
  const rows = new Map<string, EntryRow>()

  const refresh = coalesce(async () => {
    const filter = readFilter(form)
    try {
      const entries = await readEntries(till, filter)
      showEntries(list, rows, entries)
      showText(empty, entries.length === 0 ? emptyWords[filter] : '')
      showText(fault, '')
    } catch (error) {
      showText(fault, `The list cannot be read: ${errorToText(error)}`)
    }
  }, restMs)

  form.addEventListener('change', refresh)
  till.status.subscribe(refresh)
}

function readFilter(form: HTMLFormElement): Filter {
  const chosen = new FormData(form).get('state')
  return filters.find((filter) => filter === chosen) ?? 'all'
}

async function readEntries(till: Till, filter: Filter): Promise<ListedEntry[]> {
  switch (filter) {
    case 'all':
      return till.entries({ limit })
    case 'settled':
    case 'parked':
      return till.entries({ state: filter, limit })
    case 'waiting': {
      const found = await Promise.all([
        till.entries({ state: 'queued', limit }),
        till.entries({ state: 'sending', limit }),
      ])
      return found.flat().sort(compareNewestFirst).slice(0, limit)
    }
  }
}

function compareNewestFirst(left: ListedEntry, right: ListedEntry): number {
  return (right.createdAt?.getTime() ?? 0) - (left.createdAt?.getTime() ?? 0)
}

function showEntries(list: HTMLElement, rows: Map<string, EntryRow>, entries: readonly ListedEntry[]): void {
  const listed = new Set(entries.map(({ id }) => id))
  for (const id of rows.keys()) if (!listed.has(id)) rows.delete(id)
  for (const entry of entries) {
    const row = rows.get(entry.id)
    if (row) row.update(entry)
    else rows.set(entry.id, createEntryRow(entry))
  }
  arrange(
    list,
    entries.flatMap(({ id }) => rows.get(id)?.element ?? []),
  )
}
