import { findBite, plants } from './plants.js'
import { createScenario, faultKinds, type Scenario } from './scenario.js'
import { play, shrink, tellFailure } from './shrink.js'
import { SimulationFailure } from './simulation.js'
import { addTotals, createTotals, tellTotals } from './totals.js'

function readNumber(name: string, otherwise: number): number {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? otherwise : Number(process.argv[index + 1])
}

function readNames(name: string): string[] {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? [] : (process.argv[index + 1] ?? '').split(',')
}

function chooseScenario(seed: number): Scenario {
  const scenario = createScenario(
    seed,
    faultKinds.filter((kind) => readNames('with').includes(kind)),
  )
  const without = readNames('without')
  const only = faultKinds.filter((kind) => readNames('only').includes(kind))
  if (only.length > 0) return { ...scenario, faults: new Set(only), steps: 2 * scenario.steps }
  const faults = new Set([...scenario.faults].filter((kind) => !without.includes(kind)))
  return { ...scenario, faults }
}

/** The same seed must play the same way. */
async function compare(seed: number, { story }: { story: readonly string[] }): Promise<void> {
  const again = await play(chooseScenario(seed))
  const index = story.findIndex((line, at) => line !== again.story[at])
  if (index < 0) return
  console.log(
    `seed ${seed} plays differently from event ${index}:\n  ${story[index] ?? ''}\n  ${again.story[index] ?? ''}`,
  )
}

const isTwice = process.argv.includes('--twice')
const isVerbose = process.argv.includes('--verbose')

async function simulate(from: number, seeds: number): Promise<boolean> {
  const totals = createTotals()
  const startedAt = performance.now()
  const failing = new Map<string, number[]>()
  for (let seed = from; seed < from + seeds; seed += 1) {
    const played = await play(chooseScenario(seed))
    if (isTwice) await compare(seed, played)
    if (played instanceof SimulationFailure) {
      const known = failing.get(played.check) ?? []
      failing.set(played.check, [...known, seed])
      if (known.length === 0) console.log(tellFailure(await shrink(played)))
      else console.log(played.message)
      if (!process.argv.includes('--all')) break
      continue
    }
    if (isVerbose) console.log([`seed ${seed}, hash ${played.hash.toString(16)}`, ...played.story].join('\n'))
    addTotals(totals, played)
    if ((seed - from + 1) % 100 === 0) {
      const rate = ((seed - from + 1) / (performance.now() - startedAt)) * 1000
      console.log(`${seed - from + 1} seeds, ${rate.toFixed(1)} a second`)
    }
  }
  console.log(tellTotals(totals))
  for (const [check, list] of failing)
    console.log(`${check}: ${list.length} seeds (${list.slice(0, 20).join(' ')})`)
  return failing.size === 0
}

/** Builds each fault in on purpose, and tells how soon it is noticed. */
async function bite(seedsMax: number): Promise<boolean> {
  let isEveryOneNoticed = true
  for (const plant of plants) {
    const found = await findBite(plant, seedsMax)
    const told = found ? `noticed in seed ${found.seeds}: ${found.check}` : `not noticed in ${seedsMax} seeds`
    console.log(`${plant.name}: ${told}`)
    isEveryOneNoticed &&= found !== undefined
  }
  return isEveryOneNoticed
}

const isWell = process.argv.includes('--bite')
  ? await bite(readNumber('seeds', 200))
  : await simulate(readNumber('from', 1), readNumber('seeds', 200))
process.exitCode = isWell ? 0 : 1
