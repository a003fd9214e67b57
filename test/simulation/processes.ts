import type { Entry } from '../../src/domain/entry.js'
import { readTransactionId } from '../../src/domain/reply.js'
import { openJournal } from '../../src/journal/journal.js'
import type { EntryRow } from '../../src/journal/store/rows.js'
import type { Clock, Host, Journal, Turn, Turned } from '../../src/ports.js'
import type { Resolution } from '../../src/decide/resolve.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { createDeps } from '../support/deps.js'
import { plainVault } from '../support/vault.js'
import { correct, createOperation, markerOf } from './bodies.js'
import { createLine } from './line.js'
import { isApplied, tillNow, type Claim, type Process, type Simulation } from './simulation.js'
import { createTimer, errorToText, forget } from './world.js'

/** The disk was full, or the browser gave up on a transaction: nothing of it was kept. */
class StorageFailure extends Error {
  override name = 'StorageFailure'
}

/** Opens a tab or starts a worker. */
export async function startProcess(simulation: Simulation): Promise<Process> {
  const { world, plant, name, processes, lock, scenario } = simulation
  const policy = plant?.policy?.(simulation.policy) ?? simulation.policy
  const number = simulation.nextNumber()
  const isWorker = world.random.isLikely(0.3)
  const raw = await openJournal(name, { openVault: () => Promise.resolve(plainVault) })
  const process: Process = {
    name: `${isWorker ? 'worker' : 'tab'}${number}`,
    state: 'awake',
    isWorker,
    policy: simulation.policy,
    journal: plant?.journal?.(raw, name) ?? raw,
    replayer: {
      wake: () => Promise.reject(new Error('not yet')),
      halt: () => Promise.resolve(),
      resume: () => undefined,
      still: () => Promise.reject(new Error('not yet')),
    },
  }
  const line = createLine(simulation, process)
  const clock = createClock(simulation, process)
  const deps = createDeps({
    journal: createJournalDoor(simulation, process),
    transport: plant?.transport?.(line) ?? line,
    host: createHost(simulation, process),
    clock,
    policy,
    concurrency: scenario.concurrency,
    sliceMs: isWorker ? 20_000 : Infinity,
  })
  process.replayer = createReplayer(() => Promise.resolve(deps), lock.doorFor(process, clock))
  processes.push(process)
  world.tell(process.name, 'starts')
  return process
}

function createClock(simulation: Simulation, process: Process): Clock {
  const { world } = simulation
  return {
    now: () => tillNow(simulation),
    ticks: world.now,
    after: (delayMs) => createTimer(world, process, delayMs),
    random: simulation.jitter.next,
    id: () => `id${simulation.nextNumber()}`,
  }
}

/** From here on nothing more of it happens. */
export function crash(simulation: Simulation, process: Process, where: string): void {
  const { world, lock, processes } = simulation
  world.tell(process.name, `dies ${where}`)
  process.state = 'dead'
  forget(world, process)
  lock.leave(process)
  processes.splice(processes.indexOf(process), 1)
  process.journal.close()
}

/** Wakes a process's replayer, and keeps the time at which it is worth looking again. */
export function wake(simulation: Simulation, process: Process, isManual: boolean): void {
  const { world, facts } = simulation
  delete process.wakeAt
  world.tell(process.name, isManual ? 'is asked to replay' : 'wakes')
  process.replayer.wake({ isManual }).then(
    ({ settled, parked, requeued, voided, paused, nextDueAt, isCut }) => {
      const until = paused ? Math.max(paused.until, tillNow(simulation)) : nextDueAt
      const rest = `${paused ? `, paused ${paused.reason}` : ''}${isCut ? ', cut' : ''}`
      world.tell(
        process.name,
        `rests: ${settled} settled, ${parked} parked, ${requeued} requeued, ${voided} voided${rest}`,
      )
      if (until !== undefined) process.wakeAt = world.now() + Math.max(0, until - tillNow(simulation))
    },
    (error: unknown) => {
      world.tell(process.name, `run ends: ${errorToText(error)}`)
      process.wakeAt = world.now() + 30_000
      if (!(error instanceof StorageFailure))
        facts.failures.push({ check: 'the loop threw', detail: errorToText(error) })
    },
  )
}

function createJournalDoor(simulation: Simulation, process: Process): Journal {
  const { world, facts } = simulation
  const { journal } = process
  const ask = <Value>(label: string, work: () => Promise<Value>, tell?: (value: Value) => string) =>
    world.ask(process, label, () => work(), tell && { tell })
  return {
    isAtRest: () => ask('looks whether it is held', () => journal.isAtRest()),
    begin: (now, agedBefore) =>
      ask(
        'begins a run',
        async () => {
          failStorage(simulation)
          const run = await journal.begin(now, agedBefore)
          facts.runNumbers.push(run.number)
          return run
        },
        ({ number, stranded }) => `${number}${stranded.length > 0 ? `, stranded: ${listIds(stranded)}` : ''}`,
      ),
    tidy: (retention, now, serviceNow) => ask('tidies up', () => journal.tidy(retention, now, serviceNow)),
    turn: async (turn) => {
      const turned = await ask(
        describeTurn(turn),
        async () => {
          failStorage(simulation)
          const wasHeld = facts.isPaused
          const claim = { moment: (facts.moment += 1), at: turn.now, policy: process.policy }
          const turned = await journal.turn(turn)
          if (wasHeld && facts.isPaused && turned.claimed.length > 0)
            facts.failures.push({ check: 'claimed while held', detail: describeTurn(turn) })
          for (const { ticket } of turn.decisions) facts.accountedBy.set(ticket.id, turn.run)
          noteClaims(simulation, claim, turn, turned)
          await checkClaims(simulation, process, turn, turned)
          return turned
        },
        ({ claimed }) => (claimed.length > 0 ? `claims ${listIds(claimed.map(({ ticket }) => ticket))}` : ''),
      )
      noteTurn(simulation, turn)
      return turned
    },
    beat: (run, now) =>
      ask(`beat of run ${run}`, () => {
        failStorage(simulation)
        return journal.beat(run, now)
      }),
    readRun: () =>
      ask(
        'looks whether the holder lives',
        () => journal.readRun(),
        (run) => (run ? `run ${run.number}` : 'no run yet'),
      ),
    end: (run, now) => ask(`ends run ${run}`, () => journal.end(run, now)),
    find: (id) => ask(`finds ${id}`, () => journal.find(id)),
    freeze: (claim, body) => ask(`freezes ${claim.ticket.id}`, () => journal.freeze(claim, body)),
    findBase: (ticket, request) =>
      ask(`looks for the base of ${ticket.id}`, () => journal.findBase(ticket, request)),
  }
}

/** A correction takes its place in line before anything is claimed in the same turn. */
function noteClaims({ facts }: Simulation, claim: Claim, turn: Turn, { claimed }: Turned): void {
  for (const { ticket, nextState } of turn.decisions) {
    if (nextState.state !== 'voided' || !nextState.successor || ticket.kind === 'unknown') continue
    facts.joinedAt.set(markerOf(ticket.kind, nextState.successor.request), (facts.moment += 1))
  }
  for (const { ticket } of claimed) facts.claims.set(`${turn.run}/${ticket.id}`, claim)
}

/** Nothing is claimed that has grown too old, nor beside another of the same card. */
async function checkClaims(
  { raw, facts }: Simulation,
  { policy }: Process,
  turn: Turn,
  { claimed }: Turned,
): Promise<void> {
  if (claimed.length === 0) return
  const rows = (await raw.table('entries').where('state').equals('sending').toArray()) as EntryRow[]
  for (const { ticket } of claimed) {
    const row = rows.find(({ place }) => place === ticket.place)
    if (!row) continue
    const other = rows.find(({ place, lanes }) => place !== row.place && sharesLane(lanes, row.lanes))
    if (other)
      facts.failures.push({
        check: 'two of one card are under way',
        detail: `${row.id} was claimed beside ${other.id}`,
      })
    const ageMs = turn.now - (row.waitingSince ?? turn.now)
    if (policy.ageMsMax !== undefined && ageMs > policy.ageMsMax)
      facts.failures.push({ check: 'claimed though too old', detail: `${row.id} waited ${ageMs} ms` })
  }
}

function sharesLane(left: readonly string[] = [], right: readonly string[] = []): boolean {
  return left.some((lane) => right.includes(lane))
}

/** What the loop has been told for certain. */
function noteTurn({ facts }: Simulation, { decisions }: Turn): void {
  for (const { ticket, nextState } of decisions) {
    if (nextState.state === 'settled') facts.toldSettled.add(ticket.id)
  }
}

function failStorage({ world }: Simulation): void {
  if (world.strikes('storage', 0.03)) throw new StorageFailure('the transaction was aborted')
}

function describeTurn({ run, decisions, slots }: Turn): string {
  const made = decisions.map(
    ({ ticket, nextState, line }) =>
      `${ticket.id} ${nextState.state}${'reason' in nextState ? `/${nextState.reason}` : ''} (${line.outcome ?? ''})`,
  )
  return `turn of run ${run}, ${slots} slots${made.length > 0 ? `, ${made.join(', ')}` : ''}`
}

function listIds(tickets: readonly { id: string }[]): string {
  return tickets.map(({ id }) => id).join(' ')
}

/** A host that looks into the service's books, and says it does not know while a request is under way. */
function createHost(simulation: Simulation, process: Process): Host {
  const { world, scenario } = simulation
  return {
    transactionId: (reply) => {
      if (world.strikes('throwing', 0.1)) throw new Error('the host cannot read its own reply')
      return readTransactionId(reply)
    },
    ...(scenario.faults.has('lookUp') && {
      lookUp: (entry) =>
        world.ask(process, `looks up ${entry.id}`, () => Promise.resolve(lookUp(simulation, entry)), {
          tell: (found) => found,
        }),
    }),
    ...(scenario.faults.has('onConflict') && {
      onConflict: ({ entry }) =>
        world.ask(process, `asks about ${entry.id}`, () => Promise.resolve(resolve(simulation, entry)), {
          tell: ({ action }) => action,
        }),
    }),
  }
}

function lookUp(simulation: Simulation, { kind, request }: Entry): 'applied' | 'absent' | 'unknown' {
  const { world, facts } = simulation
  const marker = markerOf(kind, request)
  if (world.strikes('lookUp', 0.1)) throw new Error('nobody answers')
  if ((facts.inFlight.get(marker) ?? 0) > 0 || world.random.isLikely(0.2)) return 'unknown'
  return isApplied(simulation, marker) ? 'applied' : 'absent'
}

function resolve(simulation: Simulation, { kind, request }: Entry): Resolution {
  const { world, facts } = simulation
  const marker = markerOf(kind, request)
  if (world.strikes('onConflict', 0.1)) throw new Error('the host is at a loss')
  if ((facts.inFlight.get(marker) ?? 0) > 0) return { action: 'park' }
  if (isApplied(simulation, marker)) return { action: 'accept' }
  const action = world.random.pick(['park', 'resend', 'amend'])
  if (action !== 'amend') return { action }
  return { action, model: amendRequest(simulation, kind, request) }
}

/** A corrected body, known to the simulation under a marker of its own. */
export function amendRequest(simulation: Simulation, kind: Entry['kind'], request: object): object {
  const { world, bank, operations } = simulation
  const marker = `m${simulation.nextNumber()}`
  const model = correct(kind, request, marker, bank.effects, world.random)
  const before = operations.get(markerOf(kind, request))
  operations.set(marker, createOperation(kind, marker, model, before))
  return model
}
