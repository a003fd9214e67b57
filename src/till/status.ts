import type { EntryState } from '../domain/entry.js'
import type { Hold, Pause, PauseReason, PauseScope } from '../domain/outcome.js'
import type { Summary } from '../journal/live.js'
import type { WorkerState } from '../platform/registration.js'
import type { StorageStatus } from './storage.js'

export interface TillPause {
  /** `till`: a person holds everything back. */
  scope: PauseScope | Hold['scope']
  reason: PauseReason | 'held'
  since: Date
  /** Missing where only a person ends it. */
  until?: Date
  by?: string
}

/** Where the till stands. What could not be read is missing; it is never shown as zero. */
export interface TillStatus {
  reach: 'online' | 'offline' | 'unknown'
  pauses: TillPause[]
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
  'reach' | 'pauses' | 'counts' | 'replay' | 'oldestQueuedAt' | 'clockOffsetMs'
>

/** What may be said while the journal cannot be read. */
export const nothingKnown: SummedUp = {
  reach: 'unknown',
  pauses: [],
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

function isRecent(at: number | undefined, now: number): boolean {
  return at !== undefined && now - at >= 0 && now - at < reachMsMax
}
