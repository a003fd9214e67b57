import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createBank, createFaults, createService } from '../../src/sandbox/index.js'
import { checkHistory, summarise } from './checks.js'
import { endSeed } from './ending.js'
import { createSharedLock } from './lock.js'
import { ringUp, supervise, tellAgain } from './people.js'
import { crash, startProcess, wake } from './processes.js'
import { createSeededRandom } from './random.js'
import { findKeyPolicy, type Scenario } from './scenario.js'
import {
  SimulationFailure,
  type Plant,
  type Process,
  type SeedResult,
  type Simulation,
} from './simulation.js'
import { handOver } from './hand-over.js'
import { createWorld, drainCalls, findDueCalls, findNextAt, flush, errorToText, move } from './world.js'

const minute = 60_000
const hour = 60 * minute

/** Plays one seed to its end and checks everything; throws a SimulationFailure where something is wrong. */
export async function playSeed(scenario: Scenario, plant?: Plant): Promise<SeedResult> {
  Dexie.dependencies = { indexedDB: new IDBFactory(), IDBKeyRange }
  const simulation = createSimulation(scenario, plant)
  const onUnhandled = (error: unknown) => {
    simulation.facts.failures.push({ check: 'a rejection was left unhandled', detail: errorToText(error) })
  }
  process.on('unhandledRejection', onUnhandled)
  try {
    await startProcess(simulation)
    await simulation.raw.open()
    for (let step = 0; step < scenario.steps; step += 1) {
      await takeStep(simulation)
      assertSound(simulation)
    }
    await endSeed(simulation)
    return await summarise(simulation)
  } finally {
    for (const one of [...simulation.processes]) crash(simulation, one, 'at the end')
    for (const raw of [...simulation.former, simulation.raw]) raw.close()
    process.off('unhandledRejection', onUnhandled)
  }
}

function createSimulation(scenario: Scenario, plant: Plant | undefined): Simulation {
  const world = createWorld(scenario)
  const random = createSeededRandom(scenario.seed)
  const bank = createBank({ ...bankKeys(scenario), conditions: scenario.honoursConditions })
  const name = `simulation-${scenario.seed}`
  let number = 0
  return {
    scenario,
    world,
    name,
    raw: new Dexie(name),
    former: [],
    policy: scenario.policy,
    bank,
    service: createService({ bank, faults: createFaults(), clock: () => new Date(world.now()) }),
    lock: createSharedLock(world),
    line: { state: 'up', isFading: false, random: random.fork('line'), credentialsAt: world.now() },
    processes: [],
    operations: new Map(),
    facts: {
      appended: new Set(),
      known: new Set(),
      drafts: [],
      runNumbers: [],
      toldSettled: new Set(),
      sent: [],
      accountedBy: new Map(),
      held: 0,
      inFlight: new Map(),
      markedByPerson: new Set(),
      misjudged: new Set(),
      moment: 0,
      claims: new Map(),
      joinedAt: new Map(),
      isPaused: false,
      history: new Map(),
      failures: [],
    },
    plant,
    nextNumber: () => {
      number += 1
      return number
    },
    jitter: random.fork('jitter'),
  }
}

/** It remembers a key longer than any till relies on it. */
function bankKeys(scenario: Scenario): { keys: boolean; keyLifetimeHours?: number } {
  const key = findKeyPolicy(scenario)
  return key ? { keys: true, keyLifetimeHours: (key.lifetimeMs + hour) / hour } : { keys: false }
}

function assertSound(simulation: Simulation): void {
  const [failure] = simulation.facts.failures
  if (failure) throw new SimulationFailure(failure.check, failure.detail, simulation)
}

type Step = (simulation: Simulation) => Promise<void> | void

const steps: [number, Step][] = [
  [60, moveOne],
  [12, advanceToNext],
  [6, ringUpOne],
  [4, wakeOne],
  [3, superviseOne],
  [2, openAnother],
  [2, trouble],
  [1.5, changeLine],
  [0.6, passWeekend],
  [0.8, changePolicy],
  [0.3, handOverNow],
]

const total = steps.reduce((sum, [weight]) => sum + weight, 0)

async function takeStep(simulation: Simulation): Promise<void> {
  let left = simulation.world.random.next() * total
  const found = steps.find(([weight]) => (left -= weight) < 0)
  await found?.[1](simulation)
  await flush()
}

async function moveOne(simulation: Simulation): Promise<void> {
  const { world } = simulation
  const due = findDueCalls(world)
  const call = world.random.pickFrom(due)
  if (!call) {
    advanceToNext(simulation)
    return
  }
  if (due.length > 1 && world.strikes('overlap', 0.5)) {
    await Promise.all(due.map((one) => move(world, one)))
    return
  }
  const actor = simulation.processes.find((one) => one === call.actor)
  if (actor && !call.hear && world.strikes('crash', 0.012)) {
    crash(simulation, actor, `before it ${call.label}`)
    return
  }
  const isBeforeEffect = !call.hear
  await move(world, call)
  if (actor && isBeforeEffect && actor.state !== 'dead' && world.strikes('crash', 0.012)) {
    crash(simulation, actor, `before it hears: ${call.label}`)
    await checkHistory(simulation)
  }
}

function advanceToNext({ world, processes }: Simulation): void {
  const wakes = processes.flatMap(({ wakeAt }) =>
    wakeAt !== undefined && wakeAt > world.now() ? [wakeAt] : [],
  )
  const next = findNextAt(world)
  const at = world.random.isLikely(0.8) ? next : world.random.pickFrom(wakes)
  const target = at ?? world.now() + world.random.between(1, 5_000)
  world.advance(target - world.now())
}

function ringUpOne(simulation: Simulation): void {
  const { scenario, world, operations, processes } = simulation
  const tab = world.random.pickFrom(processes.filter(isTabAwake))
  const rungUp = [...operations.values()].filter(({ before }) => !before).length
  if (tab && world.strikes('retell', 0.15)) tellAgain(simulation, tab)
  else if (tab && rungUp < scenario.operations) ringUp(simulation, tab)
}

function isTabAwake({ state, isWorker }: Process): boolean {
  return state === 'awake' && !isWorker
}

function wakeOne(simulation: Simulation): void {
  const { world, processes } = simulation
  const awake = processes.filter(({ state }) => state === 'awake')
  const due = awake.filter(({ wakeAt }) => wakeAt !== undefined && wakeAt <= world.now())
  const one = world.random.pickFrom(due.length > 0 ? due : awake)
  if (one) wake(simulation, one, world.strikes('people', 0.2))
}

function superviseOne(simulation: Simulation): void {
  const { world, processes } = simulation
  const tab = world.random.pickFrom(processes.filter(isTabAwake))
  if (tab && world.strikes('people', 0.8)) supervise(simulation, tab)
}

async function openAnother(simulation: Simulation): Promise<void> {
  const { processes } = simulation
  if (processes.filter(({ state }) => state === 'awake').length < 3 && processes.length < 5) {
    wake(simulation, await startProcess(simulation), false)
  }
}

async function trouble(simulation: Simulation): Promise<void> {
  const { world, processes, lock } = simulation
  const one = world.random.pickFrom(processes)
  const holder = processes.find((other) => other === lock.holder())
  if (world.strikes('freeze', 0.3)) freeze(simulation, holder ?? one)
  if (world.random.isLikely(0.4)) thawOne(simulation)
  if (world.strikes('halt', 0.2)) halt(simulation, one)
  if (world.strikes('jump', 0.2)) jump(simulation)
  if (world.strikes('hold', 0.2)) await holdOrLetGo(simulation, one)
  if (one && processes.includes(one) && world.strikes('crash', 0.1)) crash(simulation, one, 'of a sudden')
  await flush()
}

function freeze({ world }: Simulation, one: Process | undefined): void {
  if (one?.state !== 'awake') return
  one.state = 'frozen'
  one.frozenAt = world.now()
  world.tell(one.name, 'freezes')
}

function thawOne({ world, processes }: Simulation): void {
  const one = world.random.pickFrom(processes.filter(({ state }) => state === 'frozen'))
  if (!one) return
  one.state = 'awake'
  world.tell(one.name, 'thaws')
}

function halt({ world }: Simulation, one: Process | undefined): void {
  if (one?.state !== 'awake') return
  if (world.random.isLikely(0.5)) {
    world.tell(one.name, 'is halted')
    void one.replayer.halt()
  } else {
    world.tell(one.name, 'is resumed')
    one.replayer.resume()
  }
}

/** Whoever holds it back goes for a coffee, and a colleague may be the one to let it go. */
async function holdOrLetGo({ world, facts }: Simulation, one: Process | undefined): Promise<void> {
  if (!one || !isTabAwake(one)) return
  world.tell(one.name, facts.isPaused ? 'lets go' : 'holds back')
  if (facts.isPaused) {
    facts.isPaused = false
    await one.journal.resume()
  } else {
    await one.journal.pause(world.now(), 'Ada')
    facts.isPaused = true
  }
}

function jump({ world }: Simulation): void {
  const ms = world.random.pick([-1, 1]) * world.random.pick([2, 10, 60, 300]) * minute
  world.skewMs += ms
  world.tell('clock', `jumps by ${ms / minute} min`)
}

function changeLine(simulation: Simulation): void {
  const { line, world } = simulation
  const before = line.state
  if (line.state !== 'up') line.state = world.random.isLikely(0.5) ? 'up' : line.state
  else if (world.strikes('outage', 0.3)) line.state = 'down'
  else if (world.strikes('portal', 0.2)) line.state = 'portal'
  if (line.state !== before) world.tell('line', `is ${line.state}`)
  if (line.state !== 'up' && world.random.isLikely(0.3)) world.advance(world.random.between(1, 10) * minute)
}

/** From Saturday's evening to Tuesday's morning without a line; the tabs are closed, or stay open. */
async function passWeekend(simulation: Simulation): Promise<void> {
  const { world, line, processes } = simulation
  if (!world.strikes('weekend', 0.5)) return
  await fade(simulation)
  line.state = 'down'
  world.tell('line', 'is down for the weekend')
  if (world.random.isLikely(0.5)) {
    for (const one of [...processes]) crash(simulation, one, 'as the shop closes')
  }
  await drainCalls(world, 2 * minute)
  world.advance(world.random.between(60, 90) * hour)
  line.state = world.random.isLikely(0.7) ? 'up' : 'down'
  world.tell('line', `is ${line.state} after the weekend`)
  if (!processes.some(({ state }) => state === 'awake')) await startProcess(simulation)
}

/** From now on a page that is loaded is told something else of the service. */
async function changePolicy(simulation: Simulation): Promise<void> {
  const { world, scenario, processes } = simulation
  if (!world.strikes('policies', 0.5)) return
  await fade(simulation)
  simulation.policy = world.random.pickFrom([scenario.policy, ...scenario.changes]) ?? scenario.policy
  world.tell('host', `releases ${JSON.stringify(simulation.policy)}`)
  if (world.random.isLikely(0.5)) {
    for (const one of [...processes]) crash(simulation, one, 'as the page is loaded anew')
  }
  wake(simulation, await startProcess(simulation), false)
}

async function handOverNow(simulation: Simulation): Promise<void> {
  if (!simulation.world.strikes('handOver', 0.3)) return
  await fade(simulation)
  await handOver(simulation)
}

/** The line dies slowly: what goes out is done, and the answers are lost. */
async function fade(simulation: Simulation): Promise<void> {
  const { world, line, processes } = simulation
  if (line.state !== 'up' || !world.random.isLikely(0.7)) return
  line.isFading = true
  world.tell('line', 'is fading')
  for (const one of processes.filter(isTabAwake)) wake(simulation, one, true)
  await flush()
  await drainCalls(world, minute)
  line.isFading = false
}
