import type { ListedEntry } from '../../domain/entry.js'
import { isAsked, type Question } from './filter.js'
import type { Source } from './source.js'

/** Finds operations by a text, newest first. */
export type JournalSearch = (text: string) => Promise<readonly ListedEntry[]>

/** What the host finds, reduced by the other filters. */
export function createHostSource(search: JournalSearch, question: Question): Source {
  let found = new Map<string, ListedEntry>()

  async function find(): Promise<string[]> {
    const entries = await search(question.text)
    const asked = entries.filter((entry) => isAsked(entry, question))
    found = new Map(asked.map((entry) => [entry.id, entry]))
    return [...found.keys()]
  }

  const entriesOf = (ids: readonly string[]) => ids.flatMap((id) => found.get(id) ?? [])
  return {
    async more(_known, limit) {
      const ids = await find()
      return { ids, entries: entriesOf(ids.slice(0, limit)), isEnd: true }
    },
    renew: (known, { from, to }) =>
      Promise.resolve({ ids: known, entries: entriesOf(known.slice(from, to)) }),
    async head(known) {
      const ids = await find()
      return { ids, entries: entriesOf(ids.slice(0, known.length)), isEnd: true }
    },
  }
}
