import type { ListedEntry } from '../../domain/entry.js'
import { entryToRow, type Row } from './rows.js'
import type { Source } from './source.js'
import type { Span } from './window.js'

/** How far the answer to a question has been read. */
export interface Progress {
  /** All that is known, in order. */
  ids: readonly string[]
  /** Whether all there is has been read. */
  isEnd: boolean
  /** Whether it reads on only when asked to, and how far back it has looked. */
  isPaused: boolean
  lookedTo: Date | undefined
  /** Whether nothing has been read yet. */
  isNew: boolean
  isBusy: boolean
}

/** The answer to a question: all ids, and the rows that are near. */
export interface Book {
  readonly progress: Readonly<Progress>
  rowOf(index: number): Row | undefined
  /** Sees to it that the rows of some places are there; what is asked for last is read first. */
  show(span: Span): Promise<void>
  /** Reads again what is shown, and looks for what is new. */
  refresh(): Promise<void>
  lookFurther(): Promise<void>
  /** Reads no more. */
  close(): void
}

const pageSize = 60
/** Longer readings would hold up the page. */
const leapSize = 200
/** What is read on may hold what stands shortly before, never what stands long before. */
const overlapMax = 2_000
const rowsMax = 2_000
const margin = 10
/** Read ahead of what is in sight. */
const ahead = 60

/** What the reading goes by. */
interface Desk {
  source: Source
  shelf: Shelf
  progress: Progress
  wanted: Span
  /** Grows with each change of the journal; rows of an older age are read again when they are seen. */
  age: number
  isOld: boolean
  isClosed: boolean
  tell: (before: readonly string[]) => void
}

/** A book that tells of each change, with the ids as they were before it. */
export function createBook(source: Source, tell: Desk['tell']): Book {
  const progress: Progress = {
    ids: [],
    isEnd: false,
    isPaused: false,
    lookedTo: undefined,
    isNew: true,
    isBusy: false,
  }
  const desk: Desk = {
    source,
    shelf: createShelf(),
    progress,
    wanted: { from: 0, to: pageSize },
    age: 0,
    isOld: false,
    isClosed: false,
    tell,
  }
  const run = createRun(desk)
  return {
    progress,
    rowOf: (index) => desk.shelf.find(progress.ids[index])?.row,
    show(span) {
      desk.wanted = span
      return run()
    },
    refresh() {
      desk.isOld ||= !progress.isNew || progress.isBusy
      return run()
    },
    lookFurther() {
      progress.isPaused = false
      desk.wanted = { ...desk.wanted, to: Math.max(desk.wanted.to, progress.ids.length + 1) }
      return run()
    },
    close() {
      desk.isClosed = true
    },
  }
}

/** One thing is read after the other, until nothing is wanted. */
function createRun(desk: Desk): () => Promise<void> {
  const { progress } = desk
  let running = Promise.resolve()

  async function work(): Promise<void> {
    let hasWorked = false
    try {
      for (let task = findTask(desk); task; task = findTask(desk)) {
        hasWorked = true
        await task(desk)
      }
    } finally {
      progress.isBusy = false
      if (hasWorked && !desk.isClosed) desk.tell(progress.ids)
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

type Task = (desk: Desk) => Promise<void>

/** What is to be done next, the most pressing first. */
function findTask(desk: Desk): Task | undefined {
  const { ids, isNew, isEnd, isPaused } = desk.progress
  if (desk.isClosed) return undefined
  if (desk.isOld && !isNew) return lookAtHead
  if (findLack(desk)) return renew
  return isNew || (desk.wanted.to + ahead > ids.length && !isEnd && !isPaused) ? readMore : undefined
}

async function readMore(desk: Desk): Promise<void> {
  const { source, progress, wanted } = desk
  const { ids } = progress
  const batch = await source.more(ids, wanted.to - ids.length > leapSize ? leapSize : pageSize)
  progress.isEnd = batch.isEnd
  progress.isPaused = batch.isPaused ?? false
  progress.lookedTo = batch.lookedTo ?? progress.lookedTo
  const near = new Set(ids.slice(-overlapMax))
  const fresh = batch.entries.map(({ id }) => id).filter((id) => !near.has(id))
  take(desk, ids.concat(fresh), batch.entries)
}

async function renew(desk: Desk): Promise<void> {
  const { source, progress } = desk
  const lack = findLack(desk)
  if (!lack) return
  const { ids, entries, isEnd } = await source.renew(progress.ids, lack)
  if (isEnd === true) progress.isEnd = true
  take(desk, ids, entries)
}

async function lookAtHead(desk: Desk): Promise<void> {
  const { source, progress } = desk
  desk.isOld = false
  desk.age += 1
  try {
    const { ids, entries, isEnd } = await source.head(progress.ids)
    if (isEnd !== undefined) progress.isEnd = isEnd
    take(desk, ids, entries)
  } catch (error) {
    desk.isOld = true
    throw error
  }
}

function take(
  { shelf, progress, age, isClosed, tell }: Desk,
  ids: readonly string[],
  entries: readonly ListedEntry[],
): void {
  if (isClosed) return
  const before = progress.ids
  progress.ids = ids
  progress.isNew = false
  shelf.keep(entries, age)
  tell(before)
}

/** The places in sight that have no row, or an old one. */
function findLack({ progress: { ids }, wanted, shelf, age }: Desk): Span | undefined {
  const lacking = ids
    .slice(wanted.from, wanted.to)
    .flatMap((id, offset) => ((shelf.find(id)?.age ?? -1) < age ? wanted.from + offset : []))
  const [first, last] = [lacking[0], lacking.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { from: Math.max(0, first - margin), to: Math.min(ids.length, last + 1 + margin) }
}

/** The rows that were read last. */
interface Shelf {
  keep(entries: readonly ListedEntry[], age: number): void
  find(id: string | undefined): { row: Row; age: number } | undefined
}

function createShelf(): Shelf {
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
