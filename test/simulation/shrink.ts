import { faultKinds, type Scenario } from './scenario.js'
import { playSeed } from './seed.js'
import { SimulationFailure, type Plant, type SeedResult } from './simulation.js'
import { errorToText } from './world.js'

const triesMax = 150

/** What a scenario comes to. */
export async function play(scenario: Scenario, plant?: Plant): Promise<SeedResult | SimulationFailure> {
  try {
    return await playSeed(scenario, plant)
  } catch (error) {
    if (error instanceof SimulationFailure) return error
    throw new Error(`seed ${scenario.seed} broke the simulation itself: ${errorToText(error)}`, {
      cause: error,
    })
  }
}

/** Leaves out whatever the failure does not need: kinds of trouble, operations, steps. */
export async function shrink(first: SimulationFailure, plant?: Plant): Promise<SimulationFailure> {
  let best = first
  let tries = 0
  const attempt = async (change: Partial<Scenario>): Promise<boolean> => {
    tries += 1
    if (tries > triesMax) return false
    const found = await play({ ...best.scenario, ...change }, plant)
    if (!(found instanceof SimulationFailure) || found.check !== first.check) return false
    best = found
    return true
  }
  for (let isSmaller = true; isSmaller && tries < triesMax;) {
    isSmaller = false
    for (const kind of faultKinds) {
      if (!best.scenario.faults.has(kind)) continue
      const faults = new Set([...best.scenario.faults].filter((other) => other !== kind))
      if (await attempt({ faults })) isSmaller = true
    }
    for (const share of [0.5, 0.75, 0.9]) {
      const operations = Math.floor(best.scenario.operations * share)
      if (operations > 0 && operations < best.scenario.operations && (await attempt({ operations })))
        isSmaller = true
      if (await attempt({ steps: Math.floor(best.scenario.steps * share) })) isSmaller = true
    }
    if (best.scenario.steps < 2) break
  }
  return best
}

/** A failure as a person reads it. */
export function tellFailure({ scenario, check, detail, story }: SimulationFailure): string {
  const { seed, operations, steps, faults, hasKeys, honoursConditions, policy } = scenario
  return [
    ...story,
    '',
    `seed ${seed} fails: ${check}`,
    `  ${detail}`,
    `  operations ${operations}, steps ${steps}, concurrency ${scenario.concurrency}, keys ${String(hasKeys)}, ` +
      `conditions ${String(honoursConditions)}, replay ${JSON.stringify(policy.replay)}`,
    `  trouble: ${[...faults].join(' ')}`,
  ].join('\n')
}
