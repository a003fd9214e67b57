import type { Dexie } from 'dexie'
import type { Draft } from '../../src/journal/prepare.js'
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
}

/** One request as it arrived, or did not. */
export interface Sent {
  marker: string
  kind: OperationKind
  body: string
  key?: string
  by: string
  isArrived: boolean
  /** Another run had begun before it was sent, and the last proof of its own still held. */
  isLate: boolean
}

/** What the checks need to know beside ledger and journal. */
export interface Facts {
  /** Entries whose ringing up was told to be safe. */
  appended: Set<string>
  /** All that was ever rung up, told to be safe or not. */
  drafts: Draft[]
  runNumbers: number[]
  toldSettled: Set<string>
  sent: Sent[]
  /** The latest run that recorded what an entry came to. */
  accountedBy: Map<string, number>
  held: number
  /** Requests under way, by marker. */
  underWay: Map<string, number>
  markedByPerson: Set<string>
  /** A person holds the till back, and has been told so. */
  isHeld: boolean
  history: Map<number, string>
  failures: { check: string; detail: string }[]
}

export interface Simulation {
  scenario: Scenario
  world: World
  name: string
  /** The database as it lies on disk. */
  raw: Dexie
  service: Service
  bank: Bank
  lock: SharedLock
  line: { state: 'up' | 'down' | 'portal'; random: Random; credentialsAt: number }
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
