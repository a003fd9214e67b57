import { parseArgs } from 'node:util'
import type { Measure } from './page/measures.js'
import { findObstacle } from './record.js'
import { writeTable } from './report.js'
import { builtPage, stuckStates } from './site.js'
import { findMachine, powercutEngines } from './machines.js'
import { begin, countOf, run } from './run.js'

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '500' },
    seed: { type: 'string' },
    engine: { type: 'string', default: 'leveldb' },
    without: { type: 'string' },
    only: { type: 'string' },
    count: { type: 'string', default: '12' },
  },
})

const seed = Number(values.seed ?? Date.now() % 1_000_000)
const engine = powercutEngines.find((name) => name === values.engine)
if (!engine) throw new Error(`no engine is called ${values.engine}`)
const obstacle = findObstacle(findMachine(engine))
if (obstacle !== undefined) throw new Error(obstacle)
const title = values.without === undefined ? engine : `${engine}, without ${values.without}`
const beginning = await begin(engine, builtPage)
const tally = await run(beginning, {
  states: Number(values.states),
  seed,
  without: values.without as Measure | undefined,
  only: values.only === undefined ? undefined : Number(values.only),
  count: Number(values.count),
  keepIn: stuckStates,
  say: (line) => {
    console.log(line)
  },
  onRecording: (tally) => {
    console.log(writeTable(title, tally))
  },
})
await beginning.remove()
for (const line of [...tally.stalls, ...tally.faults.slice(0, 20)]) console.error(line)
const isBad = (['silent', 'stuck'] as const).some(
  (verdict) => countOf(tally, verdict) + tally.twiceLost[verdict] > 0,
)
console.log(`\nseed ${seed}\n\n${writeTable(title, tally)}`)
process.exit(isBad ? 1 : 0)
