import { openJournal, type TillJournal } from '../journal/journal.js'
import { turnLog } from '../journal/store/index.js'
import { clock, delay } from '../platform/clock.js'
import { findWorkerObstacle } from '../platform/registration.js'
import { createReserve } from '../platform/reserve.js'
import { createRightOfWay } from '../platform/right-of-way.js'
import type { WorkerSetup } from '../ports.js'
import { watchStall } from './alarm.js'
import { startEngine } from './engine.js'
import { setupToWorkerSetup, type TillSetup } from './options.js'
import { createStatusStore } from './status.js'
import { createTill, type Till } from './till.js'

/** Background work runs for a few milliseconds, and then pauses for this long. */
const restMs = 1_000

const rest = () => delay(restMs)

/** Assembles a till; loaded when it opens, since Dexie cannot even be loaded where storage is denied. */
export async function assembleTill(setup: TillSetup): Promise<Till> {
  // Starting a new log needs space for a moment, so it happens only after the reserve is taken.
  const reserve = createReserve(setup.name, () => void turnLog(setup.name, rest))
  const opened = await openJournal(setup.name, {
    makeRoom: reserve.release,
    service: setup.identity,
    rest,
    reader: setup.rules.card,
  })
  const rightOfWay = createRightOfWay(setup.name)
  const journal: TillJournal = {
    ...opened,
    append: (...draft) => rightOfWay.take(() => opened.append(...draft)),
    takeNumber: (taking) => rightOfWay.take(() => opened.takeNumber(taking)),
  }
  await writeWorkerSetup(setup, journal)
  const obstacle = findWorkerObstacle(setup.worker)
  const status = createStatusStore(obstacle ? { state: 'none', detail: obstacle } : { state: 'starting' })
  const engine = startEngine(setup, journal, status, reserve, rightOfWay)
  const { stallAfterMs } = setup
  const stopAlarm = stallAfterMs === undefined ? undefined : watchStall(status, clock, stallAfterMs)
  const stop = () => {
    stopAlarm?.()
    engine.stop()
  }
  return createTill({ setup, journal, status, engine: { ...engine, stop } })
}

/** Stores the worker's setup if it has changed. */
async function writeWorkerSetup(setup: TillSetup, journal: TillJournal): Promise<void> {
  const last = (await journal.readSetting('worker')) as WorkerSetup | undefined
  setup.access.headersAt = findHeadersAt(setup, last)
  const current = setupToWorkerSetup(setup)
  if (JSON.stringify(current) !== JSON.stringify(last)) await journal.writeSetting('worker', current)
}

/** Unchanged headers keep the time of their last change. */
function findHeadersAt({ access }: TillSetup, last: Partial<WorkerSetup> | undefined): number {
  const known = last?.access
  const isSame = known && JSON.stringify(known.headers) === JSON.stringify(access.headers)
  return isSame ? known.headersAt : clock.now()
}
