import { Dexie, liveQuery, type Table } from 'dexie'
import { coalesce } from '../../domain/coalesce.js'
import { type EntryState, entryStates } from '../../domain/entry.js'
import { isMoment } from '../../domain/fields.js'
import { pickGiven } from '../../domain/given.js'
import { is } from '../../domain/is.js'
import { ManualPause, Pause } from '../../domain/outcome.js'
import type { Signs } from '../../domain/signs.js'
import {
  type Counts,
  type Database,
  type EntryRow,
  findById,
  findInState,
  readRunRow,
  readTally,
} from './below.js'

/** A summary of the journal; a count that could not be read is missing, never zero. */
export interface Summary {
  counts: Partial<Record<EntryState, number>>
  oldestQueuedAt?: Date
  pauses: Pause[]
  manualPause?: ManualPause
  run?: {
    isOn: boolean
    done: number
    answeredAt?: number
    acknowledgedAt?: number
    clockOffsetMs?: number
    signs?: Signs
  }
}

/** A pause between two reads, so that watching does not slow down a long run. */
export type Rest = () => Promise<void>

/** Reports the summary now and whenever any tab or the worker changes it; returns a function that stops it. */
export function watchSummary(
  database: Database,
  report: (summary: Summary) => void,
  fail: (error: unknown) => void,
  rest: Rest,
): () => void {
  let isStopped = false
  const quiet = createQuiet()
  const read = coalesce(async () => {
    quiet.begin()
    await readSummary(database).then(
      (summary) => {
        if (!isStopped) report(summary)
      },
      (error: unknown) => {
        if (!isStopped && !isInterrupted(error)) fail(error)
      },
    )
    if (isStopped) return
    // A burst of changes is read from time to time, and its end without further waiting.
    await Promise.race([rest(), quiet.after()])
  })
  // A change is reported from within the transaction that made it.
  const start = () => {
    quiet.note()
    Dexie.ignoreTransaction(read)
  }
  const stopListening = listenForChanges(summaryTables(database), start)
  start()
  return () => {
    isStopped = true
    stopListening()
  }
}

/** The time after the last change at which a burst is over. */
const quietMs = 30

interface Quiet {
  /** A read begins, and includes all earlier changes. */
  begin: () => void
  note: () => void
  /** Resolves when a change came after the read began and no further one followed for a moment. */
  after: () => Promise<void>
}

function createQuiet(): Quiet {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let resolve: (() => void) | undefined
  return {
    begin() {
      clearTimeout(timer)
      isOver = false
    },
    note() {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isOver = true
        resolve?.()
      }, quietMs)
    },
    after: () =>
      new Promise((done) => {
        resolve = done
        if (isOver) done()
      }),
  }
}

/** Whether the database was closed during the read; the reconnection starts a new one. */
function isInterrupted(error: unknown): boolean {
  return error instanceof Dexie.DatabaseClosedError || error instanceof Dexie.AbortError
}

/** Dexie reports changes in every tab and in the worker, by the address of the changed part. */
function listenForChanges(tables: readonly Table[], report: () => void): () => void {
  const addresses = tables.map((table) => `idb://${table.db.name}/${table.name}/`)
  const isOurs = (part: string) => part === 'all' || addresses.some((address) => part.startsWith(address))
  const onChange = (parts: object) => {
    if (Object.keys(parts).some(isOurs)) report()
  }
  Dexie.on.storagemutated.subscribe(onChange)
  return () => {
    Dexie.on.storagemutated.unsubscribe(onChange)
  }
}

/** Reports the state of one entry now and whenever it changes; undefined while no such entry exists. */
export function watchState(
  database: Database,
  id: string,
  report: (state: EntryState | undefined) => void,
  fail: (error: unknown) => void,
): () => void {
  return observe(async () => (await findById(database, id))?.state, report, fail)
}

/** Reports what is read now and whenever a change of it is read; returns a function that stops it. */
export function observe<Value>(
  read: () => Promise<Value>,
  report: (value: Value) => void,
  fail: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(read).subscribe({ next: report, error: fail })
  return () => {
    subscription.unsubscribe()
  }
}

function summaryTables({ entries, pauses, runs, tallies }: Database): Table[] {
  return [entries, pauses, runs, tallies] as Table[]
}

/** A few small reads, as many for a long journal as for a short one. */
async function readSummary(database: Database): Promise<Summary> {
  const { pauses, runs } = database
  return database.transaction('r', summaryTables(database), async () => {
    const [counted, waits, run] = await Promise.all([
      readTally(database),
      pauses.toArray(),
      runs.get('replay').then(readRunRow),
    ])
    // Chromium steps over every entry that has left the state since it last tidied its files.
    const oldest = counted.queued === 0 ? undefined : await findOldestQueued(database, counted)
    const manualPause = waits.find((wait) => wait.scope === 'till')
    return {
      counts: Object.fromEntries(entryStates.map((state) => [state, counted[state]])),
      ...(oldest !== undefined && { oldestQueuedAt: new Date(oldest) }),
      pauses: waits.filter((pause) => is(pause, Pause)),
      // Such a row stops sending even if it is damaged, so the pause is shown.
      ...(manualPause && {
        manualPause: is(manualPause, ManualPause) ? manualPause : { scope: 'till' as const, since: 0 },
      }),
      ...(run && {
        run: {
          isOn: run.endedAt === undefined,
          done: run.done,
          ...pickGiven(run, ['answeredAt', 'acknowledgedAt', 'clockOffsetMs', 'signs']),
        },
      }),
    }
  })
}

/** So many of the first in line are looked at where no row tells since when it has waited. */
const firstMax = 3

/**
 * Since when the oldest has waited. It need not be the first: a correction takes an old place, an import a new one. Of
 * two ways the shorter is gone: past all that stand parked or are sent, or through all that are queued.
 */
async function findOldestQueued(
  database: Database,
  { queued, sending, parked }: Counts,
): Promise<number | undefined> {
  const inLine = findInState(database, 'queued')
  if (queued <= sending + parked) return findLongest(await inLine.toArray())
  const oldest = await database.entries
    .orderBy('waitingSince')
    .filter(({ state, waitingSince }) => state === 'queued' && isMoment(waitingSince))
    .first()
  return findLongest(oldest ? [oldest] : await inLine.limit(firstMax).toArray())
}

function findLongest(rows: readonly EntryRow[]): number | undefined {
  const times = rows.map(({ waitingSince, createdAt }) => waitingSince ?? createdAt).filter(isMoment)
  return times.length > 0 ? Math.min(...times) : undefined
}
