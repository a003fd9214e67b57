import type { ManualPause } from '../../domain/outcome.js'
import { type Database, findInState } from './below.js'

const scope: ManualPause['scope'] = 'till'

/** Stops claiming in every tab and worker; the first pause stays on record. */
export async function pause(database: Database, now: number, by?: string): Promise<void> {
  const { pauses } = database
  await database.transaction('rw', [pauses], async () => {
    if (await isPausedByHand(database)) return
    await pauses.put({ scope, since: now, ...(by !== undefined && { by }) })
  })
}

export async function resume({ pauses }: Database): Promise<void> {
  await pauses.delete(scope)
}

/** Whether a person has paused the till and no entry is marked as sending. */
export async function isAtRest(database: Database): Promise<boolean> {
  const { entries, pauses } = database
  return database.transaction('r', [entries, pauses], async () => {
    const [isPaused, sending] = await Promise.all([
      isPausedByHand(database),
      findInState(database, 'sending').count(),
    ])
    return isPaused && sending === 0
  })
}

/** Whether a person has paused the till. Read inside the transaction that would claim. */
export async function isPausedByHand({ pauses }: Database): Promise<boolean> {
  return (await pauses.get(scope)) !== undefined
}
