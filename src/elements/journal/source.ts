import type { ListedEntry } from '../../domain/entry.js'
import type { EntryFilter } from '../../journal/views/index.js'
import type { Till } from '../../till/till.js'
import { questionToNarrowing, type Question } from './filter.js'
import { layOver } from './ids.js'
import type { Span } from './window.js'

/** The next part of a list; `isPaused` if reading continues only on request. */
export interface Batch {
  entries: readonly ListedEntry[]
  /** All ids that follow, if more of them are known than entries are given. */
  ids?: readonly string[]
  isEnd: boolean
  isPaused?: boolean
  lookedTo?: Date
}

/** The list after a part of it was read again. */
export interface Renewal {
  ids: readonly string[]
  entries: readonly ListedEntry[]
  isEnd?: boolean
}

export interface Source {
  /** Reads the entries after the known ones. */
  more(known: readonly string[], limit: number): Promise<Batch>
  /** Reads a span again. */
  renew(known: readonly string[], span: Span): Promise<Renewal>
  /** Reads the new entries at the top. */
  head(known: readonly string[]): Promise<Renewal>
}

const headSize = 50
const headPagesMax = 8
const limitMax = 1_000

interface Page {
  entries: readonly ListedEntry[]
  isEnd: boolean
}

type Read = (after: string | undefined, limit: number) => Promise<Page>

/** The journal, newest first, reduced by a filter. */
export function createListSource(till: Till, question: Question): Source {
  const read = createRead(till, question)

  /** Reads behind the last of the known entries before a place that is still kept: retention may have erased some. */
  async function readBehind(known: readonly string[], place: number, limit: number) {
    for (let from = place; ; from -= 1) {
      const last = known[from - 1]
      const page = await read(last, limit)
      if (page.entries.length > 0 || last === undefined || (await till.entry(last))) return { ...page, from }
    }
  }

  return {
    more: (known, limit) => readBehind(known, known.length, limit),
    async renew(known, { from: first, to }) {
      const { entries, isEnd, from } = await readBehind(known, first, Math.max(1, to - first))
      return { entries, isEnd, ids: layOver(known, from, entries.map(toId), isEnd).ids }
    },
    async head(known) {
      const entries: ListedEntry[] = []
      for (let pages = 0; pages < headPagesMax; pages += 1) {
        const page = await read(entries.at(-1)?.id, pages === 0 ? headSize : limitMax)
        entries.push(...page.entries)
        const { ids, isJoined } = layOver(known, 0, entries.map(toId), page.isEnd)
        if (isJoined)
          return { ids, entries, ...((page.isEnd || known.length === 0) && { isEnd: page.isEnd }) }
      }
      return { ids: entries.map(toId), entries, isEnd: false }
    },
  }
}

function createRead(till: Till, question: Question): Read {
  const narrowing = questionToNarrowing(question)
  const { standing } = question
  if (standing === 'waiting') return (after, limit) => readWaiting(till, narrowing, after, limit)
  const filter = standing === 'all' ? narrowing : { ...narrowing, state: standing }
  return (after, limit) => readPage(till, filter, after, limit)
}

async function readPage(
  till: Till,
  filter: EntryFilter,
  after: string | undefined,
  limit: number,
): Promise<Page> {
  const size = Math.min(limit, limitMax)
  const entries = await till.entries({ ...filter, limit: size, ...(after !== undefined && { after }) })
  return { entries, isEnd: entries.length < size }
}

/** The entries under way are few: they are inserted among the waiting ones, by place in line. */
async function readWaiting(
  till: Till,
  filter: EntryFilter,
  after: string | undefined,
  limit: number,
): Promise<Page> {
  const readSending = async (behind: string | undefined) =>
    (await readPage(till, { ...filter, state: 'sending' }, behind, limitMax)).entries
  const sending = await readSending(after)
  const { entries: queued, isEnd } = await readPage(till, { ...filter, state: 'queued' }, after, limit)
  const last = queued.at(-1)?.id
  const later = new Set(isEnd || last === undefined ? [] : (await readSending(last)).map(toId))
  const queuedIds = new Set(queued.map(toId))
  const among = sending.filter(({ id }) => !later.has(id) && !queuedIds.has(id))
  return { entries: weave(queued, among), isEnd }
}

function weave(left: readonly ListedEntry[], right: readonly ListedEntry[]): ListedEntry[] {
  const timeOf = ({ createdAt }: ListedEntry) => createdAt?.getTime() ?? 0
  const woven: ListedEntry[] = []
  const rest = [...right]
  for (const entry of left) {
    while (rest[0] && timeOf(rest[0]) > timeOf(entry)) woven.push(...rest.splice(0, 1))
    woven.push(entry)
  }
  return [...woven, ...rest]
}

function toId({ id }: ListedEntry): string {
  return id
}
