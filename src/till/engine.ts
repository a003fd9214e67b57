import { clock, delay } from '../platform/clock.js'
import { createLock } from '../platform/lock.js'
import { registerWorker } from '../platform/registration.js'
import { requestSync } from '../platform/sync.js'
import { listenForWakes } from '../platform/wakes.js'
import type { TillJournal } from '../journal/journal.js'
import { createReplayer, type Replayer } from '../replay/replayer.js'
import { createTransport } from '../transport/transport.js'
import { createDispatch, createWake, type Dispatch } from './dispatch.js'
import type { TillSetup } from './options.js'
import { summaryToStatus, type OpenStatusStore } from './status.js'

export interface Engine {
  dispatch: Dispatch
  /** Tells the worker, and the browser behind it, that something waits. */
  nudge: () => void
  stop: () => void
}

/** A worker that takes longer to start is not waited for: the page replays meanwhile. */
const startMsMax = 10_000

/** Everything that moves by itself: the page's own replay, the worker's, and what wakes either. */
export function startEngine(setup: TillSetup, journal: TillJournal, status: OpenStatusStore): Engine {
  const replayer = createPageReplayer(setup, journal)
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
  const dispatch = createDispatch({
    wake,
    clock,
    onFault: (error) => {
      status.change({ storage: { ...status.value.storage, fault: String(error) } })
    },
    isSeen: () => document.visibilityState === 'visible',
  })
  dispatch.nudge()
  const stopListening = listenForWakes({
    onLook: dispatch.nudge,
    onLine: dispatch.hint,
    onLeave: () => void replayer.halt(),
    onReturn: () => {
      replayer.resume()
      dispatch.nudge()
    },
  })
  const stopWatching = watchJournal(journal, status)
  return {
    dispatch,
    nudge() {
      dispatch.nudge()
      if (registration) void requestSync(registration, setup.name, clock.id())
    },
    stop() {
      stopListening()
      stopWatching()
      dispatch.stop()
      void replayer.halt().then(journal.close)
    },
  }
}

function createPageReplayer(setup: TillSetup, journal: TillJournal): Replayer {
  const { policy, host, concurrency, retention, name } = setup
  let transport = createTransport(setup.access)
  let access = setup.access
  const doors = () => {
    if (access !== setup.access) transport = createTransport(setup.access)
    access = setup.access
    return Promise.resolve({
      journal,
      transport,
      host,
      clock,
      policy,
      concurrency,
      retention,
      sliceMs: Infinity,
    })
  }
  return createReplayer(doors, createLock(name))
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

function watchJournal(journal: TillJournal, status: OpenStatusStore): () => void {
  return journal.watchSummary(
    (summary) => {
      status.change(summaryToStatus(summary, clock.now()))
    },
    (error) => {
      status.change({ counts: {}, storage: { ...status.value.storage, fault: String(error) } })
    },
  )
}
