import type { Decision } from './decide/decide.js'
import type { Answer, Pause, Reachability } from './domain/outcome.js'
import type { Ticket } from './domain/ticket.js'

// The doors through which the replay loop speaks. What stands behind them is chosen by whoever composes it.

/** A run as it begins: its number fences off any earlier run that still believes to be alive. */
export interface Run {
  number: number
  /** Entries an earlier run marked as sending and never accounted for. */
  stranded: Ticket[]
  pause?: Pause
}

/** What one turn of the loop records, and how many entries it would like to claim. */
export interface Turn {
  run: number
  decisions: readonly Decision[]
  slots: number
  now: number
  /** What has been learnt of the line since the last turn: a pause that began, or that none is left. */
  line?: { pause: Pause | undefined; answeredAt: number | undefined }
}

/** An entry marked as sending. Without a body it cannot be read, and `unreadable` says why. */
export type Claimed = { ticket: Ticket; body: string } | { ticket: Ticket; unreadable: string }

export interface Turned {
  claimed: Claimed[]
  /** When the next queued entry that nothing holds back may go. */
  nextDueAt?: number
}

export interface Journal {
  begin(now: number): Promise<Run>
  turn(turn: Turn): Promise<Turned>
  end(run: number, now: number): Promise<void>
}

export interface Transport {
  /** Never rejects: whatever happens on the line is an answer. */
  send(claimed: Extract<Claimed, { body: string }>): Promise<Answer>
  probe(): Promise<Reachability>
}

export interface Lock {
  /** Waits for the lock, then holds it for as long as the work lasts; the holder's death releases it. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface Clock {
  now(): number
  random(): number
}
