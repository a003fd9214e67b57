import { delay } from '../../../src/platform/clock.js'
import { createSeededRandom, type Random } from '../../simulation/random.js'
import { findFreePort } from '../../support/programs.js'
import { openBooks } from './books.js'
import { createArrivals, openDoor, type Arrivals } from './door.js'
import { startInstance } from './instance.js'
import { startProxy, type ProxyName } from './proxy.js'
import { openStreet, type Street } from './street.js'
import { liveTill, writeOperations, type Ending } from './tills.js'
import { openWire, type Moment } from './wire.js'

export interface TrialTerms {
  proxy: ProxyName
  /** The address of a PostgreSQL server. */
  server: string
  /** The built `counterfoil-service`. */
  command: string
  operations: number
  tills: number
  seed: number
  /** An instance is killed about once in so many operations. */
  killEvery: number
  onProgress?: (settled: number) => void
}

/** How a trial ended. */
export interface Figures {
  proxy: ProxyName
  operations: number
  tills: number
  /** Requests with an operation that reached an instance. */
  arrivals: number
  /** More than once, from the tills' side: by the tills, and by what stands in for their browsers. */
  repeatsByTills: number
  /** What the proxy sent more than once by itself. */
  repeatsByProxy: number
  kills: number
  /** The statements before and after which an instance was killed. */
  killedAt: string[]
  cuts: number
  effects: number
  settled: number
  unknown: number
  seconds: number
  /** Where journals and ledger differ, in words. */
  differences: string[]
}

/** So many tills are open at a time; one follows the other. */
const tillsAtOnce = 16
const cutShare = 0.02
const copiesMax = 4
const statementsMax = 10
const downMsMax = 300

/** Sends every till's operations through a proxy to two instances on one database, while instances die and lines break. */
export async function runTrial(terms: TrialTerms): Promise<Figures> {
  const random = createSeededRandom(terms.seed).fork(terms.proxy)
  const closers: (() => unknown)[] = []
  try {
    return await play(terms, random, closers)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function play(terms: TrialTerms, random: Random, closers: (() => unknown)[]): Promise<Figures> {
  const books = await openBooks(terms.server, `${terms.proxy}_${terms.seed}`)
  closers.push(books.close)
  const arrivals = createArrivals()
  const posts: Post[] = []
  for (const name of ['first', 'second'])
    posts.push(await openPost(terms.command, books, arrivals, random.fork(name), closers))
  const shared = Array.from({ length: 8 }, (_, index) => `shared card ${index}`)
  await books.makeCards(shared)
  const proxy = await startProxy(
    terms.proxy,
    posts.map(({ port }) => port),
  )
  closers.push(proxy.remove)
  const street = await openStreet({ proxy: proxy.port, random: random.fork('street'), cutShare, copiesMax })
  const killer = createKiller(posts, random.fork('killer'), terms.killEvery)

  const began = performance.now()
  const { endings, operations } = await liveAll(terms, random, street, shared, killer.count)
  const seconds = (performance.now() - began) / 1_000
  await killer.rest()
  await street.close()
  const { effects, differences } = await books.compare(operations)
  return {
    ...sumUp(arrivals, street, endings),
    proxy: terms.proxy,
    operations: operations.length,
    tills: terms.tills,
    repeatsByTills: street.sent - operations.length,
    kills: killer.kills,
    killedAt: [...killer.killedAt].sort(),
    effects,
    seconds,
    differences: [...differences, ...endings.flatMap(({ others }) => others)],
  }
}

function sumUp(
  { bySending, cutsBefore, cutsAfter }: Arrivals,
  street: Street,
  endings: readonly Ending[],
): Pick<Figures, 'arrivals' | 'repeatsByProxy' | 'cuts' | 'settled' | 'unknown'> {
  const arrivals = [...bySending.values()].reduce((sum, count) => sum + count, 0)
  return {
    arrivals,
    repeatsByProxy: arrivals - bySending.size,
    cuts: cutsBefore + cutsAfter + street.cutsBefore + street.cutsAfter,
    settled: endings.reduce((sum, { settled }) => sum + settled, 0),
    unknown: endings.reduce((sum, { unknown }) => sum + unknown, 0),
  }
}

/** An instance with the ways to and from it. */
interface Post {
  port: number
  /** Dies, and is there again after a while. */
  strike: () => Promise<void>
  arm: (moment: Moment, onDeath: (at: string) => void) => void
}

async function openPost(
  command: string,
  books: { url: string; port: number },
  arrivals: Arrivals,
  random: Random,
  closers: (() => unknown)[],
): Promise<Post> {
  let isServing = false
  const wire = await openWire(books.port, () => isServing)
  closers.push(wire.close)
  const database = new URL(books.url)
  database.port = String(wire.port)
  const port = await findFreePort()
  const instance = await startInstance({ command, port, database: database.href })
  closers.push(instance.kill)
  const door = await openDoor(port, { arrivals, random, cutShare })
  closers.push(door.close)
  isServing = true
  return {
    port: door.port,
    arm: wire.arm,
    async strike() {
      isServing = false
      door.close()
      await instance.kill()
      await delay(random.below(downMsMax))
      await instance.start()
      await door.open()
      isServing = true
    },
  }
}

interface Killer {
  kills: number
  killedAt: Set<string>
  /** An answer has come to a till; now and then the next death is prepared. */
  count: () => void
  /** Resolves when the instances are there again. */
  rest: () => Promise<void>
}

/** Kills an instance at every statement of a transaction in turn, before and after it, and at moments of no kind. */
function createKiller(posts: readonly Post[], random: Random, killEvery: number): Killer {
  const deck: (Moment | 'any')[] = []
  const strikes = posts.map(() => Promise.resolve())
  const failures: unknown[] = []
  let answers = 0
  let isArmed = false
  const killer: Killer = {
    kills: 0,
    killedAt: new Set(),
    count() {
      answers += 1
      if (isArmed || answers < killEvery / 2 || !random.isLikely(2 / killEvery)) return
      answers = 0
      prepare()
    },
    async rest() {
      await Promise.all(strikes)
      if (failures.length > 0) throw new Error('An instance did not start again', { cause: failures[0] })
    },
  }

  function prepare(): void {
    const index = random.below(posts.length)
    const post = posts[index]
    if (deck.length === 0) deck.push(...shuffleDeck(random))
    const moment = deck.pop() ?? 'any'
    const strike = (at: string) => {
      isArmed = false
      killer.kills += 1
      killer.killedAt.add(at)
      strikes[index] = (strikes[index] ?? Promise.resolve())
        .then(() => post?.strike())
        .catch((error: unknown) => {
          failures.push(error)
        })
    }
    if (moment === 'any') {
      strike('at any moment')
      return
    }
    isArmed = true
    post?.arm(moment, strike)
  }
  return killer
}

function shuffleDeck(random: Random): (Moment | 'any')[] {
  const moments = Array.from({ length: statementsMax }, (_, index) => index + 1).flatMap((statement) => [
    { statement, when: 'before' as const },
    { statement, when: 'after' as const },
  ])
  return [...moments, 'any' as const, 'any' as const, 'any' as const, 'any' as const]
    .map((moment) => ({ moment, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ moment }) => moment)
}

async function liveAll(
  { proxy, seed, tills, operations, onProgress }: TrialTerms,
  random: Random,
  street: Street,
  shared: readonly string[],
  onAnswer: () => void,
) {
  const endings: Ending[] = []
  const all: ReturnType<typeof writeOperations> = []
  let next = 0
  let settled = 0
  const work = async () => {
    while (next < tills) {
      const index = next
      next += 1
      const name = `${proxy}-${seed}-${index}`
      const count = Math.floor(((index + 1) * operations) / tills) - Math.floor((index * operations) / tills)
      const own = writeOperations(name, count, shared[index % shared.length] ?? '')
      all.push(...own)
      const ending = await liveTill({
        name,
        baseUrl: street.url,
        operations: own,
        random: random.fork(name),
        onAnswer,
      })
      endings.push(ending)
      settled += ending.settled
      onProgress?.(settled)
    }
  }
  await Promise.all(Array.from({ length: Math.min(tillsAtOnce, tills) }, work))
  return { endings, operations: all }
}
