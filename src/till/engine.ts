import { coalesce } from '../domain/coalesce.js'
import type { WakeReason } from '../domain/trace.js'
import { clock, delay } from '../platform/clock.js'
import type { RightOfWay } from '../platform/right-of-way.js'
import type { Reserve } from '../platform/reserve.js'
import { requestSync } from '../platform/sync.js'
import { listenForWakes } from '../platform/wakes.js'
import type { TillJournal } from '../journal/journal.js'
import type { Replayer } from '../replay/replayer.js'
import { createBackground } from './background.js'
import { createDeferredReplayer } from './deferred.js'
import { createDispatch, createWake, type Dispatch } from './dispatch.js'
import type { TillSetup } from './options.js'
import { nothingKnown, summaryToStatus, type OpenStatusStore } from './status.js'
import { createStorageCare, type StorageCare } from './storage.js'

export interface Engine {
  dispatch: Dispatch
  storage: StorageCare
  /** Runs work while nothing is being sent from any tab or worker. */
  still: Replayer['still']
  /** Wakes a replay, and asks the browser for a background sync. */
  nudge: (why: WakeReason) => void
  stop: () => void
}

/** The page does not wait longer for a worker to start: it replays meanwhile. */
const startMsMax = 10_000

/** Starts the background work: the page's own replay, the worker's, and what wakes them. */
export function startEngine(
  setup: TillSetup,
  journal: TillJournal,
  status: OpenStatusStore,
  reserve: Reserve,
  rightOfWay: RightOfWay,
): Engine {
  const background = createBackground(setup, status)
  const replayer = createDeferredReplayer(async () => {
    const { createPageReplayer } = await import('./page-replayer.js')
    return createPageReplayer(setup, journal, rightOfWay.give, background.isIntercepted)
  })
  const { trace } = setup
  const storage = createStorageCare(reserve, (storageStatus) => {
    status.change({ storage: storageStatus })
  })
  const wake = createWake({
    ready: Promise.race([background.started, delay(startMsMax)]),
    replayer,
    askWorker: background.wake,
  })
  const dispatch = createDispatch({
    wake,
    clock,
    isSeen,
    isOffline: () => status.value.reach === 'offline',
    trace,
    ...createFaultReport(storage),
  })
  dispatch.nudge('opened')
  const askBrowser = createSyncAsker(setup.name, background.registration)
  const stopListening = listen(dispatch, replayer)
  const stopWatching = watchJournal(journal, status, storage, dispatch.stop)
  return {
    dispatch,
    storage,
    still: (work) => replayer.still(work),
    nudge(why) {
      dispatch.nudge(why)
      askBrowser()
    },
    stop() {
      stopListening()
      stopWatching()
      storage.stop()
      dispatch.stop()
      rightOfWay.close()
      void replayer.halt().then(journal.close)
    },
  }
}

function isSeen(): boolean {
  return document.visibilityState === 'visible'
}

/** Reports the faults of the replay in the status. */
function createFaultReport(storage: StorageCare): { onFault: (error: unknown) => void; onWell: () => void } {
  return {
    onFault(error) {
      storage.noteFault('replay', error)
    },
    onWell() {
      storage.noteFault('replay')
    },
  }
}

/** A page that closes within this time has just asked. */
const syncRestMs = 250

/** Asks the browser to wake the worker: at once, and repeatedly while operations are saved. */
function createSyncAsker(name: string, find: () => ServiceWorkerRegistration | undefined): () => void {
  return coalesce(async () => {
    const registration = find()
    if (!registration) return
    await requestSync(registration, name, clock.id())
    await delay(syncRestMs)
  })
}

function listen({ nudge, hint }: Dispatch, replayer: Replayer): () => void {
  return listenForWakes({
    onLook: () => {
      nudge('visible')
    },
    onLine: hint,
    onLeave: () => void replayer.halt(),
    onReturn: () => {
      replayer.resume()
      nudge('returned')
    },
  })
}

/** Five updates a second are enough for a person. */
const restMs = 200

/** Browsers delay timers in a hidden tab, so it does not rest. */
async function restWhileSeen(): Promise<void> {
  if (isSeen()) await delay(restMs)
}

function watchJournal(
  journal: TillJournal,
  status: OpenStatusStore,
  storage: StorageCare,
  onGone: () => void,
): () => void {
  const stopSummary = journal.watchSummary(
    (summary) => {
      storage.noteFault('summary')
      status.change(summaryToStatus(summary, clock.now()))
    },
    (error) => {
      status.change(nothingKnown)
      storage.noteFault('summary', error)
    },
    restWhileSeen,
  )
  const stopState = journal.onState((state) => {
    if (state !== 'open') status.change(nothingKnown)
    if (state === 'deleted' || state === 'outdated') onGone()
    storage.noteState(state)
  })
  return () => {
    stopSummary()
    stopState()
  }
}
