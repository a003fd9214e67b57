import { LoadFailed } from '../domain/errors.js'
import { type Database, lanesBehind, recount } from './store/index.js'
import type { Store } from './seal/index.js'

/** Brings every row to the present format. The code for that is loaded only where an older release left rows. */
export async function bringUpToDate(store: Store): Promise<void> {
  const { database } = store
  const isBehind = async (mark: string) => (await database.settings.get(mark)) !== undefined
  const [isOld, isWithoutLanes] = await Promise.all([isBehind('formatBehind'), isBehind(lanesBehind)])
  if (!isOld) await assertCounted(database)
  if (!isOld && !isWithoutLanes) return
  const { migrate, relane } = await import('./migrate.js').catch((error: unknown) => {
    throw new LoadFailed('openTill', error)
  })
  if (isOld) await migrate(store)
  if (isWithoutLanes) await relane(store)
}

/** A missing tally must not be read as zero, so it is counted again. */
async function assertCounted(database: Database): Promise<void> {
  if (!(await database.tallies.get('entries'))) await recount(database)
}
