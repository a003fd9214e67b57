import { TillClosed } from '../domain/errors.js'
import { pickGiven } from '../domain/given.js'
import type { EntryFilter, ReceiptFilter } from '../journal/views/index.js'
import { completeJournal, type TillJournal } from '../journal/journal.js'
import type { OpenedJournal } from '../journal/first.js'
import type { FileLock, FileSecret } from '../journal/seal/index.js'
import { clock } from '../platform/clock.js'
import { createMirrorStore } from '../platform/mirror-store.js'
import type { RightOfWay } from '../platform/right-of-way.js'
import type { WakeReason } from '../domain/trace.js'
import type { HeadersSource, WorkerSetup } from '../ports.js'
import type { RunResult } from '../replay/run.js'
import { createAttention, type Attention } from './attention.js'
import { readBalance } from './balance.js'
import { startCopying } from './copies.js'
import { reportDay } from './day.js'
import { startEngine, type Engine } from './engine.js'
import { type Mirroring, startMirroring } from './mirror.js'
import { waitBriefly } from './letting-go.js'
import { follow, type Begun, type Following, type TillListener } from './follow.js'
import { headersFunction, requireSendable, setupToWorkerSetup, type TillSetup } from './options.js'
import type { DeskDeps, Verdict } from './ring.js'
import { awaitSettled } from './settled.js'
import { startSigning } from './signing.js'
import type { OpenStatusStore } from './status.js'
import type { StorageCare } from './storage.js'
import type { ReplayReport, Till } from './till.js'
import {
  acknowledgeHandOver,
  exportJournal,
  importJournal,
  listHandOvers,
  readHandOverFile,
  signCheckpoint,
  takeBackHandOver,
  type ExportOptions,
  type ImportOptions,
} from './transfer.js'

/** The calls of the till whose code is not among the first. */
export type LaterCalls = Pick<
  Till,
  | 'entries'
  | 'balance'
  | 'receipts'
  | 'unusedNumbers'
  | 'day'
  | 'verifyJournal'
  | 'checkpoint'
  | 'exportJournal'
  | 'importJournal'
  | 'handOvers'
  | 'handOverFile'
  | 'acknowledgeHandOver'
  | 'takeBackHandOver'
  | 'settled'
  | 'replay'
  | 'pause'
  | 'resume'
  | 'setHeaders'
>

/** Everything of the till that loads after opening, saving and the status. */
export interface Rest {
  calls: LaterCalls
  attention: Attention
  /** Follows the till's events from a moment that may have passed while this was loading. */
  follow: (listener: TillListener, after: string | undefined, begun: Begun) => Following
  /** Makes Chromium leave a log that may be torn. */
  turnLog: () => Promise<void>
  /** Wakes a replay, and asks the browser for a background sync. */
  nudge: (why: WakeReason) => void
  /** Resolves when nothing more is sent. */
  stop: () => Promise<void>
  /** Of a till that is closed: copies to the mirror what has changed last. Rejects never. */
  finish: () => Promise<void>
}

export interface RestDeps {
  setup: TillSetup
  opened: OpenedJournal
  status: OpenStatusStore
  storage: StorageCare
  rightOfWay: RightOfWay
  /** Pauses background work. */
  rest: () => Promise<void>
}

/** Starts sending, and makes every call that was not needed to save an operation. */
export function createRest({ setup, opened, status, storage, rightOfWay, rest }: RestDeps): Rest {
  const journal = completeJournal(opened, rest)
  const engine = startEngine(setup, journal, status, storage, rightOfWay)
  const mirror = createMirrorStore(setup.name)
  const deps = { setup, journal, clock, storage, mirror }
  const mirroring = startMirroring({ setup, journal, store: mirror, status, storage, clock })
  const closing = new AbortController()
  const stopSigning = startSigning({ ...deps, status })
  const { give: giveWay } = rightOfWay
  const stopCopying = startCopying({ ...deps, status, giveWay, locks: navigator.locks })
  return {
    calls: {
      ...createLists(deps),
      ...createTransfers(deps, engine, mirroring),
      ...createSending(deps, engine),
      settled: (id, { signal } = {}) =>
        awaitSettled(journal, id, signal ? AbortSignal.any([signal, closing.signal]) : closing.signal),
    },
    attention: createAttention(deps, engine.nudge),
    follow: (listener, after, begun) => follow({ journal, status, clock }, listener, after, begun),
    turnLog: () => journal.turnLog(),
    nudge: engine.nudge,
    stop() {
      closing.abort(new TillClosed('settled'))
      stopSigning()
      stopCopying()
      return engine.stop()
    },
    finish: mirroring.finish,
  }
}

type Lists = 'entries' | 'balance' | 'receipts' | 'unusedNumbers' | 'day' | 'verifyJournal' | 'checkpoint'

function createLists(deps: DeskDeps): Pick<LaterCalls, Lists> {
  const { journal, setup } = deps
  const { balance } = setup
  return {
    entries: (filter?: EntryFilter) => journal.list(filter),
    ...(balance && { balance: (card: string) => readBalance(deps, balance, card) }),
    receipts: (filter?: ReceiptFilter) => journal.listReceipts(filter),
    unusedNumbers: () => journal.listUnusedNumbers(),
    day: (span) => reportDay(deps, span),
    verifyJournal: () => journal.verify(),
    checkpoint: () => signCheckpoint(deps),
  }
}

type Transfers =
  | 'takeBackHandOver'
  | 'exportJournal'
  | 'importJournal'
  | 'handOvers'
  | 'handOverFile'
  | 'acknowledgeHandOver'

function createTransfers(deps: DeskDeps, engine: Engine, mirroring: Mirroring): Pick<LaterCalls, Transfers> {
  const onImported = () => {
    engine.nudge('imported')
  }
  return {
    async exportJournal(lock: FileLock, options?: ExportOptions) {
      const file = await exportJournal({ ...deps, still: engine.still }, lock, options)
      // What another till will send must not come back here after a loss as if it still waited.
      if (options?.handOver) await waitBriefly(mirroring.catchUp())
      return file
    },
    importJournal: (...given: [Blob, FileSecret, ImportOptions?]) =>
      importJournal({ ...deps, onImported }, ...given),
    handOvers: () => listHandOvers(deps),
    handOverFile: (file) => readHandOverFile(deps, file),
    async takeBackHandOver(file: string, verdict: Verdict) {
      const taken = await takeBackHandOver(deps, file, verdict)
      engine.nudge('acted')
      return taken
    },
    acknowledgeHandOver: (file: string, verdict: Verdict) => acknowledgeHandOver(deps, file, verdict),
  }
}

type Sending = 'replay' | 'pause' | 'resume' | 'setHeaders'

function createSending({ setup, journal }: DeskDeps, engine: Engine): Pick<LaterCalls, Sending> {
  return {
    async replay() {
      setup.trace?.({ what: 'wake', why: 'replay' })
      await journal.resume()
      return resultToReport(await engine.dispatch.replay())
    },
    async pause({ by } = {}) {
      await journal.pause(clock.now(), by)
      setup.trace?.({ what: 'paused', scope: 'till', reason: 'held' })
    },
    async resume() {
      await journal.resume()
      setup.trace?.({ what: 'resumed', scope: 'till' })
      engine.nudge('resumed')
    },
    async setHeaders(headers) {
      await renewHeaders(setup, journal, headers)
      const endPause = () => journal.endPause('service', 'unauthorized')
      await endPause()
      engine.dispatch.resume(endPause)
    },
  }
}

/** Stores the headers for the worker too. */
async function renewHeaders(setup: TillSetup, journal: TillJournal, headers: HeadersSource): Promise<void> {
  requireSendable(headers)
  setup.access = { ...setup.access, headers, headersAt: clock.now() }
  setup.service = { ...setup.service, headers }
  const own = setupToWorkerSetup(setup)
  const stored = (await journal.readSetting('worker')) as WorkerSetup | undefined
  // A token is for the service that it was given for.
  if (stored && stored.access.baseUrl !== own.access.baseUrl) return
  await journal.writeSetting('worker', stored ? withHeadersOf(stored, own) : own)
}

/** A stored setup with the headers of another: a page that was opened under older options renews nothing else. */
function withHeadersOf(stored: WorkerSetup, { access, functions }: WorkerSetup): WorkerSetup {
  const { headers: _, ...others } = stored.access
  const isFunction = functions.includes(headersFunction)
  return {
    ...stored,
    access: { ...others, ...pickGiven(access, ['headers', 'headersAt']) },
    functions: [
      ...(isFunction ? [headersFunction] : []),
      ...stored.functions.filter((name) => name !== headersFunction),
    ],
  }
}

function resultToReport({ settled, parked, requeued, voided, paused }: RunResult): ReplayReport {
  const wait = paused && { paused: { reason: paused.reason, until: new Date(paused.until) } }
  return { settled, parked, requeued, voided, ...wait }
}
