import type { Loss, Witness } from '../decide/witness.js'
import { errorToText, OutcomeUnknown, StorageRefused } from '../domain/errors.js'
import { type FirstJournal, openFirst } from '../journal/first.js'
import { clock, delay } from '../platform/clock.js'
import { findWorkerObstacle } from '../platform/worker-obstacle.js'
import { createReserve } from '../platform/reserve.js'
import { watchLocalNetwork } from '../platform/local-network.js'
import { createRightOfWay, type RightOfWay } from '../platform/right-of-way.js'
import { createWitnessStore } from '../platform/witness-store.js'
import type { WorkerSetup } from '../ports.js'
import { isElsewhere } from '../transport/url.js'
import { watchStall } from './alarm.js'
import { importAgain } from './again.js'
import { createTill } from './create.js'
import { watchLeaving } from './letting-go.js'
import { setupToWorkerSetup, type TillSetup } from './options.js'
import { createPart, type Part } from './part.js'
import type { Rest, RestDeps } from './rest.js'
import { createStatusStore } from './status.js'
import { createStorageCare } from './storage.js'
import type { Till } from './till.js'
import { watchJournal } from './watch.js'
import { startWitnessing, type Witnessing } from './witness.js'

/** Background work runs for a few milliseconds, and then pauses for this long. */
const restMs = 1_000

const rest = () => delay(restMs)

/** Assembles a till; loaded when it opens, since Dexie cannot even be loaded where storage is denied. */
export async function assembleTill(given: TillSetup): Promise<Till> {
  // Starting a new log needs space for a moment, so it happens only after the reserve is taken.
  const reserve = createReserve(given.name, () => void part.arrived.then(({ turnLog }) => turnLog()))
  const witnessStore = createWitnessStore(given.name)
  const witnesses = witnessStore.read()
  const opened = await openFirst(given.name, {
    makeRoom: reserve.release,
    service: given.identity,
    rest,
    reader: given.rules.card,
  })
  const { setup, losses, fault } = await prepare(given, opened.first, await witnesses)
  const rightOfWay = createRightOfWay(setup.name)
  const obstacle = fault ? unstored : findWorkerObstacle(setup.worker)
  const status = createStatusStore(obstacle ? { state: 'none', detail: obstacle } : { state: 'starting' })
  const storage = createStorageCare(reserve, (storageStatus) => {
    status.change({ storage: storageStatus })
  })
  storage.noteLosses(losses)
  storage.noteFault('setup', fault)
  const witnessing = startWitnessing({ journal: opened.first, store: witnessStore, status, storage, clock })
  const journal = guardSaving(opened.first, rightOfWay, witnessing)
  const stopWatching = watchJournal(journal, status, storage, watchNetwork(setup))
  const part = loadRest({ setup, opened: { ...opened, first: journal }, status, storage, rightOfWay, rest })
  const { stallAfterMs } = setup
  const letGo = watchLeaving()
  const stopAlarm = stallAfterMs === undefined ? undefined : watchStall(status, clock, stallAfterMs)
  const stop = () => {
    stopAlarm?.()
    stopWatching()
    storage.stop()
    part.stop()
    rightOfWay.close()
    const { content } = part
    const write = () => Promise.all([witnessing.finish(), content?.finish()])
    void letGo({ sent: content?.stop(), write }).then(journal.close)
  }
  return createTill({ setup, journal, status, storage, rest: part, stop })
}

/** A service on the page's own origin is where the page came from. */
function watchNetwork({ access }: TillSetup): () => boolean {
  return isElsewhere(access.baseUrl) ? watchLocalNetwork() : () => false
}

/** Saving comes before any run of this till; a receipt number is given out once a witness covers it. */
function guardSaving(first: FirstJournal, rightOfWay: RightOfWay, witnessing: Witnessing): FirstJournal {
  return {
    ...first,
    append: (...draft) => rightOfWay.take(() => first.append(...draft)),
    async takeNumber(taking) {
      const number = await rightOfWay.take(() => first.takeNumber(taking))
      await witnessing.cover(taking, number)
      return number
    },
  }
}

/** Loads all that is not needed to open, to save and to show the status. */
function loadRest(deps: RestDeps): Part<Rest> {
  const { status, storage } = deps
  const load = () => import('./rest.js')
  let isFirst = true
  const loadRest = async () => {
    const loading = isFirst ? load() : importAgain(load, import.meta.url)
    isFirst = false
    const { createRest } = await loading
    return () => createRest(deps)
  }
  return createPart(loadRest, ({ state, fault }) => {
    storage.noteFault('parts', fault)
    status.change({ parts: { state, ...(fault !== undefined && { fault: errorToText(fault) }) } })
  })
}

const unstored = 'this browser refused to store the worker’s setup: the page delivers while it is open'

interface Prepared {
  setup: TillSetup
  losses: readonly Loss[]
  /** Why the worker's setup could not be stored. */
  fault?: StorageRefused | OutcomeUnknown
}

/** Prepares an open journal for this page, or closes it. */
async function prepare(setup: TillSetup, first: FirstJournal, witnesses: Witness[]): Promise<Prepared> {
  try {
    const losses = await first.heedWitnesses(witnesses, clock.now(), setup.policy.key?.header)
    const fault = await writeWorkerSetup(setup, first)
    // The worker would deliver by its last setup, so the page delivers alone.
    return fault ? { setup: { ...setup, worker: false }, losses, fault } : { setup, losses }
  } catch (error) {
    first.close()
    throw error
  }
}

/** Stores the worker's setup if it has changed; returns the error if the browser refuses to store it. */
async function writeWorkerSetup(setup: TillSetup, journal: FirstJournal): Promise<Prepared['fault']> {
  const last = (await journal.readSetting('worker')) as WorkerSetup | undefined
  setup.access.headersAt = findHeadersAt(setup, last)
  const current = setupToWorkerSetup(setup)
  if (JSON.stringify(current) === JSON.stringify(last)) return undefined
  try {
    await journal.writeSetting('worker', current)
    return undefined
  } catch (error) {
    if (error instanceof StorageRefused || error instanceof OutcomeUnknown) return error
    throw error
  }
}

/** Unchanged headers keep the time of their last change. */
function findHeadersAt({ access }: TillSetup, last: Partial<WorkerSetup> | undefined): number {
  const known = last?.access
  const isSame = known && JSON.stringify(known.headers) === JSON.stringify(access.headers)
  return isSame ? known.headersAt : clock.now()
}
