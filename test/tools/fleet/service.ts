import type { Answer } from '../../../src/domain/outcome.js'
import type { World } from './world.js'

/** The load that a service accepts, and the wait that it asks for beyond it. */
export interface ServiceTerms {
  /** Operations that it takes in a second. */
  ratePerSecond: number
  /** What it names in Retry-After; without it, tills choose by themselves. */
  retryAfterSeconds?: number
}

/** What reached the service within one second. */
export interface SecondOfLoad {
  taken: number
  refused: number
  probes: number
}

export interface Service {
  readonly load: SecondOfLoad[]
  operate: () => Answer
  probe: () => void
}

/** A service that counts, second by second, and answers 429 beyond what it bears. */
export function createService(world: World, { ratePerSecond, retryAfterSeconds }: ServiceTerms): Service {
  const load: SecondOfLoad[] = []
  const now = (): SecondOfLoad => {
    const second = Math.floor(world.now() / 1_000)
    while (load.length <= second) load.push({ taken: 0, refused: 0, probes: 0 })
    return load[second] ?? { taken: 0, refused: 0, probes: 0 }
  }
  return {
    load,
    operate() {
      const second = now()
      if (second.taken < ratePerSecond) {
        second.taken += 1
        return answer(world, 200, '{"TransactionID":1}', {})
      }
      second.refused += 1
      const named = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
      return answer(world, 429, '', named)
    },
    probe() {
      now().probes += 1
    },
  }
}

function answer(world: World, status: number, text: string, headers: Record<string, string>): Answer {
  return { tag: 'reply', status, headers, text, at: world.now(), credentialsAt: 0 }
}
