import { coalesce } from '../domain/coalesce.js'
import type { WakeReason } from '../domain/trace.js'
import { clock, delay } from '../platform/clock.js'
import type { RightOfWay } from '../platform/right-of-way.js'
import { requestSync } from '../platform/sync.js'
import { listenForWakes } from '../platform/wakes.js'
import type { TillJournal } from '../journal/journal.js'
import type { Replayer } from '../replay/replayer.js'
import { createBackground } from './background.js'
import { createDispatch, createWake, type Dispatch } from './dispatch.js'
import type { TillSetup } from './options.js'
import { createPageReplayer } from './page-replayer.js'
import type { OpenStatusStore, TillStatus } from './status.js'
import type { StorageCare } from './storage.js'

export interface Engine {
  dispatch: Dispatch
  /** Runs work while nothing is being sent from any tab or worker. */
  still: Replayer['still']
  /** Wakes a replay, and asks the browser for a background sync. */
  nudge: (why: WakeReason) => void
  /** Resolves when nothing more is sent. */
  stop: () => Promise<void>
}

/** The page does not wait longer for a worker to start: it replays meanwhile. */
const startMsMax = 10_000

/** Starts the background work: the page's own replay, the worker's, and what wakes them. */
export function startEngine(
  setup: TillSetup,
  journal: TillJournal,
  status: OpenStatusStore,
  storage: StorageCare,
  rightOfWay: RightOfWay,
): Engine {
  const background = createBackground(setup, status)
  const replayer = createPageReplayer(setup, journal, rightOfWay.give, background.isIntercepted)
  const { trace } = setup
  const wake = createWake({
    ready: Promise.race([background.started, delay(startMsMax)]),
    replayer,
    askWorker: background.wake,
  })
  const dispatch = createDispatch({
    wake,
    clock,
    isSeen,
    waits: () => waits(status.value),
    isOffline: () => status.value.reach === 'offline',
    trace,
    ...createFaultReport(storage),
  })
  dispatch.nudge('opened')
  const askBrowser = createSyncAsker(setup.name, background.registration)
  // The request that was made as it was saved may be used up: this page may close before the line is back.
  void background.started.then(() => {
    if (waits(status.value)) askBrowser()
  })
  const stopListening = listen(dispatch, replayer)
  const stopWatching = journal.onState((state) => {
    if (state === 'deleted' || state === 'outdated') dispatch.stop()
  })
  return {
    dispatch,
    still: (work) => replayer.still(work),
    nudge(why) {
      dispatch.nudge(why)
      askBrowser()
    },
    stop() {
      stopListening()
      stopWatching()
      dispatch.stop()
      return replayer.halt()
    },
  }
}

function isSeen(): boolean {
  return document.visibilityState === 'visible'
}

/** A count that is not known may be of something that waits. */
function waits({ counts: { queued, sending } }: TillStatus): boolean {
  return queued !== 0 || sending !== 0
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
