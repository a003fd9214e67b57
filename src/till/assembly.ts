import { openJournal, type TillJournal } from '../journal/journal.js'
import { turnLog } from '../journal/turn-log.js'
import { clock, delay } from '../platform/clock.js'
import { findWorkerObstacle } from '../platform/registration.js'
import { createReserve } from '../platform/reserve.js'
import type { WorkerSetup } from '../ports.js'
import { watchStall } from './alarm.js'
import { startEngine } from './engine.js'
import { setupToWorkerSetup, type TillSetup } from './options.js'
import { createStatusStore } from './status.js'
import { createTill, type Till } from './till.js'

/** What can wait takes a few thousandths of a second, and then leaves the till to itself for so long. */
const restMs = 1_000

/** All that a till is made of; loaded as it is opened, for Dexie cannot even be loaded where storage is denied. */
export async function assembleTill(setup: TillSetup): Promise<Till> {
  // Turning the log takes room for a moment, which must not be that of what waits.
  const reserve = createReserve(setup.name, () => void turnLog(setup.name))
  const journal = await openJournal(setup.name, {
    makeRoom: reserve.release,
    rest: () => delay(restMs),
  })
  await tellWorker(setup, journal)
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

/** Leaves the worker what it needs, unless it lies there already. */
async function tellWorker(setup: TillSetup, journal: TillJournal): Promise<void> {
  const last = (await journal.readSetting('worker')) as WorkerSetup | undefined
  setup.access.headersAt = findHeadersAt(setup, last)
  const told = setupToWorkerSetup(setup)
  if (JSON.stringify(told) !== JSON.stringify(last)) await journal.writeSetting('worker', told)
}

/** Headers that are the same as last time are no fresh ones. */
function findHeadersAt({ access }: TillSetup, last: Partial<WorkerSetup> | undefined): number {
  const known = last?.access
  const isSame = known && JSON.stringify(known.headers) === JSON.stringify(access.headers)
  return isSame ? known.headersAt : clock.now()
}
