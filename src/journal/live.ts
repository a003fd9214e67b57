import { pickGiven } from '../domain/given.js'
import { Dexie, liveQuery } from 'dexie'
import { is } from '../domain/is.js'
import { entryStates, type EntryState } from '../domain/entry.js'
import { isMoment } from '../domain/fields.js'
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

/** Tells the summary now and whenever any tab or the worker changes it; returns how to stop. */
export function watchSummary(
  database: Database,
  tell: (summary: Summary) => void,
  fail: (error: unknown) => void,
): () => void {
  // Only of a function declared async does Dexie hand over the result at once; else by a timer, which browsers hold
  // back in a tab that nobody sees, so that it would tell one after the other what has long passed.
  const query = liveQuery(async () => readSummary(database))
  const subscription = query.subscribe({ next: tell, error: fail })
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

/** Five small reads, however much is waiting. */
async function readSummary(database: Database): Promise<Summary> {
  const { entries, pauses, runs, tallies } = database
  return database.transaction('r', [entries, pauses, runs, tallies], async () => {
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
