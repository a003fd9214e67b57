import type { Hold } from '../domain/outcome.js'
import type { Database } from './database.js'

const scope: Hold['scope'] = 'till'

/** From here on nothing more is claimed, by any tab or worker; whoever held it first stays on record. */
export async function hold(database: Database, now: number, by?: string): Promise<void> {
  const { pauses } = database
  await database.transaction('rw', [pauses], async () => {
    if (await isHeldBack(database)) return
    await pauses.put({ scope, since: now, ...(by !== undefined && { by }) })
  })
}

/** Lets everything go on. */
export async function letGo({ pauses }: Database): Promise<void> {
  await pauses.delete(scope)
}

/** Whether a person holds the till back. Read inside the transaction that would claim. */
export async function isHeldBack({ pauses }: Database): Promise<boolean> {
  return (await pauses.get(scope)) !== undefined
}
