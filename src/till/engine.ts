import { onceMore } from '../domain/once-more.js'
import { clock, delay } from '../platform/clock.js'
import { registerWorker } from '../platform/registration.js'
import type { Reserve } from '../platform/reserve.js'
import { requestSync } from '../platform/sync.js'
import { listenForWakes } from '../platform/wakes.js'
import type { TillJournal } from '../journal/journal.js'
import type { Replayer } from '../replay/replayer.js'
import { createDeferredReplayer } from './deferred.js'
import { createDispatch, createWake, type Dispatch } from './dispatch.js'
import type { TillSetup } from './options.js'
import { nothingKnown, summaryToStatus, type OpenStatusStore } from './status.js'
import { createStorageCare, type StorageCare } from './storage.js'

export interface Engine {
  dispatch: Dispatch
  storage: StorageCare
  /** Works while nothing is being sent from anywhere. */
  still: Replayer['still']
  /** Tells the worker, and the browser behind it, that something waits. */
  nudge: () => void
  stop: () => void
}

/** A worker that takes longer to start is not waited for: the page replays meanwhile. */
const startMsMax = 10_000

/** Everything that moves by itself: the page's own replay, the worker's, and what wakes either. */
export function startEngine(
  setup: TillSetup,
  journal: TillJournal,
  status: OpenStatusStore,
  reserve: Reserve,
): Engine {
  const replayer = createDeferredReplayer(async () => {
    const { createPageReplayer } = await import('./page-replayer.js')
    return createPageReplayer(setup, journal)
  })
  const storage = createStorageCare(reserve, (told) => {
    status.change({ storage: told })
  })
  let registration: ServiceWorkerRegistration | undefined
  const started = startWorker(setup, status).then((active) => {
    registration = active
  })
  const wake = createWake({
    ready: Promise.race([started, delay(startMsMax)]),
    name: setup.name,
    replayer,
    worker: () => registration?.active ?? undefined,
    onWorker: (option) => {
      status.change({
        worker: option === undefined ? { state: 'active' } : { state: 'held-back', detail: option },
      })
    },
  })
  const dispatch = createDispatch({ wake, clock, isSeen, ...createWitness(storage) })
  dispatch.nudge()
  const askBrowser = createSyncAsker(setup.name, () => registration)
  const stopListening = listen(dispatch, replayer)
  const stopWatching = watchJournal(journal, status, storage, dispatch.stop)
  return {
    dispatch,
    storage,
    still: (work) => replayer.still(work),
    nudge() {
      dispatch.nudge()
      askBrowser()
    },
    stop() {
      stopListening()
      stopWatching()
      storage.stop()
      dispatch.stop()
      void replayer.halt().then(journal.close)
    },
  }
}

function isSeen(): boolean {
  return document.visibilityState === 'visible'
}

/** Who hears how the replay fares. */
function createWitness(storage: StorageCare): { onFault: (error: unknown) => void; onWell: () => void } {
  return {
    onFault(error) {
      storage.noteFault('replay', error)
    },
    onWell() {
      storage.noteFault('replay')
    },
  }
}

/** A page that goes within it has just asked. */
const syncRestMs = 250

/** Has the browser wake the worker: at once, and while more is rung up, as often again. */
function createSyncAsker(name: string, find: () => ServiceWorkerRegistration | undefined): () => void {
  return onceMore(async () => {
    const registration = find()
    if (!registration) return
    await requestSync(registration, name, clock.id())
    await delay(syncRestMs)
  })
}

function listen({ nudge, hint }: Dispatch, replayer: Replayer): () => void {
  return listenForWakes({
    onLook: nudge,
    onLine: hint,
    onLeave: () => void replayer.halt(),
    onReturn: () => {
      replayer.resume()
      nudge()
    },
  })
}

async function startWorker(
  { worker }: TillSetup,
  status: OpenStatusStore,
): Promise<ServiceWorkerRegistration | undefined> {
  if (worker === false || status.value.worker.state === 'none') return undefined
  try {
    const registration = await registerWorker(worker)
    status.change({ worker: { state: 'active' } })
    return registration
  } catch (error) {
    status.change({ worker: { state: 'failed', detail: String(error) } })
    return undefined
  }
}

/** Five looks a second are as good as any to somebody who looks on. */
const restMs = 200

/** In a tab that nobody sees, browsers hold timers back: it does not rest. */
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
  const stopStanding = journal.onStanding((standing) => {
    if (standing !== 'open') status.change(nothingKnown)
    if (standing === 'deleted' || standing === 'outdated') onGone()
    storage.noteStanding(standing)
  })
  return () => {
    stopSummary()
    stopStanding()
  }
}
