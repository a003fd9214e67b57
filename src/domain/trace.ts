import type { EntryState, HistoryEvent, ParkReason } from './entry.js'
import { errorToName } from './error-name.js'
import type { OperationKind } from './models.js'
import type { ManualPause, OutcomeTag, PauseReason, PauseScope } from './outcome.js'

/** Why the till looks whether something can be sent; the last three are the worker's. */
export type WakeReason =
  | 'opened'
  | 'rung-up'
  | 'acted'
  | 'imported'
  | 'resumed'
  | 'headers'
  | 'replay'
  | 'timer'
  | 'cut'
  | 'visible'
  | 'returned'
  | 'online'
  | 'message'
  | 'sync'
  | 'activated'

/** Where an error occurred that the till lived with: a function of the host by its option's name, or a part of the till. */
export type TraceWhere = 'classify' | 'readReply' | 'lookUp' | 'onConflict' | 'run'

/** What is traced: ids, kinds, tags, states, numbers, times and names of errors, and nothing else. */
export type TraceFact =
  | { what: 'wake'; why: WakeReason }
  | { what: 'run-begun'; run: number; stranded: number }
  | {
      what: 'turn'
      run: number
      /** How many decisions it recorded, and how many entries it had room for. */
      decisions: number
      slots: number
      /** Ids of the entries that it marked as sending. */
      claimed: string[]
    }
  | {
      what: 'decision'
      /** Missing where a person decided. */
      run?: number
      id: string
      kind: OperationKind | 'unknown'
      through: HistoryEvent
      outcome?: OutcomeTag | undefined
      status?: number | undefined
      nextState: EntryState
      reason?: ParkReason | undefined
      dueAt?: Date | undefined
      /** The id of the operation that stands in its place after an amendment. */
      replacedBy?: string | undefined
    }
  /** What a function of the host answered about an entry. */
  | {
      what: 'asked'
      where: 'lookUp'
      id: string
      answer: 'applied' | 'absent' | 'unknown' | 'nonsense' | 'threw' | 'too-late'
    }
  | {
      what: 'asked'
      where: 'onConflict'
      id: string
      answer: 'accept' | 'resend' | 'amend' | 'park' | 'nonsense' | 'threw'
    }
  | {
      what: 'paused'
      run?: number
      scope: PauseScope | ManualPause['scope']
      reason: PauseReason | 'held'
      until?: Date | undefined
    }
  | { what: 'resumed'; run?: number; scope: PauseScope | ManualPause['scope'] }
  | {
      what: 'run-ended'
      run: number
      settled: number
      parked: number
      requeued: number
      voided: number
      isCut: boolean
    }
  | { what: 'run-overtaken'; run: number }
  | { what: 'error'; where: TraceWhere; error: string }

/** One line of the trace: what the till did, and when. It holds no secret, card, body, header or person. */
export type TraceLine = TraceFact & { at: Date }

/** Takes what is traced; where nobody traces, there is none. */
export type Trace = (fact: TraceFact) => void

/** Traces an error by its name alone: its message may quote what the code was given. */
export function traceError(trace: Trace | undefined, where: TraceWhere, error: unknown): void {
  trace?.({ what: 'error', where, error: errorToName(error) })
}
