import type { Decision } from './decide/decide.js'
import type { Limits } from './decide/limits.js'
import type { Policy } from './decide/policy.js'
import type { Keeping } from './decide/erasure.js'
import type { Retention } from './decide/retention.js'
import type { Conflict, Resolution } from './decide/resolve.js'
import type { StoredCardCode } from './domain/card-code.js'
import type { Conditions } from './domain/conditions.js'
import type { Entry, EntryReply, ListedEntry } from './domain/entry.js'
import type { OperationKind, Receipt } from './domain/models.js'
import type { TillRules } from './domain/rules.js'
import type { Answer, Pause, PauseScope, Placement, Reachability } from './domain/outcome.js'
import type { Signs } from './domain/signs.js'
import type { Ticket } from './domain/ticket.js'
import type { Trace } from './domain/trace.js'

// The dependencies of the replay loop; its caller chooses the implementations.

/** The start of a run: its number makes the journal refuse any earlier run that is still active. */
export interface Run {
  number: number
  /** Entries that an earlier run marked as sending and never resolved. */
  stranded: Ticket[]
  /** Of these, those up to this place are of an older state of the journal, which the browser put back. */
  doubtedUpTo?: number
  /** When the previous run last used the journal, by the till's clock. */
  signAt?: number
  /** Entries that have waited longer than the till allows. */
  aged: Ticket[]
  pauses: Pause[]
  /** When the latest operation left that the service accepted. */
  acknowledgedAt?: number
  /** How far the service's clock was ahead of the till's at the least, as it was last heard. */
  leastOffsetMs?: number
  signs?: Signs
}

/** The journal's facts about the latest run, which show whether it is alive. */
export interface RunSigns {
  number: number
  /** When it last used the journal, by the till's clock. */
  beatAt: number
  endedAt?: number
}

/** The journal refuses a run after a later one has begun: nothing of its request was done. */
export class RunOvertaken extends Error {
  override readonly name = 'RunOvertaken'
  constructor(action: string, run: number, current: number | undefined) {
    super(`${action} of run ${run} refused: run ${current ?? 'none'} is on`)
  }
}

/** The changes of the line's state since the last turn. */
export interface LineNews {
  begun: readonly Pause[]
  ended: readonly PauseScope[]
  answeredAt?: number | undefined
  acknowledgedAt?: number | undefined
  clockOffsetMs?: number | undefined
  leastOffsetMs?: number | undefined
  signs?: Signs
}

/** What a run tells of the line, and leaves to the next. */
export const lineFacts = ['answeredAt', 'acknowledgedAt', 'clockOffsetMs', 'leastOffsetMs', 'signs'] as const

/** What one turn of the loop records, and how many entries it claims. */
export interface Turn {
  run: number
  decisions: readonly Decision[]
  /** How many entries can be sent at once. */
  slots: number
  /** How many more may be marked while others are being sent: only entries that the service recognises if repeated. */
  ahead?: number
  /** The present rules: an entry whose earlier attempt may have been applied is sent only as they allow. */
  policy: Policy
  /** How many of each kind can be sent at once; a kind that is not named takes any slot. */
  slotsPerKind?: Partial<Record<OperationKind, number>>
  now: number
  /** Entries that have waited since before this time are not claimed. */
  agedBefore?: number
  /** A person asked for the run: it ends the waits of entries. */
  isManual?: boolean
  line?: LineNews
}

/** An entry marked as sending, with the facts that its request needs. */
export interface ReadyClaim {
  /** The run that claimed it; its writes are refused once another run has begun. */
  run: number
  ticket: Ticket & { kind: OperationKind }
  body: string
  /** The header that carries its key, by the turn's rules; missing if it has no key or the service supports none. */
  keyHeader?: string
  conditions?: Conditions
}

/** A claim without a body cannot be sent; `unreadable` says why, and `isBare` that its secrets were erased. */
export type Claimed = ReadyClaim | { ticket: Ticket; unreadable: string; isBare?: true }

export interface Turned {
  claimed: Claimed[]
  /** Not sent although first in line: an earlier attempt may have been applied, and no repeat is allowed. */
  barred: Ticket[]
  /** The due time of the next entry of each kind that no other entry holds back. */
  nextDueAts: Partial<Record<OperationKind, number>>
  /** A person has paused the till. */
  isPaused: boolean
  /** Nothing was claimed because the age of the keys became unknown: another turn may claim. */
  isAgain?: boolean
  /** The recorded decisions, if they differ from the request because a host's amendment was refused. */
  recorded?: readonly Decision[]
}

export interface Journal {
  /** Whether a run would have nothing to do: a person has paused the till, and no earlier run left an entry open. */
  isAtRest: () => Promise<boolean>
  begin: (now: number, agedBefore?: number) => Promise<Run>
  turn: (turn: Turn) => Promise<Turned>
  /** Records that a run is alive; refused, as a turn is, once another one has begun. */
  beat: (run: number, now: number) => Promise<void>
  readRun: () => Promise<RunSigns | undefined>
  end: (run: number, now: number) => Promise<void>
  /** Erases data whose retention has ended by both clocks, in small steps; returns whether more is left. */
  tidy: (keeping: Keeping, now: number, serviceNow?: number) => Promise<boolean>
  find: (id: string) => Promise<ListedEntry | undefined>
  /**
   * Fills the transaction id into a body that was never sent; after that its bytes do not change. Returns whether it
   * may be sent: another operation of that transaction may be ahead of it, or under way.
   */
  freeze: (claim: ReadyClaim, body: string) => Promise<boolean>
  /** The receipt that the service last held for the transaction that this operation revises. */
  findBase: (ticket: Pick<Ticket, 'id' | 'kind'>, request: object) => Promise<Receipt | undefined>
}

/** Called directly before a request leaves the till: whether it may. */
export type Gate = () => Promise<boolean>

export interface Transport {
  /** Never rejects: every failure of the line is an answer. */
  send: (claim: ReadyClaim, gate: Gate) => Promise<Answer>
  /** Tells what it found, and to `hear` the `Date` of the service's answer and when it came, where the till may read it. */
  probe: (hear?: (date: string, at: number) => void) => Promise<Reachability>
  /** Whether the transport can get fresh credentials itself. */
  canRenew: boolean
}

/** The host's finding about an operation with an unknown outcome; it may name the transaction too. */
export type LookedUp = 'applied' | 'absent' | 'unknown' | { found: 'applied'; transactionId?: number }

/** The host's functions. If one fails, it counts as not given. */
export interface Host {
  lookUp?: (entry: Entry) => Promise<LookedUp>
  onConflict?: (conflict: Conflict) => Resolution | Promise<Resolution>
  /** Decides what a complete answer means; undefined leaves it to the till. */
  classify?: (reply: EntryReply, entry: Entry) => Placement | undefined
  transactionId: (reply: EntryReply, entry: Entry) => number | undefined
}

export interface Lock {
  /**
   * Waits for the lock, then holds it while the work lasts; it is released if the holder dies. While it waits, it
   * checks from time to time whether the holder is alive, and steals the lock from a dead one. A holder that lost its
   * lock is not notified: its work goes on until the journal refuses it.
   */
  hold<Result>(work: () => Promise<Result>, isStale: () => Promise<boolean>): Promise<Result>
}

/** A delay; once cancelled, `over` never resolves. */
export interface Timer {
  over: Promise<void>
  cancel: () => void
}

export interface Clock {
  now: () => number
  /** Monotonic milliseconds, for measuring durations. */
  ticks: () => number
  after: (delayMs: number) => Timer
  random: () => number
  id: () => string
}

export interface ReplayDeps {
  journal: Journal
  transport: Transport
  host: Host
  /** The rules and limits for a host's amendment: the default rules and no limits, unless given. */
  admission?: { rules: TillRules; limits: Limits }
  clock: Clock
  policy: Policy
  concurrency: number
  /** Waits briefly while a person saves an operation, before a turn writes. */
  giveWay?: () => Promise<void>
  /** After this time a run claims no more and leaves the rest to the next, because a worker's life is short. */
  sliceMs: number
  retention: Retention
  trace?: Trace | undefined
}

/** Request headers by name. */
export type HeadersRecord = Record<string, string>

/** The argument of a `headers` function. */
export type HeadersAsked =
  | { refused: false }
  /** The service refused the last headers. The status is missing if that was before this page was loaded. */
  | { refused: true; status?: RefusalStatus }

/** The statuses that concern the credentials, not the operation. */
export const refusalStatuses = [401, 403, 407] as const
export type RefusalStatus = (typeof refusalStatuses)[number]

/** Headers, or a function that returns them at the time of sending. */
export type HeadersSource = HeadersRecord | ((asked: HeadersAsked) => HeadersRecord | Promise<HeadersRecord>)

/** How to reach the service. */
export interface ServiceAccess {
  baseUrl: string
  headers: HeadersSource
  /** Since when plain headers have been the same. */
  headersAt: number
  credentials: 'omit' | 'same-origin' | 'include'
  timeoutMs: number
  /** The time in which a `headers` function must answer; `timeoutMs` by default. */
  headersTimeoutMs?: number
  /** A path below the base address or a URL that answers 2xx if all is well; `false` probes the base address. */
  probe: string | false
}

/** The setup that a page stores for its worker; functions cannot be stored, so their names are. */
export interface WorkerSetup {
  access: Omit<ServiceAccess, 'headers'> & { headers?: HeadersRecord }
  policy: Policy
  concurrency: number
  retention: Retention
  /** Missing in the setup of an older release. */
  limits?: Limits
  needs?: TillRules['needs']
  decimals?: number
  /** Missing where the page has none, or a function. */
  cardCode?: StoredCardCode
  /** The page traces: the worker writes its own lines to its console. */
  trace?: true
  functions: readonly string[]
}
