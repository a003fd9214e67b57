import type { ListedEntry } from '../../domain/entry.js'
import { entryToRow, type Row } from './rows.js'
import type { Source } from './source.js'
import type { Span } from './window.js'

/** The progress of reading the answer to a question. */
export interface Progress {
  /** All known ids, in order. */
  ids: readonly string[]
  /** Whether everything was read. */
  isEnd: boolean
  /** Whether it continues only on request, and how far back it has searched. */
  isPaused: boolean
  lookedTo: Date | undefined
  isNew: boolean
  isBusy: boolean
}

/** The answer to a question: all ids, and the rows near the visible part. */
export interface Book {
  readonly progress: Readonly<Progress>
  rowOf(index: number): Row | undefined
  /** Reads the rows of a span; the last requested span comes first. */
  show(span: Span): Promise<void>
  /** Reads the shown rows again, and looks for new ones. */
  refresh(): Promise<void>
  lookFurther(): Promise<void>
  close(): void
}

const pageSize = 60
/** The longest read that does not block the page. */
const leapSize = 200
/** A read may repeat ids that came shortly before, never ones from long before. */
const overlapMax = 2_000
const rowsMax = 2_000
const margin = 10
/** The number of rows read ahead of the visible ones. */
const ahead = 60

interface Reader {
  source: Source
  cache: RowCache
  progress: Progress
  wanted: Span
  /** Grows with each change of the journal; visible rows with an older age are read again. */
  age: number
  isOld: boolean
  isClosed: boolean
  onChange: (before: readonly string[]) => void
}

/** A book that reports each change, with the ids as they were before. */
export function createBook(source: Source, onChange: Reader['onChange']): Book {
  const progress: Progress = {
    ids: [],
    isEnd: false,
    isPaused: false,
    lookedTo: undefined,
    isNew: true,
    isBusy: false,
  }
  const reader: Reader = {
    source,
    cache: createRowCache(),
    progress,
    wanted: { from: 0, to: pageSize },
    age: 0,
    isOld: false,
    isClosed: false,
    onChange,
  }
  const run = createRun(reader)
  return {
    progress,
    rowOf: (index) => reader.cache.find(progress.ids[index])?.row,
    show(span) {
      reader.wanted = span
      return run()
    },
    refresh() {
      reader.isOld ||= !progress.isNew || progress.isBusy
      return run()
    },
    lookFurther() {
      progress.isPaused = false
      reader.wanted = { ...reader.wanted, to: Math.max(reader.wanted.to, progress.ids.length + 1) }
      return run()
    },
    close() {
      reader.isClosed = true
    },
  }
}

/** Runs one task after the other until none is left. */
function createRun(reader: Reader): () => Promise<void> {
  const { progress } = reader
  let running = Promise.resolve()

  async function work(): Promise<void> {
    let hasWorked = false
    try {
      for (let task = findTask(reader); task; task = findTask(reader)) {
        hasWorked = true
        await task(reader)
      }
    } finally {
      progress.isBusy = false
      if (hasWorked && !reader.isClosed) reader.onChange(progress.ids)
    }
  }

  return () => {
    if (!progress.isBusy) {
      progress.isBusy = true
      running = work()
    }
    return running
  }
}

type Task = (reader: Reader) => Promise<void>

/** The next task, the most urgent first. */
function findTask(reader: Reader): Task | undefined {
  const { ids, isNew, isEnd, isPaused } = reader.progress
  if (reader.isClosed) return undefined
  if (reader.isOld && !isNew) return lookAtHead
  if (findLack(reader)) return renew
  return isNew || (reader.wanted.to + ahead > ids.length && !isEnd && !isPaused) ? readMore : undefined
}

async function readMore(reader: Reader): Promise<void> {
  const { source, progress, wanted } = reader
  const { ids } = progress
  const batch = await source.more(ids, wanted.to - ids.length > leapSize ? leapSize : pageSize)
  progress.isEnd = batch.isEnd
  progress.isPaused = batch.isPaused ?? false
  progress.lookedTo = batch.lookedTo ?? progress.lookedTo
  const near = new Set(ids.slice(-overlapMax))
  const given = batch.ids ?? batch.entries.map(({ id }) => id)
  const fresh = given.filter((id) => !near.has(id))
  take(reader, ids.concat(fresh), batch.entries)
}

async function renew(reader: Reader): Promise<void> {
  const { source, progress } = reader
  const lack = findLack(reader)
  if (!lack) return
  const { ids, entries, isEnd } = await source.renew(progress.ids, lack)
  if (isEnd === true) progress.isEnd = true
  take(reader, ids, entries)
}

async function lookAtHead(reader: Reader): Promise<void> {
  const { source, progress } = reader
  reader.isOld = false
  reader.age += 1
  try {
    const { ids, entries, isEnd } = await source.head(progress.ids)
    if (isEnd !== undefined) progress.isEnd = isEnd
    take(reader, ids, entries)
  } catch (error) {
    reader.isOld = true
    throw error
  }
}

function take(
  { cache, progress, age, isClosed, onChange }: Reader,
  ids: readonly string[],
  entries: readonly ListedEntry[],
): void {
  if (isClosed) return
  const before = progress.ids
  progress.ids = ids
  progress.isNew = false
  cache.keep(entries, age)
  onChange(before)
}

/** The visible places without a row, or with an old one. */
function findLack({ progress: { ids }, wanted, cache, age }: Reader): Span | undefined {
  const lacking = ids
    .slice(wanted.from, wanted.to)
    .flatMap((id, offset) => ((cache.find(id)?.age ?? -1) < age ? wanted.from + offset : []))
  const [first, last] = [lacking[0], lacking.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { from: Math.max(0, first - margin), to: Math.min(ids.length, last + 1 + margin) }
}

interface RowCache {
  keep(entries: readonly ListedEntry[], age: number): void
  find(id: string | undefined): { row: Row; age: number } | undefined
}

function createRowCache(): RowCache {
  const rows = new Map<string, { row: Row; age: number }>()
  return {
    keep(entries, age) {
      for (const entry of entries) {
        rows.delete(entry.id)
        rows.set(entry.id, { row: entryToRow(entry), age })
      }
      for (const id of rows.keys()) {
        if (rows.size <= rowsMax) break
        rows.delete(id)
      }
    },
    find: (id) => (id === undefined ? undefined : rows.get(id)),
  }
}
