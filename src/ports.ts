import type { Decision } from './decide/decide.js'
import type { Policy } from './decide/policy.js'
import type { Retention } from './decide/retention.js'
import type { Conflict, Resolution } from './decide/resolve.js'
import type { Conditions } from './domain/conditions.js'
import type { Entry, EntryReply, ListedEntry } from './domain/entry.js'
import type { OperationKind, Receipt } from './domain/models.js'
import type { Answer, Pause, PauseScope, Reachability } from './domain/outcome.js'
import type { Signs } from './domain/signs.js'
import type { Ticket } from './domain/ticket.js'

// The doors through which the replay loop speaks. What stands behind them is chosen by whoever composes it.

/** A run as it begins: its number fences off any earlier run that still believes to be alive. */
export interface Run {
  number: number
  /** Entries an earlier run marked as sending and never accounted for. */
  stranded: Ticket[]
  /** What has waited longer than the till lets pass. */
  aged: Ticket[]
  pauses: Pause[]
  /** When the service last took an operation from us. */
  acknowledgedAt?: number
  signs?: Signs
}

/** What the journal knows of the latest run, for whoever wonders whether it lives. */
export interface RunSigns {
  number: number
  /** When it last took something from the journal, by the till's clock. */
  beatAt: number
  endedAt?: number
}

/** The journal refuses a run that another has overtaken: nothing of what it asked for was done. */
export class RunOvertaken extends Error {
  override readonly name = 'RunOvertaken'
  constructor(deed: string, run: number, current: number | undefined) {
    super(`${deed} of run ${run} refused: run ${current ?? 'none'} is on`)
  }
}

/** What has been learnt of the line since the last turn. */
export interface LineNews {
  begun: readonly Pause[]
  ended: readonly PauseScope[]
  answeredAt?: number | undefined
  acknowledgedAt?: number | undefined
  clockOffsetMs?: number | undefined
  signs?: Signs
}

/** What one turn of the loop records, and how many entries it would like to claim. */
export interface Turn {
  run: number
  decisions: readonly Decision[]
  /** So many can go at once. */
  slots: number
  /** So many more may be marked while others are on the line: only what the service would recognise if it came twice. */
  ahead?: { slots: number; policy: Policy }
  /** How many of a kind at most; a kind not named has no limit of its own. */
  limits?: Partial<Record<OperationKind, number>>
  now: number
  /** What has waited since before then is not claimed. */
  agedBefore?: number
  /** A person has asked: what an entry waits for by itself is over. */
  isWish?: boolean
  line?: LineNews
}

/** An entry marked as sending, with all that its request needs. */
export interface ReadyClaim {
  /** The run that claimed it; whatever that run writes is refused once another has begun. */
  run: number
  ticket: Ticket & { kind: OperationKind }
  body: string
  conditions?: Conditions
}

/** A claim without a body cannot be read, and `unreadable` says why. */
export type Claimed = ReadyClaim | { ticket: Ticket; unreadable: string }

export interface Turned {
  claimed: Claimed[]
  /** When the next queued entry of each kind that no other entry holds back may go. */
  nextDueAts: Partial<Record<OperationKind, number>>
  /** A person holds delivery back. */
  isHeld: boolean
}

export interface Journal {
  begin: (now: number, agedBefore?: number) => Promise<Run>
  turn: (turn: Turn) => Promise<Turned>
  /** Says that a run lives; refused, as a turn is, once another has begun. */
  beat: (run: number, now: number) => Promise<void>
  readRun: () => Promise<RunSigns | undefined>
  end: (run: number, now: number) => Promise<void>
  /** Erases what has been kept long enough, a little at a time; tells whether there is more. */
  tidy: (retention: Retention, now: number) => Promise<boolean>
  find: (id: string) => Promise<ListedEntry | undefined>
  /** Writes the transaction's id into a body that has never been sent; from then on its bytes stay. */
  freeze: (claim: ReadyClaim, body: string) => Promise<void>
  /** The receipt that the service was last known to hold for what this operation revises. */
  findBase: (ticket: Pick<Ticket, 'id' | 'kind'>, request: object) => Promise<Receipt | undefined>
}

/** Asked directly before anything leaves the till: whether it may. */
export type Gate = () => Promise<boolean>

export interface Transport {
  /** Never rejects: whatever happens on the line is an answer. */
  send: (claim: ReadyClaim, gate: Gate) => Promise<Answer>
  probe: () => Promise<Reachability>
  /** Whether fresh credentials can be had by asking. */
  canRenew: boolean
}

/** What only the host can tell. Any of it may fail; then it is as if it had not been asked. */
export interface Host {
  lookUp?: (entry: Entry) => Promise<'applied' | 'absent' | 'unknown'>
  onConflict?: (conflict: Conflict) => Resolution | Promise<Resolution>
  transactionId: (reply: EntryReply, entry: Entry) => number | undefined
}

export interface Lock {
  /**
   * Waits for the lock, then holds it for as long as the work lasts; the holder's death releases it.
   * While another holds it, that other's life is asked after now and then, and from the dead it is stolen.
   * Whoever is robbed hears nothing of it here: the work goes on until the journal refuses it.
   */
  hold<Result>(work: (isStolen: boolean) => Promise<Result>, isStale: () => Promise<boolean>): Promise<Result>
}

/** A while that passes; cancelled, it is never over. */
export interface Timer {
  over: Promise<void>
  cancel: () => void
}

export interface Clock {
  now: () => number
  /** Milliseconds since whenever, which nobody can set: for measuring, not for dating. */
  ticks: () => number
  after: (delayMs: number) => Timer
  random: () => number
  id: () => string
}

export interface ReplayDoors {
  journal: Journal
  transport: Transport
  host: Host
  clock: Clock
  policy: Policy
  concurrency: number
  /** A worker's life is short: after this long a run claims no more and leaves the rest to the next. */
  sliceMs: number
  retention: Retention
}

/** Request headers by name. */
export type HeadersRecord = Record<string, string>

/** Headers as they are, or how to get them at the moment of sending. */
export type HeadersSource = HeadersRecord | (() => HeadersRecord | Promise<HeadersRecord>)

/** How the service is reached. */
export interface ServiceAccess {
  baseUrl: string
  headers: HeadersSource
  /** Since when plain headers have been as they are. */
  headersAt: number
  /** The header that carries an operation's key; none where the service does not know it. */
  keyHeader?: string
  credentials: 'omit' | 'same-origin' | 'include'
  timeoutMs: number
  /** A path below the base address or a URL that answers 2xx when the service is well; false asks the base address. */
  probe: string | false
}

/** What a page writes down for its worker; functions cannot travel and are named instead. */
export interface WorkerSetup {
  access: Omit<ServiceAccess, 'headers'> & { headers?: HeadersRecord }
  policy: Policy
  concurrency: number
  retention: Retention
  functions: readonly string[]
}
