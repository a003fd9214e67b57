import { cruelties, type Cruelty } from '../../cruel/cruelties.js'
import type { ProxiedRequest } from '../../cruel/proxy.js'
import { createSeededRandom, type Random } from '../../simulation/random.js'

/** A mishap of one till at a time of the run. */
export type Mishap =
  | { what: 'kill' | 'reload'; atMs: number }
  | { what: 'sleep'; atMs: number; forMs: number }
  | { what: 'jump'; atMs: number; toMs: number }

/** An outage: the service is dead, or no server listens at its address. */
export interface Outage {
  what: 'dead line' | 'no service'
  atMs: number
  forMs: number
}

/** The planned mishaps and outages; requests are damaged at random as they arrive. */
export interface Plan {
  outages: Outage[]
  mishaps: Map<string, Mishap[]>
}

const hour = 3_600_000
const calmMs = 6_000

/** The same seed plans the same. */
export function createPlan(seed: number, tills: readonly string[], lengthMs: number): Plan {
  const random = createSeededRandom(seed)
  return {
    outages: planOutages(random.fork('outages'), lengthMs),
    mishaps: new Map(tills.map((till) => [till, planMishaps(random.fork(`till ${till}`), lengthMs)])),
  }
}

function planOutages(random: Random, lengthMs: number): Outage[] {
  const outages: Outage[] = []
  for (let atMs = random.between(12_000, 25_000); atMs < lengthMs - 20_000;) {
    const forMs = random.between(4_000, 16_000)
    outages.push({ what: random.pick(['dead line', 'no service']), atMs, forMs })
    atMs += forMs + random.between(25_000, 60_000)
  }
  return outages
}

function planMishaps(random: Random, lengthMs: number): Mishap[] {
  const mishaps: Mishap[] = []
  let offset = 0
  for (let atMs = random.between(8_000, 20_000); atMs < lengthMs - calmMs;) {
    const what = random.pick(['kill', 'kill', 'reload', 'sleep', 'jump', 'jump'])
    if (what === 'sleep') mishaps.push({ what, atMs, forMs: random.between(1_500, 7_000) })
    else if (what === 'jump') {
      offset = chooseOffset(random, offset)
      mishaps.push({ what, atMs, toMs: offset })
    } else mishaps.push({ what, atMs })
    atMs += random.between(10_000, 28_000)
  }
  return mishaps
}

/** Forward or back by minutes or hours, and never further than two days from the true time. */
function chooseOffset(random: Random, offset: number): number {
  const distance = random.isLikely(0.3) ? random.between(1, 59) * 60_000 : random.between(1, 12) * hour
  const target = offset + (random.isLikely(0.5) ? distance : -distance)
  return Math.abs(target) > 48 * hour ? 0 : target
}

/** One request in five is damaged. A silence is the rarest, because it costs a whole time-out. */
export function createChooser(seed: number, till: string): (request: ProxiedRequest) => Cruelty | undefined {
  const random = createSeededRandom(seed).fork(`cruelties of ${till}`)
  const quiet = cruelties.filter(({ leaves }) => leaves === 'silence')
  const loud = cruelties.filter(({ leaves }) => leaves !== 'silence')
  return ({ isProbe }) => {
    const isStruck = random.isLikely(0.2)
    const chosen = random.pickFrom(random.isLikely(0.04) ? quiet : loud)
    if (!isStruck) return undefined
    return isProbe && chosen?.leaves === 'silence' ? undefined : chosen
  }
}
