import { openJournal, type TillJournal } from '../journal/journal.js'
import { turnLog } from '../journal/turn-log.js'
import { clock } from '../platform/clock.js'
import { findWorkerObstacle } from '../platform/registration.js'
import { createReserve } from '../platform/reserve.js'
import type { WorkerSetup } from '../ports.js'
import { watchStall } from './alarm.js'
import { startEngine } from './engine.js'
import { setupToWorkerSetup, type TillSetup } from './options.js'
import { createStatusStore } from './status.js'
import { createTill, type Till } from './till.js'

/** All that a till is made of; loaded as it is opened, for Dexie cannot even be loaded where storage is denied. */
export async function assembleTill(setup: TillSetup): Promise<Till> {
  // Turning the log takes room for a moment, which must not be that of what waits.
  const reserve = createReserve(setup.name, () => void turnLog(setup.name))
  const journal = await openJournal(setup.name, { makeRoom: reserve.release })
  setup.access.headersAt = await findHeadersAt(setup, journal)
  await journal.writeSetting('worker', setupToWorkerSetup(setup))
  const obstacle = findWorkerObstacle(setup.worker)
  const status = createStatusStore(obstacle ? { state: 'none', detail: obstacle } : { state: 'starting' })
  const engine = startEngine(setup, journal, status, reserve)
  const { stallAfterMs } = setup
  const stopAlarm = stallAfterMs === undefined ? undefined : watchStall(status, clock, stallAfterMs)
  const stop = () => {
    stopAlarm?.()
    engine.stop()
  }
  return createTill({ setup, journal, status, engine: { ...engine, stop } })
}

/** Headers that are the same as last time are no fresh ones. */
async function findHeadersAt({ access }: TillSetup, journal: TillJournal): Promise<number> {
  const last = (await journal.readSetting('worker')) as WorkerSetup | undefined
  const known = (last as Partial<WorkerSetup> | undefined)?.access
  const isSame = known && JSON.stringify(known.headers) === JSON.stringify(access.headers)
  return isSame ? known.headersAt : clock.now()
}
