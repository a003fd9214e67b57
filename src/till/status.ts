import { suspect } from '../decide/suspect.js'
import type { EntryState } from '../domain/entry.js'
import type { Hold, Pause, PauseReason, PauseScope } from '../domain/outcome.js'
import { noSigns, type Suspicion } from '../domain/signs.js'
import type { OperationKind } from '../domain/models.js'
import type { Summary } from '../journal/live.js'
import type { WorkerState } from '../platform/registration.js'
import type { StorageStatus } from './storage.js'

/** A wait, why, and until when. */
export interface TillPause {
  /** `till`: a person holds everything back. */
  scope: PauseScope | Hold['scope']
  reason: PauseReason | 'held'
  since: Date
  /** Missing where only a person ends it. */
  until?: Date
  by?: string
}

/** What is likely wrong with how the service is set up, by what the line has shown. No operation is judged by it. */
export type TillHint =
  | {
      /** It does not let the browser send these, or read what it answers (CORS): it is there, and they come to nothing. */
      likely: 'cors'
      kinds: OperationKind[]
      since: Date
    }
  | {
      /**
       * `hidden-headers`: it does not expose its headers (CORS), for `Date` is missing from its replies.
       * `csp`: the Content Security Policy of this page or its worker lets nothing through to it.
       */
      likely: 'hidden-headers' | 'csp'
      since: Date
    }

/** Where the till stands. What could not be read is missing; it is never shown as zero. */
export interface TillStatus {
  reach: 'online' | 'offline' | 'unknown'
  pauses: TillPause[]
  /** Empty unless something speaks for a service that is set up wrong. */
  hints: TillHint[]
  counts: Partial<Record<EntryState, number>>
  oldestQueuedAt: Date | undefined
  /** Since when the oldest that waits has waited for longer than `stallAfterMinutes`. */
  stalledSince?: Date | undefined
  replay: { running: boolean; done: number; total?: number }
  /** How far the service's clock is ahead of the till's, to the second; missing until a reply has told. */
  clockOffsetMs: number | undefined
  storage: StorageStatus
  worker: WorkerState
}

/** The status as it is now, and as it changes. */
export interface StatusStore {
  readonly value: TillStatus
  /** Tells the status now and at every change; returns how to stop. */
  subscribe(listener: (status: TillStatus) => void): () => void
}

/** The till's own side of the store. */
export interface OpenStatusStore extends StatusStore {
  /** Lays new facts over the old ones. */
  change(facts: Partial<TillStatus>): void
}

type SummedUp = Pick<
  TillStatus,
  'reach' | 'pauses' | 'hints' | 'counts' | 'replay' | 'oldestQueuedAt' | 'clockOffsetMs'
>

/** What may be said while the journal cannot be read. */
export const nothingKnown: SummedUp = {
  reach: 'unknown',
  pauses: [],
  hints: [],
  counts: {},
  oldestQueuedAt: undefined,
  clockOffsetMs: undefined,
  replay: { running: false, done: 0 },
}

/** Holds the status and tells it. */
export function createStatusStore(worker: WorkerState): OpenStatusStore {
  let value: TillStatus = { ...nothingKnown, storage: { state: 'open' }, worker }
  const listeners = new Set<(status: TillStatus) => void>()
  return {
    get value() {
      return value
    },
    subscribe(listener) {
      listeners.add(listener)
      listener(value)
      return () => listeners.delete(listener)
    },
    change(facts) {
      value = { ...value, ...facts }
      for (const listener of listeners) listener(value)
    },
  }
}

/** How long the last answer of the service vouches for the line: a little over the idle probe's interval. */
const reachMsMax = 150_000

/** Reads the journal's summary as a status. */
export function summaryToStatus(summary: Summary, now: number): SummedUp {
  const { counts, pauses, hold, run, oldestQueuedAt } = summary
  const { queued, sending } = counts
  const done = run?.done ?? 0
  const running = run?.isOn ?? false
  return {
    reach: pauses.some(({ reason }) => reason === 'offline' || reason === 'not-the-service')
      ? 'offline'
      : isRecent(run?.answeredAt, now)
        ? 'online'
        : 'unknown',
    pauses: [...(hold ? [holdToTillPause(hold)] : []), ...pauses.map(pauseToTillPause)],
    hints: suspect(run?.signs ?? noSigns, run?.acknowledgedAt !== undefined).map(suspicionToHint),
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

function holdToTillPause({ scope, since, by }: Hold): TillPause {
  return { scope, reason: 'held', since: new Date(since), ...(by !== undefined && { by }) }
}

function pauseToTillPause({ scope, reason, since, until }: Pause): TillPause {
  return { scope, reason, since: new Date(since), until: new Date(until) }
}

function suspicionToHint(suspicion: Suspicion): TillHint {
  return { ...suspicion, since: new Date(suspicion.since) }
}

function isRecent(at: number | undefined, now: number): boolean {
  return at !== undefined && now - at >= 0 && now - at < reachMsMax
}
