import type { Entry, ListedEntry, SettledEntry } from '../domain/entry.js'
import { TillClosed } from '../domain/errors.js'
import type { Models, OperationKind } from '../domain/models.js'
import { openJournal, type TillJournal } from '../journal/journal.js'
import type { EntryFilter, KeptReceipt, ReceiptFilter } from '../journal/read.js'
import { clock } from '../platform/clock.js'
import { createLock } from '../platform/lock.js'
import { findWorkerObstacle, registerWorker } from '../platform/registration.js'
import { requestPersistence } from '../platform/storage.js'
import { requestSync } from '../platform/sync.js'
import { listenForWakes } from '../platform/wakes.js'
import type { HeadersSource, WorkerSetup } from '../ports.js'
import { createReplayer, type Replayer } from '../replay/replayer.js'
import { createTransport } from '../transport/transport.js'
import { createAttention, type Attention } from './attention.js'
import { createDispatch, createWake, type Dispatch } from './dispatch.js'
import { readOptions, setupToWorkerSetup, type TillOptions, type TillSetup } from './options.js'
import { ringUp, type Extra } from './ring.js'
import { awaitSettled } from './settled.js'
import {
  createStatusStore,
  summaryToStatus,
  type OpenStatusStore,
  type StatusStore,
  type TillPause,
} from './status.js'

/** What one replay did. */
export interface ReplayReport {
  settled: number
  parked: number
  requeued: number
  voided: number
  paused?: Pick<TillPause, 'reason' | 'until'>
}

type Operations = {
  [Kind in OperationKind]: (model: Models[Kind], extra?: Extra) => Promise<Entry<Kind>>
}

/** A till that is open: ring up, look, wait, replay, close. */
export interface Till extends Operations {
  readonly status: StatusStore
  entry(id: string): Promise<ListedEntry | undefined>
  entries(filter?: EntryFilter): Promise<ListedEntry[]>
  receipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  settled(id: string, options?: { signal?: AbortSignal }): Promise<SettledEntry<OperationKind>>
  replay(): Promise<ReplayReport>
  readonly attention: Attention
  /** Fresh credentials: what waits for them goes on. */
  setHeaders(headers: HeadersSource): Promise<void>
  close(): void
}

/** Opens the till's journal, registers its worker and begins to replay whatever waits. */
export async function openTill(options: TillOptions): Promise<Till> {
  const setup = readOptions(options)
  const journal = await openJournal(setup.name)
  setup.access.headersAt = await findHeadersAt(setup, journal)
  await journal.writeSetting('worker', setupToWorkerSetup(setup))
  const obstacle = findWorkerObstacle(setup.worker)
  const status = createStatusStore(obstacle ? { state: 'none', detail: obstacle } : { state: 'starting' })
  const engine = startEngine(setup, journal, status)
  requestPersistence((isPersistent) => {
    status.change({ storage: { ...status.value.storage, isPersistent } })
  })
  return createTill(setup, journal, status, engine)
}

interface Engine {
  dispatch: Dispatch
  /** Tells the worker, and the browser behind it, that something waits. */
  nudge: () => void
  stop: () => void
}

/** Everything that moves by itself: the page's own replay, the worker's, and what wakes either. */
function startEngine(setup: TillSetup, journal: TillJournal, status: OpenStatusStore): Engine {
  const replayer = createPageReplayer(setup, journal)
  let registration: ServiceWorkerRegistration | undefined
  const wake = createWake({
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
  void startWorker(setup, status).then((started) => {
    registration = started
    dispatch.nudge()
  })
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

/** Headers that are the same as last time are no fresh ones. */
async function findHeadersAt({ access }: TillSetup, journal: TillJournal): Promise<number> {
  const last = (await journal.readSetting('worker')) as WorkerSetup | undefined
  const isSame = last && JSON.stringify(last.access.headers) === JSON.stringify(access.headers)
  return isSame ? last.access.headersAt : clock.now()
}

function createPageReplayer(setup: TillSetup, journal: TillJournal): Replayer {
  const { policy, host, concurrency, name } = setup
  let transport = createTransport(setup.access)
  let access = setup.access
  const doors = () => {
    if (access !== setup.access) transport = createTransport(setup.access)
    access = setup.access
    return Promise.resolve({ journal, transport, host, clock, policy, concurrency, sliceMs: Infinity })
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

function createTill(setup: TillSetup, journal: TillJournal, status: OpenStatusStore, engine: Engine): Till {
  const closing = new AbortController()

  function assertOpen(action: string): void {
    if (closing.signal.aborted) throw new TillClosed(action)
  }

  function createOperation<Kind extends OperationKind>(kind: Kind) {
    return async (model: Models[Kind], extra: Extra = {}): Promise<Entry<Kind>> => {
      assertOpen(kind)
      const entry = await ringUp({ setup, journal, clock }, kind, model, extra)
      engine.nudge()
      return entry
    }
  }

  return {
    associate: createOperation('associate'),
    refund: createOperation('refund'),
    migrate: createOperation('migrate'),
    updateReceipt: createOperation('updateReceipt'),
    confirmOrder: createOperation('confirmOrder'),
    status,
    async entry(id) {
      assertOpen('entry')
      return journal.find(id)
    },
    async entries(filter) {
      assertOpen('entries')
      return journal.list(filter)
    },
    async receipts(filter) {
      assertOpen('receipts')
      return journal.listReceipts(filter)
    },
    async settled(id, { signal } = {}) {
      assertOpen('settled')
      return awaitSettled(journal, id, signal ? AbortSignal.any([signal, closing.signal]) : closing.signal)
    },
    attention: createAttention({ setup, journal, clock }, engine.nudge),
    async setHeaders(headers) {
      assertOpen('setHeaders')
      setup.access = { ...setup.access, headers, headersAt: clock.now() }
      setup.service = { ...setup.service, headers }
      await journal.writeSetting('worker', setupToWorkerSetup(setup))
      await journal.endPause('service', 'unauthorized')
      engine.nudge()
    },
    async replay() {
      assertOpen('replay')
      const { settled, parked, requeued, voided, paused } = await engine.dispatch.replay()
      return {
        settled,
        parked,
        requeued,
        voided,
        ...(paused && { paused: { reason: paused.reason, until: new Date(paused.until) } }),
      }
    },
    close() {
      if (closing.signal.aborted) return
      closing.abort(new TillClosed('waiting'))
      engine.stop()
    },
  }
}
