import { pickGiven } from '../domain/given.js'
import { Dexie, liveQuery, type Table } from 'dexie'
import { is } from '../domain/is.js'
import { entryStates, type EntryState } from '../domain/entry.js'
import { isMoment } from '../domain/fields.js'
import { onceMore } from '../domain/once-more.js'
import { Hold, Pause } from '../domain/outcome.js'
import type { Signs } from '../domain/signs.js'
import type { Database } from './database.js'

import { readRunRow } from './rows.js'
import { readTally } from './tally.js'

/** What the journal says of itself; a count that could not be read is missing, never zero. */
export interface Summary {
  counts: Partial<Record<EntryState, number>>
  oldestQueuedAt?: Date
  pauses: Pause[]
  hold?: Hold
  run?: {
    isOn: boolean
    done: number
    answeredAt?: number
    acknowledgedAt?: number
    clockOffsetMs?: number
    signs?: Signs
  }
}

/** Passes between two looks, so that a long run is not held up by being watched. */
export type Rest = () => Promise<void>

/** Tells the summary now and whenever any tab or the worker changes it; returns how to stop. */
export function watchSummary(
  database: Database,
  tell: (summary: Summary) => void,
  fail: (error: unknown) => void,
  rest: Rest,
): () => void {
  let isStopped = false
  const look = onceMore(async () => {
    await readSummary(database).then(
      (summary) => {
        if (!isStopped) tell(summary)
      },
      (error: unknown) => {
        if (!isStopped && !isInterrupted(error)) fail(error)
      },
    )
    await rest()
  })
  // What tells of a change does so from within the transaction that made it.
  const start = () => {
    Dexie.ignoreTransaction(look)
  }
  const stopListening = listenForChanges(summaryTables(database), start)
  start()
  return () => {
    isStopped = true
    stopListening()
  }
}

/** The database was closed meanwhile; whoever opens it again looks anew. */
function isInterrupted(error: unknown): boolean {
  return error instanceof Dexie.DatabaseClosedError || error instanceof Dexie.AbortError
}

/** Dexie tells of changes by the address of what was changed, in any tab and in the worker. */
function listenForChanges(tables: readonly Table[], tell: () => void): () => void {
  const addresses = tables.map((table) => `idb://${table.db.name}/${table.name}/`)
  const isOurs = (part: string) => part === 'all' || addresses.some((address) => part.startsWith(address))
  const onChange = (parts: object) => {
    if (Object.keys(parts).some(isOurs)) tell()
  }
  Dexie.on.storagemutated.subscribe(onChange)
  return () => {
    Dexie.on.storagemutated.unsubscribe(onChange)
  }
}

/** Tells the state of one entry now and whenever it changes; nothing while no such entry stands. */
export function watchState(
  database: Database,
  id: string,
  tell: (state: EntryState | undefined) => void,
  fail: (error: unknown) => void,
): () => void {
  const query = liveQuery(async () => (await database.entries.where('id').equals(id).first())?.state)
  const subscription = query.subscribe({ next: tell, error: fail })
  return () => {
    subscription.unsubscribe()
  }
}

function summaryTables({ entries, pauses, runs, tallies }: Database): Table[] {
  return [entries, pauses, runs, tallies] as Table[]
}

/** Five small reads, however much is waiting. */
async function readSummary(database: Database): Promise<Summary> {
  const { entries, pauses, runs } = database
  return database.transaction('r', summaryTables(database), async () => {
    const [counted, oldest, waits, run] = await Promise.all([
      readTally(database),
      entries.where('[state+place]').between(['queued', Dexie.minKey], ['queued', Dexie.maxKey]).first(),
      pauses.toArray(),
      runs.get('replay').then(readRunRow),
    ])
    const hold = waits.find((wait) => wait.scope === 'till')
    return {
      counts: Object.fromEntries(entryStates.map((state) => [state, counted[state]])),
      ...(isMoment(oldest?.createdAt) && { oldestQueuedAt: new Date(oldest.createdAt) }),
      pauses: waits.filter((pause) => is(pause, Pause)),
      // Nothing goes while such a row stands, whatever else it says: so it shows.
      ...(hold && { hold: is(hold, Hold) ? hold : { scope: 'till' as const, since: 0 } }),
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
