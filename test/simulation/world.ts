import type { Timer } from '../../src/ports.js'
import { createSeededRandom, hashText, type Random } from './random.js'
import type { FaultKind, Scenario } from './scenario.js'

export interface Actor {
  readonly name: string
  state: 'awake' | 'frozen' | 'dead'
  frozenAt?: number
}

/** One call through a door: first it takes effect, later its caller hears of it; either may never happen. */
export interface Call {
  actor: Actor
  label: string
  readyAt: number
  hearAt: number
  /** A request under way reaches the service whether or not its sender lives. */
  isOnWire: boolean
  execute: () => Promise<void>
  hear?: () => void
}

export interface AskOptions<Value> {
  delayMs?: number
  hearMs?: (value: Value) => number
  isOnWire?: boolean
  /** What the story says of it once it has taken effect. */
  tell?: (value: Value) => string
}

export interface World {
  readonly scenario: Scenario
  readonly random: Random
  /** Time as the service and the wires know it; it only moves forward. */
  readonly now: () => number
  /** How far the till's clock is off. */
  skewMs: number
  calls: Call[]
  readonly story: string[]
  readonly hash: () => number
  /** No more trouble from here on. */
  isCalm: boolean
  advance: (ms: number) => void
  tell: (who: string, what: string) => void
  /** Whether trouble of a kind strikes now; counted. */
  strikes: (kind: FaultKind, probability: number) => boolean
  readonly struck: Partial<Record<FaultKind, number>>
  ask: <Value>(
    actor: Actor,
    label: string,
    execute: () => Promise<Value>,
    options?: AskOptions<Value>,
  ) => Promise<Value>
}

const startAt = Date.UTC(2026, 10, 21, 9)

export function createWorld(scenario: Scenario): World {
  const random = createSeededRandom(scenario.seed).fork('world')
  let now = startAt
  let hash = hashText('')
  const world: World = {
    scenario,
    random,
    now: () => now,
    skewMs: 0,
    calls: [],
    story: [],
    hash: () => hash,
    isCalm: false,
    advance: (ms) => {
      now += ms
    },
    tell: (who, what) => {
      const line = `${((now - startAt) / 1000).toFixed(3).padStart(12)} s  ${who.padEnd(8)} ${what}`
      hash = hashText(line, hash)
      world.story.push(line)
    },
    strikes: (kind, probability) => {
      const isStruck = !world.isCalm && scenario.faults.has(kind) && random.isLikely(probability)
      if (isStruck) world.struck[kind] = (world.struck[kind] ?? 0) + 1
      return isStruck
    },
    struck: {},
    ask: (actor, label, execute, options = {}) =>
      new Promise((resolve, reject) => {
        world.calls.push(createCall(world, { actor, label, execute, options, resolve, reject }))
      }),
  }
  return world
}

interface Asked<Value> {
  actor: Actor
  label: string
  execute: () => Promise<Value>
  options: AskOptions<Value>
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

function createCall<Value>(world: World, asked: Asked<Value>): Call {
  const { actor, label, options, resolve, reject } = asked
  const call: Call = {
    actor,
    label,
    readyAt: world.now() + (options.delayMs ?? 0),
    hearAt: 0,
    isOnWire: options.isOnWire ?? false,
    async execute() {
      try {
        const value = await asked.execute()
        world.tell(actor.name, `${label}${options.tell ? `: ${options.tell(value)}` : ''}`)
        call.hearAt = world.now() + (options.hearMs?.(value) ?? 0)
        call.hear = () => {
          resolve(value)
        }
      } catch (error) {
        world.tell(actor.name, `${label} fails: ${errorToText(error)}`)
        call.hearAt = world.now()
        call.hear = () => {
          reject(error)
        }
      }
    },
  }
  return call
}

/** A timer of an actor's own: it does not ring while its actor is frozen, nor ever again after its death. */
export function createTimer(world: World, actor: Actor, delayMs: number): Timer {
  let call: Call | undefined
  const over = new Promise<void>((resolve, reject) => {
    const execute = () => Promise.resolve()
    const options = { delayMs }
    call = createCall(world, { actor, label: 'hears its timer', execute, options, resolve, reject })
    world.calls.push(call)
  })
  return {
    over,
    cancel() {
      if (call) drop(world, call)
    },
  }
}

/** Lets everything run that waits for nothing but its turn. */
export function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function isDue(world: World, { actor, hear, hearAt, readyAt, isOnWire }: Call): boolean {
  if (hear) return actor.state === 'awake' && hearAt <= world.now()
  return readyAt <= world.now() && (isOnWire || actor.state !== 'dead')
}

export function findDueCalls(world: World): Call[] {
  return world.calls.filter((call) => isDue(world, call))
}

/** When the next call may take its next step, if any waits for time alone. */
export function findNextAt(world: World): number | undefined {
  const times = world.calls
    .filter(({ actor, hear }) => actor.state !== 'frozen' || !hear)
    .map(({ hear, hearAt, readyAt }) => (hear ? hearAt : readyAt))
    .filter((at) => at > world.now())
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Takes one call a step further: it has its effect, or its caller hears. */
export async function move(world: World, call: Call): Promise<void> {
  if (call.hear) {
    drop(world, call)
    call.hear()
  } else {
    await call.execute()
    if (call.actor.state === 'dead') drop(world, call)
  }
  await flush()
}

/** Lets what is under way come to its end, as far as that takes no longer than this. */
export async function drainCalls(world: World, msMax: number): Promise<void> {
  const until = world.now() + msMax
  for (let count = 0; count < 500; count += 1) {
    const [next] = findDueCalls(world)
    const at = findNextAt(world)
    if (next) await move(world, next)
    else if (at !== undefined && at <= until) world.advance(at - world.now())
    else return
  }
}

function drop(world: World, call: Call): void {
  world.calls = world.calls.filter((other) => other !== call)
}

/** What an actor asked for and will never hear of; what is on the wire goes on. */
export function forget(world: World, actor: Actor): void {
  world.calls = world.calls.filter((call) => call.actor !== actor || (call.isOnWire && !call.hear))
}

export function errorToText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
