import { StorageRefused } from '../domain/errors.js'
import { openJournal, type TillJournal } from '../journal/journal.js'
import { clock } from '../platform/clock.js'
import { findWorkerObstacle } from '../platform/registration.js'
import { findStorageObstacle } from '../platform/storage.js'
import { createReserve } from '../platform/reserve.js'
import type { WorkerSetup } from '../ports.js'
import { startEngine } from './engine.js'
import { readOptions, setupToWorkerSetup, type TillOptions, type TillSetup } from './options.js'
import { createStatusStore } from './status.js'
import { createTill, type Till } from './till.js'

/** Opens the till's journal, registers its worker and begins to replay whatever waits. */
export async function openTill(options: TillOptions): Promise<Till> {
  const setup = readOptions(options)
  const refusal = findStorageObstacle()
  if (refusal !== undefined) throw new StorageRefused('the till was not opened', refusal)
  const reserve = createReserve(setup.name)
  const journal = await openJournal(setup.name, { makeRoom: reserve.release })
  setup.access.headersAt = await findHeadersAt(setup, journal)
  await journal.writeSetting('worker', setupToWorkerSetup(setup))
  const obstacle = findWorkerObstacle(setup.worker)
  const status = createStatusStore(obstacle ? { state: 'none', detail: obstacle } : { state: 'starting' })
  const engine = startEngine(setup, journal, status, reserve)
  return createTill({ setup, journal, status, engine })
}

/** Headers that are the same as last time are no fresh ones. */
async function findHeadersAt({ access }: TillSetup, journal: TillJournal): Promise<number> {
  const last = (await journal.readSetting('worker')) as WorkerSetup | undefined
  const known = (last as Partial<WorkerSetup> | undefined)?.access
  const isSame = known && JSON.stringify(known.headers) === JSON.stringify(access.headers)
  return isSame ? known.headersAt : clock.now()
}
