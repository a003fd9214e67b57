import type { ScriptedFault } from '../../../src/sandbox/index.js'
import { createCruelProxy, type CruelProxy } from '../../cruel/proxy.js'
import type { EngineName } from '../../drivers/driver.js'
import { engines } from '../../drivers/engines.js'
import { createSeededRandom } from '../../simulation/random.js'
import { examine, gatherBooks, measureRecoveries, type TimedArrival } from './books.js'
import { compareBooks, type Difference, type Resend } from './compare.js'
import {
  explain,
  nudge,
  readCounts,
  readJournal,
  ringOn,
  supervise,
  tellEntry,
  type Counter,
  type JournalEntry,
} from './counter.js'
import { createDevice, pass } from './device.js'
import { createDoubts } from './doubts.js'
import { createDoor, type Door } from './door.js'
import { measureDatabases, measureMemory, type Sample } from './measures.js'
import { createChooser, createPlan, type Outage, type Plan } from './plan.js'
import { createCashier } from './ring.js'
import { startSite, type Site } from './site.js'

export interface RunOptions {
  minutes: number
  seed: number
  tills: { name: string; engine: EngineName }[]
  say: (line: string) => void
  /** Ends the run before its time, and takes its browsers away. */
  signal: AbortSignal
}

/** How many operations stood where at a time. */
export interface Moment {
  atMs: number
  waiting: number
  parked: number
  settled: number
  arrivals: number
}

/** What happened to a till or the line, and when. */
export interface Mark {
  till?: string
  what: string
  atMs: number
  forMs?: number
}

export interface Tale {
  options: RunOptions
  lengthMs: number
  counters: Counter[]
  journals: Map<string, JournalEntry[]>
  moments: Moment[]
  samples: Sample[]
  marks: Mark[]
  cruelties: Record<string, number>
  arrivals: number
  effects: number
  /** When the line came back, on the service's clock. */
  returns: number[]
  /** For each of those: how long until the last of what waited then was applied. */
  recoveries: number[]
  differences: Difference[]
  resends: Resend[]
}

interface Place {
  counter: Counter
  proxy: CruelProxy
  door: Door
}

interface World {
  options: RunOptions
  plan: Plan
  site: Site
  places: Place[]
  isCruel: boolean
  isOver: boolean
  now: () => number
  tale: Tale
}

const faults: readonly ScriptedFault[] = [
  { kind: 'status', status: 409 },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 429, retryAfterSeconds: 2 },
]

/** Opens the tills, lets them trade while everything fails, brings the line back, and compares the books. */
export async function run(options: RunOptions): Promise<Tale> {
  const world = await setUp(options)
  const { site, places, tale } = world
  const ended = new Promise<never>((_, reject) => {
    options.signal.addEventListener('abort', () => {
      reject(new Error('ended before its time'))
    })
  })
  try {
    await Promise.race([ended, play(world)])
    return tale
  } finally {
    world.isOver = true
    for (const { counter, door, proxy } of places) {
      await counter.device.stop()
      await door.shut()
      await proxy.stop()
    }
    await site.stop()
  }
}

async function play(world: World): Promise<void> {
  const { site, places, options } = world
  await Promise.all(places.map(({ counter }) => counter.device.start()))
  world.isCruel = true
  site.service.faults.chance({ rate: 0.02, seed: options.seed, faults })
  await trade(world)
  await calmDown(world)
  await drain(world)
  await closeBooks(world)
}

async function setUp(options: RunOptions): Promise<World> {
  const { seed, tills, minutes } = options
  const lengthMs = minutes * 60_000
  const names = tills.map(({ name }) => name)
  const startedAt = performance.now()
  const tale: Tale = {
    options,
    lengthMs,
    counters: [],
    journals: new Map(),
    moments: [],
    samples: [],
    marks: [],
    cruelties: {},
    arrivals: 0,
    effects: 0,
    returns: [],
    recoveries: [],
    differences: [],
    resends: [],
  }
  const site = await startSite()
  const world: World = {
    options,
    plan: createPlan(seed, names, lengthMs),
    site,
    places: [],
    isCruel: false,
    isOver: false,
    now: () => performance.now() - startedAt,
    tale,
  }
  for (const { name, engine } of tills) {
    const choose = createChooser(seed, name)
    const proxy = await createCruelProxy({
      target: site.url,
      choose: (request) => (world.isCruel ? choose(request) : undefined),
    })
    const door = await createDoor(proxy.url)
    const device = createDevice(engines[engine], door.url)
    const doubts = createDoubts(proxy.inFlight)
    const counter = {
      name,
      engine,
      device,
      doubts,
      resent: new Map<string, number[]>(),
      confirmed: [],
      unheard: new Set<string>(),
      refusals: {},
      acts: {},
    }
    world.places.push({ counter, proxy, door })
    tale.counters.push(counter)
  }
  return world
}

/** The time for which everything goes wrong. */
async function trade(world: World): Promise<void> {
  const { places, plan, tale, options } = world
  const startedAt = world.now()
  const isOver = () => world.now() - startedAt > tale.lengthMs
  world.now = shiftedBy(world.now, startedAt)
  await Promise.all([
    ...places.flatMap(({ counter }, index) => {
      const random = createSeededRandom(options.seed).fork(`cashier ${counter.name}`)
      const cashier = createCashier(counter.name, index * 1_000_000, random)
      return [
        ringOn(counter, cashier, random.fork('rests'), isOver),
        disturbTill(world, counter),
        repeat(isOver, 4_000, () => nudge(counter)),
        repeat(isOver, 5_000, () => supervise(counter, world.site.service)),
      ]
    }),
    ...plan.outages.map((outage) => endure(world, outage)),
    repeat(isOver, 2_000, () => look(world)),
    repeat(isOver, 30_000, () => tell(world)),
  ])
}

function shiftedBy(now: () => number, by: number): () => number {
  return () => now() - by
}

async function repeat(isOver: () => boolean, restMs: number, work: () => Promise<unknown>): Promise<void> {
  while (!isOver()) {
    await work().catch(() => undefined)
    await pass(restMs)
  }
}

async function disturbTill({ plan, tale, now, options }: World, { name, device }: Counter): Promise<void> {
  for (const mishap of plan.mishaps.get(name) ?? []) {
    await pass(Math.max(0, mishap.atMs - now()))
    const forMs = 'forMs' in mishap ? { forMs: mishap.forMs } : {}
    tale.marks.push({ till: name, what: mishap.what, atMs: now(), ...forMs })
    for (let attempt = 0; ; attempt += 1) {
      try {
        await (attempt === 0 ? device.applyMishap(mishap) : device.applyMishap({ what: 'kill', atMs: now() }))
        break
      } catch (error) {
        options.say(`${name}, ${mishap.what}: ${String(error).slice(0, 120)}`)
        if (attempt > 3) throw error
      }
    }
  }
}

/** The line goes for a while; when it is back, what waits is followed until it is applied. */
async function endure(world: World, { what, atMs, forMs }: Outage): Promise<void> {
  const { site, places, tale } = world
  await pass(Math.max(0, atMs - world.now()))
  tale.marks.push({ what, atMs: world.now(), forMs })
  if (what === 'dead line') site.service.faults.setOutage(true)
  else await Promise.all(places.map(({ door }) => door.shut()))
  await pass(forMs)
  site.service.faults.setOutage(false)
  await Promise.all(places.map(({ door }) => door.open()))
  tale.returns.push(Date.now())
}

async function look(world: World): Promise<void> {
  const { places, site, tale } = world
  const counted = await Promise.all(
    places.map(async ({ counter }) => {
      const counts = await Promise.race([readCounts(counter), pass(1_500)]).catch(() => undefined)
      return { counter, counts }
    }),
  )
  const atMs = world.now()
  for (const { counter, counts } of counted) {
    const { device, name: till } = counter
    if (counts?.settled === undefined || device.ageMs === undefined) continue
    const kept = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const [memory, database] = [measureMemory(device.profile), measureDatabases(device.profile)]
    const { queued = 0, sending = 0, parked = 0, settled = 0 } = counts
    const waiting = queued + sending
    tale.samples.push({ till, atMs, ageMs: device.ageMs, memory, database, kept, waiting, parked, settled })
  }
  const latest = places.map(({ counter }) => tale.samples.findLast(({ till }) => till === counter.name))
  const sum = (name: 'waiting' | 'parked' | 'settled') =>
    latest.reduce((total, sample) => total + (sample?.[name] ?? 0), 0)
  tale.moments.push({
    atMs,
    waiting: sum('waiting'),
    parked: sum('parked'),
    settled: sum('settled'),
    arrivals: site.arrivals.filter(({ operation }) => operation !== undefined).length,
  })
}

function tell({ tale, options, now }: World): Promise<void> {
  const { waiting = 0, parked = 0, settled = 0, arrivals = 0 } = tale.moments.at(-1) ?? {}
  const confirmed = tale.counters.reduce((sum, counter) => sum + counter.confirmed.length, 0)
  options.say(
    `${Math.round(now() / 1000)} s: ${confirmed} confirmed as saved, ${waiting} wait, ${parked} parked, ${settled} settled, ${arrivals} arrivals`,
  )
  return Promise.resolve()
}

async function calmDown(world: World): Promise<void> {
  world.isCruel = false
  world.site.service.faults.clear()
  world.site.service.faults.setOutage(false)
  await Promise.all(world.places.map(({ door }) => door.open()))
}

const drainMsMax = 240_000

/** Until nothing waits and nothing needs a person. */
async function drain(world: World): Promise<void> {
  const { places, site, tale, options } = world
  const startedAt = world.now()
  for (;;) {
    for (const { counter } of places) {
      await supervise(counter, site.service).catch(() => undefined)
      await nudge(counter).catch(() => undefined)
    }
    await pass(1_000)
    await look(world)
    const { waiting = 1, parked = 1 } = tale.moments.at(-1) ?? {}
    if (waiting === 0 && parked === 0) break
    if (world.now() - startedAt > drainMsMax) {
      for (const { counter } of places) options.say(JSON.stringify(await explain(counter)))
      tale.differences.push({ marker: 'all', what: `${waiting} still wait and ${parked} are parked` })
      break
    }
  }
  tale.marks.push({ what: 'drained', atMs: startedAt, forMs: world.now() - startedAt })
  await tell(world)
  options.say('comparing the books')
}

async function closeBooks(world: World): Promise<void> {
  const { places, site, tale } = world
  for (const { counter } of places) {
    tale.journals.set(counter.name, await readJournal(counter))
    tale.differences.push(...(await examine(counter)))
  }
  const books = gatherBooks(site, tale.counters, tale.journals)
  const { differences, resends } = compareBooks(books)
  tale.differences.push(...differences)
  tale.resends = resends
  for (const { marker } of differences.slice(0, 5)) await tellStory(world, marker, books.arrivals)
  tale.arrivals = books.arrivals.length
  tale.effects = site.service.bank.effects.length
  for (const { proxy } of places) {
    for (const [name, times] of Object.entries(proxy.counts))
      tale.cruelties[name] = (tale.cruelties[name] ?? 0) + times
  }
  tale.recoveries = measureRecoveries(books.arrivals, tale)
}

/** All that is known of one operation that came out wrong. */
async function tellStory(
  { tale, options }: World,
  marker: string,
  arrivals: readonly TimedArrival[],
): Promise<void> {
  const counter = tale.counters.find(({ name }) => name === marker.split('-')[0])
  if (counter) options.say(`${marker}: ${JSON.stringify(await tellEntry(counter, marker))}`)
  for (const { at, isApplied } of arrivals.filter((arrival) => arrival.marker === marker))
    options.say(`${marker} arrived at ${new Date(at).toISOString()}${isApplied ? ' and was applied' : ''}`)
}
