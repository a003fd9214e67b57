import { createRandom } from '../../support/random.js'
import type { Collector } from './collector.js'
import { createChainTill, type ChainTill, type Reply } from './chain-till.js'
import { stepSeconds } from './promtool.js'
import { createWorld, type World } from './world.js'

/** How large a chain is, and how long it is watched. */
export interface ChainTerms {
  seed: number
  shops: number
  tillsPerShop: number
  /** How often a till with an open page rings up, on the average. */
  secondsBetweenSales: number
  minutes: number
  /** Shops are open around the clock, or by day; the watch begins at midnight. */
  isByDay: boolean
}

/** The tills of a chain, the service that they share, and the world's time. */
export interface Chain {
  world: World
  tills: readonly ChainTill[]
  /** What the card service answers; an incident may put another in its place. */
  answer: (till: ChainTill) => Reply
  random: () => number
}

/** Something that happens to a chain, so many minutes after the beginning. */
export interface Happening {
  atMinutes: number
  happen: (chain: Chain) => void
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Makes a chain and opens its shops; what its tills send is told at the time of the world. */
export function createChain(terms: ChainTerms, tell: (message: object, now: number) => void): Chain {
  const world = createWorld()
  const random = createRandom(terms.seed)
  const chain: Chain = { world, random, tills: [], answer: () => answerOrdinarily(random) }
  const tills = Array.from({ length: terms.shops * terms.tillsPerShop }, (_, index) =>
    createChainTill({
      shop: `S${Math.floor(index / terms.tillsPerShop) + 1}`,
      terminal: `T${(index % terms.tillsPerShop) + 1}`,
      world,
      random: createRandom(terms.seed * 7_919 + index),
      answer: (till) => chain.answer(till),
      tell: (message) => {
        tell(message, world.now())
      },
      secondsBetweenSales: terms.secondsBetweenSales,
    }),
  )
  chain.tills = tills
  const endMs = terms.minutes * minuteMs
  for (const shop of groupByShop(tills)) {
    if (terms.isByDay) keepHours(world, random, shop)
    else for (const till of shop) till.open()
  }
  for (const till of tills) disturb(chain, till, endMs)
  return chain
}

/** Plays a chain and lets the collector hear and be read. */
export async function playChain(
  terms: ChainTerms,
  collector: Collector,
  happenings: readonly Happening[] = [],
): Promise<void> {
  const chain = createChain(terms, collector.receive)
  const { world } = chain
  for (const { atMinutes, happen } of happenings)
    world.after(atMinutes * minuteMs, () => {
      happen(chain)
    })
  for (let at = 0; at <= terms.minutes * minuteMs; at += stepSeconds * 1_000) {
    await world.live(at)
    collector.read(at)
  }
}

function groupByShop(tills: readonly ChainTill[]): ChainTill[][] {
  const shops = new Map<string, ChainTill[]>()
  for (const till of tills) shops.set(till.shop, [...(shops.get(till.shop) ?? []), till])
  return [...shops.values()]
}

/** A shop opens about eight and closes about eight; one page in fifty goes without a word, by the mains switch. */
function keepHours(world: World, random: () => number, shop: readonly ChainTill[]): void {
  const opensMs = 8 * hourMs + random() * 20 * minuteMs
  const closesMs = 20 * hourMs + random() * 20 * minuteMs
  for (const till of shop) {
    world.after(opensMs + random() * 10 * minuteMs, till.open)
    const isTold = random() > 0.02
    world.after(closesMs + random() * minuteMs, () => {
      till.close({ isTold })
    })
  }
}

/** What happens in quiet hours too: pages are loaded anew every few hours, and lines fail for a minute. */
function disturb({ world, random }: Chain, till: ChainTill, endMs: number): void {
  const often = (hours: number, happen: () => void) => {
    const next = (at: number) => {
      const later = at - Math.log(1 - random()) * hours * hourMs
      if (later < endMs)
        world.after(later - world.now(), () => {
          happen()
          next(later)
        })
    }
    next(0)
  }
  often(6, till.reload)
  often(24, () => {
    if (till.line !== 'up') return
    till.line = 'cut'
    world.after((20 + random() * 40) * 1_000, () => {
      if (till.line === 'cut') till.line = 'up'
    })
  })
}

/** A service on an ordinary day: of ten thousand operations it refuses eight, and fails at two. */
export function answerOrdinarily(random: () => number): Reply {
  const chance = random()
  const delayMs = 40 - Math.log(1 - random()) * 120
  if (chance < 0.0008) return { status: 422, delayMs }
  if (chance < 0.001) return { status: 500, delayMs }
  return { status: 200, delayMs }
}
