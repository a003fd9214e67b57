import type { Found, Told } from './page/main.js'
import type { Arrival } from './site.js'

/** What was true in the world when the power went. */
export interface Truth {
  told: readonly Told[]
  arrivals: readonly Arrival[]
}

/** How what was found differs from what was true. */
export interface Judgement {
  /** Ids that were told as saved and are not there. */
  missing: string[]
  /** Ids that had reached the service, and wait as if they had never been sent. */
  unmarked: string[]
  /** Receipt numbers that would be given out again. */
  reused: number[]
  /** What of the journal's history is not as it was written. */
  altered: string | undefined
  /** Ids that had reached the service. */
  sent: ReadonlySet<string>
}

/** Holds what a till finds against what had been told and sent by then. */
export function judge({ entries, next, altered }: Found, { told, arrivals }: Truth): Judgement {
  const states = new Map(entries.map((entry) => [entry.id, entry]))
  const ids = new Map(told.map(({ number, id }) => [number, id]))
  const sent = new Set(arrivals.flatMap(({ number }) => ids.get(number) ?? []))
  return {
    missing: told.filter(({ id }) => !states.has(id)).map(({ id }) => id),
    unmarked: [...sent].filter((id) => {
      const found = states.get(id)
      return found?.state === 'queued' && !found.isSent
    }),
    reused: told.filter(({ number }) => number >= next).map(({ number }) => number),
    altered,
    sent,
  }
}

export function isSound({ missing, unmarked, reused, altered }: Judgement): boolean {
  return missing.length + unmarked.length + reused.length === 0 && altered === undefined
}

/**
 * `kept`: all is there. `told`: the till says what is missing, uses no number twice, and sends nothing again.
 * `silent`: something is amiss, and the till does not say so. `stuck`: it does not open, or does not go on, in time.
 */
export type Verdict = 'kept' | 'told' | 'silent' | 'stuck'

/** What a till says is what counts: of a loss that it tells, only entries may be missing. */
export function toVerdict(judgement: Judgement, losses: Found['losses']): Verdict {
  if (isSound(judgement)) return 'kept'
  const { unmarked, reused, altered } = judgement
  const isHarmful = unmarked.length + reused.length > 0 || altered !== undefined
  return losses.length > 0 && !isHarmful ? 'told' : 'silent'
}

/** What had been told and sent when so much had happened. */
export function truthAt(all: Truth, time: number): Truth {
  return {
    told: all.told.filter(({ at }) => at <= time),
    arrivals: all.arrivals.filter(({ at }) => at <= time),
  }
}
