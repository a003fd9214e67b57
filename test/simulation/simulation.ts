import type { Dexie } from 'dexie'
import type { Draft } from '../../src/journal/queue/prepare.js'
import type { OperationKind } from '../../src/domain/models.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Policy } from '../../src/decide/policy.js'
import type { Transport } from '../../src/ports.js'
import type { Replayer } from '../../src/replay/replayer.js'
import type { Bank, Service } from '../../src/sandbox/index.js'
import type { Operation } from './bodies.js'
import type { SharedLock } from './lock.js'
import type { Random } from './random.js'
import type { FaultKind, Scenario } from './scenario.js'
import type { Actor, World } from './world.js'

/** A fault built into a door on purpose, to see that the checks notice. */
export interface Plant {
  name: string
  /** What has to go wrong for it to matter: this happens in every seed. */
  faults?: readonly FaultKind[]
  journal?: (journal: TillJournal, name: string) => TillJournal
  transport?: (transport: Transport) => Transport
  policy?: (policy: Policy) => Policy
}

/** A tab or a worker. */
export interface Process extends Actor {
  isWorker: boolean
  journal: TillJournal
  replayer: Replayer
  wakeAt?: number
  /** What its page was told of the service when it was loaded. */
  policy: Policy
}

/** One request as it arrived, or did not. */
export interface Sent {
  marker: string
  kind: OperationKind
  body: string
  key?: string
  /** The header under which its key went. */
  header?: string
  by: string
  at: number
  isArrived: boolean
  /** When it was claimed, in the order of claims and acts and by the till's clock, and by which policy. */
  claim: Claim
  /** Its number in the ledger for each effect it had. */
  effects: number[]
  /** Another run had begun before it was sent, and the last proof of its own still held. */
  isLate: boolean
}

/** The turn that marked an entry as sending. */
export interface Claim {
  moment: number
  at: number
  policy: Policy
}

/** What the checks need to know beside ledger and journal. */
export interface Facts {
  /** Entries whose ringing up was told to be safe. */
  appended: Set<string>
  /** Those of them that this till has, and not one that handed over. */
  known: Set<string>
  /** All that was rung up at this till, told to be safe or not. */
  drafts: Draft[]
  runNumbers: number[]
  toldSettled: Set<string>
  sent: Sent[]
  /** The latest run that recorded what an entry came to. */
  accountedBy: Map<string, number>
  held: number
  /** Requests under way, by marker. */
  inFlight: Map<string, number>
  markedByPerson: Set<string>
  /** What a person decided about after it had changed behind their back. */
  misjudged: Set<string>
  /** Counts claims and acts, to tell what came first. */
  moment: number
  /** The latest claim by run and entry. */
  claims: Map<string, Claim>
  /** When a correction took its place in line. */
  joinedAt: Map<string, number>
  /** A person holds the till back, and has been told so. */
  isPaused: boolean
  history: Map<number, string>
  failures: { check: string; detail: string }[]
}

export interface Simulation {
  scenario: Scenario
  world: World
  name: string
  /** The database as it lies on disk. */
  raw: Dexie
  /** Databases of tills that handed over. */
  former: Dexie[]
  /** What a page that is loaded now is told of the service. */
  policy: Policy
  service: Service
  bank: Bank
  lock: SharedLock
  line: {
    state: 'up' | 'down' | 'portal'
    /** Requests still arrive, and no answer comes back. */
    isFading: boolean
    random: Random
    credentialsAt: number
  }
  processes: Process[]
  operations: Map<string, Operation>
  facts: Facts
  plant?: Plant | undefined
  nextNumber: () => number
  jitter: Random
}

export interface SeedResult {
  hash: number
  story: string[]
  operations: number
  arrivals: number
  effects: number
  /** How often the lock was stolen by the rule. */
  robberies: number
  /** Sent by overtaken runs while their last proof held. */
  late: number
  /** Not sent, because the run could not be proven to be on. */
  held: number
  struck: Partial<Record<FaultKind, number>>
  parked: Record<string, number>
  ends: Record<string, number>
}

export class SimulationFailure extends Error {
  override name = 'SimulationFailure'
  readonly check: string
  readonly detail: string
  readonly story: readonly string[]
  readonly scenario: Scenario
  constructor(check: string, detail: string, { scenario, world }: Pick<Simulation, 'scenario' | 'world'>) {
    super(`seed ${scenario.seed}: ${check}: ${detail}`)
    this.check = check
    this.detail = detail
    this.story = world.story
    this.scenario = scenario
  }
}

export function tillNow({ world }: Pick<Simulation, 'world'>): number {
  return world.now() + world.skewMs
}

export function isApplied({ bank, ...rest }: Simulation, marker: string): boolean {
  return countEffects({ bank, ...rest }, marker) > 0
}

export function countEffects({ bank }: Simulation, marker: string): number {
  return bank.effects.filter(({ body }) => JSON.stringify(body).includes(`"${marker}"`)).length
}
