import { errorToText } from '../domain/errors.js'
import {
  hailWorker,
  hearMsMax,
  hurryWorker,
  toWakeMessage,
  wakeWorker,
  type Woken,
} from '../platform/messages.js'
import {
  findMissing,
  findTaken,
  isRegistered,
  registerWorker,
  toUnregistered,
  type Registered,
} from '../platform/registration.js'
import type { Urge } from '../replay/cues.js'
import type { RunResult } from '../replay/run.js'
import type { TillSetup } from './options.js'
import type { OpenStatusStore } from './status.js'

/** The service worker of a page: registered, woken, and reported in the status. */
export interface Background {
  /** Resolves once it is known whether there is a worker to wake. */
  started: Promise<void>
  registration: () => ServiceWorkerRegistration | undefined
  /** Makes the worker replay; undefined if it cannot or does not answer. */
  wake: (urge: Urge) => Promise<RunResult | undefined>
  /** Whether a worker that may handle requests controls this page. */
  isIntercepted: () => boolean
}

/** A worker may take this long to start on a busy device; its late answer corrects the status. */
const lateMsMax = 60_000

/** What is known of the woken workers, by worker. */
interface KnownWorkers {
  ours: WeakSet<ServiceWorker>
  silent: WeakSet<ServiceWorker>
  /** Addresses of ready-made workers, which handle no requests. */
  readyMade: Set<string>
}

/** Registers the worker and finds out whether `installReplay` runs in it. */
export function createBackground({ worker, name }: TillSetup, status: OpenStatusStore): Background {
  const workers: KnownWorkers = { ours: new WeakSet(), silent: new WeakSet(), readyMade: new Set() }
  let registered: Registered | undefined

  async function start(): Promise<void> {
    if (worker === false || status.value.worker.state === 'none') return
    try {
      registered = await registerWorker(worker)
      if (registered) watchTaken(registered, status)
      const active = registered?.registration.active
      if (active) void hail(active)
    } catch (error) {
      status.change({ worker: { state: 'failed', detail: errorToText(error) } })
    }
  }

  async function hail(active: ServiceWorker, patienceMs = hearMsMax): Promise<void> {
    const woken = await hailWorker(active, name, { ...createAsking(workers, active), hearMsMax: patienceMs })
    note(active, woken)
    if (woken.tag === 'silent' && patienceMs < lateMsMax) await hail(active, lateMsMax)
  }

  function note(worker: ServiceWorker, woken: Woken<unknown>): void {
    if (woken.tag !== 'silent' || woken.wasHeard) workers.ours.add(worker)
    if (workers.ours.has(worker)) workers.silent.delete(worker)
    else workers.silent.add(worker)
    // The answer of a worker that has been replaced does not count.
    if (registered?.registration.active !== worker) return
    if (woken.tag === 'declined') status.change({ worker: { state: 'held-back', detail: woken.option } })
    if (woken.tag === 'failed' && status.value.worker.state === 'starting') {
      status.change({ worker: { state: 'failed', detail: woken.detail } })
    }
    if (woken.tag === 'able' || woken.tag === 'done') {
      status.change({ worker: findTaken(registered) ?? { state: 'active' } })
    }
    if (workers.silent.has(worker)) status.change({ worker: findMissing(registered) })
  }

  return {
    started: start(),
    registration: () => registered?.registration,
    async wake(urge) {
      const active = registered && (await findActive(registered.registration, status))
      if (!active) return undefined
      if (urge.isEager) hurryWorker(active, name)
      const message = toWakeMessage(name, urge.isManual)
      const worker = wakeWorker<RunResult>(active, message, createAsking(workers, active))
      const answered = worker.then((woken) => {
        note(active, woken)
        return woken
      })
      // The page does not wait again for a worker that was silent before; the lock keeps both from sending at once.
      if (workers.silent.has(active)) return undefined
      const woken = await answered
      return woken.tag === 'done' ? woken.result : undefined
    },
    isIntercepted: () => isIntercepted(workers),
  }
}

/** Tells of another script that comes to the scope. */
function watchTaken(registered: Registered, status: OpenStatusStore): void {
  registered.registration.addEventListener('updatefound', () => {
    const taken = findTaken(registered)
    if (taken) status.change({ worker: taken })
  })
}

/** Notes whether the worker that is asked is a ready-made one. */
function createAsking({ readyMade }: KnownWorkers, { scriptURL }: ServiceWorker) {
  return { onReadyMade: () => void readyMade.add(scriptURL) }
}

async function findActive(
  registration: ServiceWorkerRegistration,
  status: OpenStatusStore,
): Promise<ServiceWorker | undefined> {
  if (await isRegistered(registration)) return registration.active ?? undefined
  status.change({ worker: toUnregistered(registration) })
  return undefined
}

function isIntercepted({ readyMade }: KnownWorkers): boolean {
  const controller = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null
  return controller !== null && !readyMade.has(controller.scriptURL)
}
