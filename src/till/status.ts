import { suspect } from '../decide/suspect.js'
import type { EntryState } from '../domain/entry.js'
import { isOut, type ManualPause, type Pause, type PauseReason, type PauseScope } from '../domain/outcome.js'
import { noSigns, type Suspicion } from '../domain/signs.js'
import type { OperationKind } from '../domain/models.js'
import type { Summary } from '../journal/views/index.js'
import { reportFault } from '../platform/faults.js'
import type { WorkerState } from '../platform/registration.js'
import type { CopiesStatus } from './copy-options.js'
import type { PartsStatus } from './part.js'
import type { StorageStatus } from './storage.js'

/** A pause of sending, its reason, and its end. */
export interface TillPause {
  /** `till`: a person has paused the till. */
  scope: PauseScope | ManualPause['scope']
  reason: PauseReason | 'held'
  since: Date
  /** Missing if only a person ends it. */
  until?: Date
  by?: string
}

/** A likely mistake in the service's setup, concluded from its answers. Operations are not decided by it. */
export type TillHint =
  | {
      /**
       * `address`: two operations of a kind in a row were answered as if there were no such endpoint.
       * `cors`: the service does not let the browser send these operations, or read the answers to them.
       */
      likely: 'address' | 'cors'
      kinds: OperationKind[]
      since: Date
    }
  | {
      /**
       * `hidden-headers`: the service does not expose its headers (CORS), so `Date` is missing from its replies.
       * `csp`: the Content Security Policy of this page or its worker blocks requests to the service.
       * `local-network`: a person has denied this site the shop's own network, and the service cannot be reached.
       */
      likely: 'hidden-headers' | 'csp' | 'local-network'
      since: Date
    }

/** The status of the till. A fact that could not be read is missing; it is never shown as zero. */
export interface TillStatus {
  reach: 'online' | 'offline' | 'unknown'
  pauses: TillPause[]
  /** Empty unless the service seems to be set up wrong. */
  hints: TillHint[]
  counts: Partial<Record<EntryState, number>>
  /** Since when the oldest queued operation has waited: when it was saved, or a person last sent it again. */
  oldestQueuedAt: Date | undefined
  /** Since when the oldest waiting operation has waited longer than `stallAfterMinutes`. */
  stalledSince?: Date | undefined
  replay: { running: boolean; done: number; total?: number }
  /** How far the service's clock is ahead of the till's, to the second; missing until a reply shows it. */
  clockOffsetMs: number | undefined
  storage: StorageStatus
  worker: WorkerState
  /** Whether the code that loads after saving and the status is there. */
  parts: PartsStatus
  /** The copies that leave the device; missing without the option `copies`, or until it is known. */
  copies?: CopiesStatus
}

/** The present status, and its changes. */
export interface StatusStore {
  readonly value: TillStatus
  /** Reports the status now and at every change; returns a function that stops it. */
  subscribe(listener: (status: TillStatus) => void): () => void
}

/** The store with the method that changes it. */
export interface OpenStatusStore extends StatusStore {
  /** Merges new facts into the status. */
  change(facts: Partial<TillStatus>): void
}

type SummedUp = Pick<
  TillStatus,
  'reach' | 'pauses' | 'hints' | 'counts' | 'replay' | 'oldestQueuedAt' | 'clockOffsetMs'
>

/** The status while the journal cannot be read. */
export const nothingKnown: SummedUp = {
  reach: 'unknown',
  pauses: [],
  hints: [],
  counts: {},
  oldestQueuedAt: undefined,
  clockOffsetMs: undefined,
  replay: { running: false, done: 0 },
}

/** Stores the status and reports it. */
export function createStatusStore(worker: WorkerState): OpenStatusStore {
  let value: TillStatus = { ...nothingKnown, storage: { state: 'open' }, worker, parts: { state: 'loading' } }
  const listeners = new Set<(status: TillStatus) => void>()
  return {
    get value() {
      return value
    },
    subscribe(listener) {
      listeners.add(listener)
      notify(listener, value)
      return () => listeners.delete(listener)
    },
    change(facts) {
      value = { ...value, ...facts }
      for (const listener of listeners) notify(listener, value)
    },
  }
}

/** Calls a listener; its error is reported to the page, and the other listeners are still called. */
function notify(listener: (status: TillStatus) => void, status: TillStatus): void {
  try {
    listener(status)
  } catch (fault) {
    reportFault(fault)
  }
}

/** How long the last answer counts as proof of the line: a little over the idle probe's interval. */
const reachMsMax = 150_000

/** The journal's summary as a status. */
export function summaryToStatus(summary: Summary, now: number, isNetworkDenied = false): SummedUp {
  const { counts, pauses, manualPause, run, oldestQueuedAt } = summary
  const { queued, sending } = counts
  const done = run?.done ?? 0
  const running = run?.isOn ?? false
  return {
    reach: pauses.some(isOut) ? 'offline' : isRecent(run?.answeredAt, now) ? 'online' : 'unknown',
    pauses: [...(manualPause ? [manualPauseToTillPause(manualPause)] : []), ...pauses.map(pauseToTillPause)],
    hints: [
      ...suspect(run?.signs ?? noSigns, run?.acknowledgedAt !== undefined).map(suspicionToHint),
      ...(isNetworkDenied ? pauses.filter(isOut).map(outageToHint) : []),
    ],
    counts,
    replay: {
      running,
      done,
      ...(queued !== undefined && sending !== undefined && { total: done + queued + sending }),
    },
    oldestQueuedAt,
    clockOffsetMs: run?.clockOffsetMs,
  }
}

function manualPauseToTillPause({ scope, since, by }: ManualPause): TillPause {
  return { scope, reason: 'held', since: new Date(since), ...(by !== undefined && { by }) }
}

function pauseToTillPause({ scope, reason, since, until }: Pause): TillPause {
  return { scope, reason, since: new Date(since), until: new Date(until) }
}

function suspicionToHint(suspicion: Suspicion): TillHint {
  return { ...suspicion, since: new Date(suspicion.since) }
}

function outageToHint({ since }: Pause): TillHint {
  return { likely: 'local-network', since: new Date(since) }
}

function isRecent(at: number | undefined, now: number): boolean {
  return at !== undefined && now - at >= 0 && now - at < reachMsMax
}
