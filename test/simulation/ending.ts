import type { EntryRow } from '../../src/journal/store/rows.js'
import type { Pause } from '../../src/domain/outcome.js'
import { checkAll } from './checks.js'
import { attendNow } from './people.js'
import { crash, startProcess, wake } from './processes.js'
import { readRaw, type RawRows } from './raw.js'
import { SimulationFailure, tillNow, type Process, type Simulation } from './simulation.js'
import { findDueCalls, findNextAt, flush, move } from './world.js'

const minute = 60_000
const callsMax = 20_000
const roundsMax = 120
const visitsMax = 60

/** Trouble ends; whatever can be delivered is, and then people see to the rest. Checks after either. */
export async function endSeed(simulation: Simulation): Promise<void> {
  await calmDown(simulation)
  const last = await startProcess(simulation)
  await endSoftWaits(simulation, last)
  await drain(simulation, last)
  await checkAll(simulation)
  if (simulation.scenario.seed % 2 === 0) return
  await clearUp(simulation, last)
  await checkAll(simulation)
}

/** All that is under way comes to its end, and every tab is closed. */
async function calmDown(simulation: Simulation): Promise<void> {
  const { world, line, processes } = simulation
  world.isCalm = true
  line.state = 'up'
  world.tell('world', 'calms down')
  for (const one of processes) one.state = 'awake'
  await settleCalls(simulation)
  simulation.facts.isPaused = false
  await simulation.raw.table('pauses').delete('till')
  for (const one of [...processes]) crash(simulation, one, 'as the tab is closed')
  await settleCalls(simulation)
}

/** Takes every call to its end, in the order of time. */
async function settleCalls(simulation: Simulation): Promise<void> {
  const { world, facts } = simulation
  for (let count = 0; world.calls.length > 0; count += 1) {
    if (count > callsMax) throw new SimulationFailure('stall', 'the calls never end', simulation)
    const [next] = findDueCalls(world)
    if (next) await move(world, next)
    else world.advance((findNextAt(world) ?? world.now() + minute) - world.now())
    const [failure] = facts.failures
    if (failure) throw new SimulationFailure(failure.check, failure.detail, simulation)
  }
}

async function run(simulation: Simulation, one: Process, isManual: boolean): Promise<void> {
  wake(simulation, one, isManual)
  await flush()
  await settleCalls(simulation)
}

/** A person asks for a replay: after that nothing waits but for a time that the service itself named. */
async function endSoftWaits(simulation: Simulation, last: Process): Promise<void> {
  const { raw, world } = simulation
  if (!world.scenario.faults.has('wish')) return
  const before = new Map((await readRaw(raw)).entries.map(({ id, dueAt }) => [id, dueAt]))
  await run(simulation, last, true)
  const rows = await readRaw(raw)
  const { entries } = rows
  const pauses = (await raw.table('pauses').toArray()) as Pause[]
  if (pauses.some(({ until }) => until > tillNow(simulation))) return
  for (const row of entries) {
    const isOld = row.dueAt !== undefined && row.dueAt === before.get(row.id)
    if (isOld && row.state === 'queued' && isFirst(row, entries) && !wasNamed(row, rows)) {
      const waitMs = (row.dueAt ?? 0) - tillNow(simulation)
      throw new SimulationFailure(
        'a wish ends every wait',
        `${row.id} waits another ${waitMs} ms`,
        simulation,
      )
    }
  }
}

function isFirst({ place, lanes = [] }: EntryRow, entries: readonly EntryRow[]): boolean {
  return !entries.some((other) => other.place < place && other.lanes?.some((lane) => lanes.includes(lane)))
}

/** Whether the service itself said how long to wait. */
function wasNamed({ id }: EntryRow, { history, bodies }: RawRows): boolean {
  const isBusy = history.findLast((line) => line.id === id)?.outcome === 'busy'
  return isBusy && 'retry-after' in (bodies.get(id)?.reply?.headers ?? {})
}

/** A fresh process delivers what can be delivered, however long it takes. */
async function drain(simulation: Simulation, last: Process): Promise<void> {
  const { world } = simulation
  for (let round = 0; round < roundsMax; round += 1) {
    await run(simulation, last, false)
    if (last.wakeAt === undefined) return
    world.advance(Math.max(1, last.wakeAt - world.now()))
  }
  throw new SimulationFailure('stall', `something still waits after ${roundsMax} runs`, simulation)
}

/** Whatever is parked can be brought to an end by a person. */
async function clearUp(simulation: Simulation, last: Process): Promise<void> {
  simulation.world.tell('world', 'people clear up')
  for (let visit = 0; visit < visitsMax; visit += 1) {
    const parked = await last.journal.list({ state: 'parked', limit: 1000 })
    if (parked.length === 0) {
      await assertOver(simulation)
      return
    }
    for (const entry of parked) await attendNow(simulation, last, entry, visit > 2)
    await drain(simulation, last)
  }
  throw new SimulationFailure('stall', `people could not clear up in ${visitsMax} visits`, simulation)
}

async function assertOver(simulation: Simulation): Promise<void> {
  const { entries } = await readRaw(simulation.raw)
  const left = entries.find(({ state }) => state !== 'settled' && state !== 'voided')
  if (left)
    throw new SimulationFailure('3 all ends', `${left.id} is ${left.state} with nothing parked`, simulation)
}
