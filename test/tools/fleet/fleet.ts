import type { Transport } from '../../../src/ports.js'
import { createDeps } from '../../support/deps.js'
import { createRandom } from '../../support/random.js'
import { createMemoryJournal, type MemoryJournal } from './journal.js'
import { createClock, startLoop } from './loop.js'
import { createService, type SecondOfLoad, type Service, type ServiceTerms } from './service.js'
import { createWorld, type World } from './world.js'

/** The tills of a chain at one service, and their outage. */
export interface FleetTerms {
  seed: number
  /** So many tills have one line to the world; when it fails, all of them are cut off. */
  networks: number
  tillsPerNetwork: number
  /** When the lines fail and when they come back, all together, in seconds. */
  failsAt: number
  returnsAt: number
  /** How often a till rings up, on the average, while its line is down and as long as it is up. */
  secondsBetweenSales: number
  /** Until then tills ring up. */
  closesAt: number
  service: ServiceTerms
}

/** How it went. */
export interface FleetTale {
  terms: FleetTerms
  load: readonly SecondOfLoad[]
  /** How many operations waited, and in how many tills, at the end of each second. */
  waiting: readonly { operations: number; tills: number }[]
  rungUp: number
  parked: number
  /** For each till, how many seconds after the lines came back it first reached the service. */
  reachedAfter: readonly number[]
  /** The same for those that had found their line out. */
  returnedAfter: readonly number[]
  /** For each till, how many seconds after the lines came back it first had nothing waiting. */
  emptyAfter: readonly (number | undefined)[]
}

interface Till {
  journal: MemoryJournal
  /** Wakes the loop because something was rung up. */
  wake: () => void
  contact: Contact
}

/** When a till reached the service after the return, in milliseconds, and whether it had missed it before. */
interface Contact {
  firstAt?: number
  isMissed: boolean
}

/** No till is served for longer than this after the lines have come back. */
const patienceSeconds = 6 * 3_600

const latencyMs = 40
const concurrency = 4

/** Runs the real loop of every till through the outage and the time after it. */
export async function liveThrough(terms: FleetTerms): Promise<FleetTale> {
  const world = createWorld()
  const random = createRandom(terms.seed)
  const service = createService(world, terms.service)
  const tills = Array.from({ length: terms.networks * terms.tillsPerNetwork }, (_, index) =>
    createTill(`till-${index}`, world, service, terms, createRandom(terms.seed * 7_919 + index)),
  )
  let rungUp = 0
  for (const till of tills) {
    const sellLater = () => world.after(-Math.log(1 - random()) * terms.secondsBetweenSales * 1_000, sell)
    const sell = () => {
      if (world.now() >= terms.closesAt * 1_000) return
      rungUp += 1
      till.journal.ringUp(world.now())
      till.wake()
      sellLater()
    }
    sellLater()
  }
  const { waiting, emptyAfter } = await watch(world, tills, terms)
  return {
    terms,
    load: service.load,
    waiting,
    rungUp,
    parked: tills.reduce((sum, { journal }) => sum + journal.parked, 0),
    emptyAfter,
    ...findReturns(tills, terms),
  }
}

function findReturns(
  tills: readonly Till[],
  { returnsAt }: FleetTerms,
): Pick<FleetTale, 'reachedAfter' | 'returnedAfter'> {
  const contacts = tills.flatMap(({ contact: { firstAt, isMissed } }) =>
    firstAt === undefined ? [] : [{ after: firstAt / 1_000 - returnsAt, isMissed }],
  )
  return {
    reachedAfter: contacts.map(({ after }) => after),
    returnedAfter: contacts.filter(({ isMissed }) => isMissed).map(({ after }) => after),
  }
}

async function watch(
  world: World,
  tills: readonly Till[],
  { returnsAt, closesAt }: FleetTerms,
): Promise<Pick<FleetTale, 'waiting' | 'emptyAfter'>> {
  const waiting: { operations: number; tills: number }[] = []
  const emptyAfter: (number | undefined)[] = tills.map(() => undefined)
  for (let second = 1; second < returnsAt + patienceSeconds; second += 1) {
    await world.live(second * 1_000 - 1)
    let operations = 0
    let busy = 0
    for (const [index, { journal }] of tills.entries()) {
      operations += journal.waiting
      if (journal.waiting > 0) busy += 1
      else if (second > returnsAt) emptyAfter[index] ??= second - returnsAt
    }
    waiting.push({ operations, tills: busy })
    const isOver = second > closesAt && second > returnsAt && busy === 0
    if (isOver) break
  }
  return { waiting, emptyAfter }
}

function createTill(
  name: string,
  world: World,
  service: Service,
  terms: FleetTerms,
  random: () => number,
): Till {
  const journal = createMemoryJournal(name)
  const contact: Contact = { isMissed: false }
  const deps = createDeps({
    journal,
    transport: createTransport(world, service, terms, contact),
    clock: createClock(world, random),
    concurrency,
  })
  return { journal, wake: startLoop(world, deps), contact }
}

function createTransport(
  world: World,
  service: Service,
  { failsAt, returnsAt }: FleetTerms,
  contact: Contact,
): Transport {
  const isUp = () => world.now() < failsAt * 1_000 || world.now() >= returnsAt * 1_000
  return {
    canRenew: false,
    async send(_, gate) {
      if (!(await gate())) return { tag: 'unsent', why: 'overtaken', at: world.now() }
      await world.wait(latencyMs / 2)
      if (!isUp()) return { tag: 'silence', why: 'network', at: world.now() }
      const answer = service.operate()
      await world.wait(latencyMs / 2)
      return isUp() ? { ...answer, at: world.now() } : { tag: 'silence', why: 'network', at: world.now() }
    },
    async probe() {
      await world.wait(latencyMs / 2)
      if (!isUp()) {
        contact.isMissed = true
        return 'unreachable'
      }
      if (world.now() >= returnsAt * 1_000) contact.firstAt ??= world.now()
      service.probe()
      await world.wait(latencyMs / 2)
      return 'reachable'
    },
  }
}
