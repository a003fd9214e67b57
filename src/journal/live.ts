import { Dexie, liveQuery } from 'dexie'
import { entryStates, type EntryState } from '../domain/entry.js'
import { Pause } from '../domain/outcome.js'
import { is } from 'superstruct'
import type { Database } from './database.js'
import { pickGiven } from './rows.js'

/** What the journal says of itself; a count that could not be read is missing, never zero. */
export interface Summary {
  counts: Partial<Record<EntryState, number>>
  oldestQueuedAt?: Date
  pauses: Pause[]
  run?: { isOn: boolean; done: number; answeredAt?: number; clockOffsetMs?: number }
}

/** Tells the summary now and whenever any tab or the worker changes it; returns how to stop. */
export function watchSummary(
  database: Database,
  tell: (summary: Summary) => void,
  fail: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(() => readSummary(database)).subscribe({ next: tell, error: fail })
  return () => {
    subscription.unsubscribe()
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

async function readSummary(database: Database): Promise<Summary> {
  const { entries, pauses, runs } = database
  return database.transaction('r', [entries, pauses, runs], async () => {
    const [total, oldest, waits, run, ...each] = await Promise.all([
      entries.count(),
      entries.where('[state+place]').between(['queued', Dexie.minKey], ['queued', Dexie.maxKey]).first(),
      pauses.toArray(),
      runs.get('replay'),
      ...entryStates.map((state) =>
        entries.where('[state+place]').between([state, Dexie.minKey], [state, Dexie.maxKey]).count(),
      ),
    ])
    const counts = Object.fromEntries(entryStates.map((state, index) => [state, each[index] ?? 0])) as Record<
      EntryState,
      number
    >
    // Rows whose state cannot be read are a person's business, like all that is parked.
    counts.parked += total - each.reduce((sum, count) => sum + count, 0)
    return {
      counts,
      ...(oldest && { oldestQueuedAt: new Date(oldest.createdAt) }),
      pauses: waits.filter((pause) => is(pause, Pause)),
      ...(run && {
        run: {
          isOn: run.endedAt === undefined,
          done: run.done,
          ...pickGiven(run, ['answeredAt', 'clockOffsetMs']),
        },
      }),
    }
  })
}
