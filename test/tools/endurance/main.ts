import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { engineNames, type EngineName } from '../../drivers/driver.js'
import { engines } from '../../drivers/engines.js'
import { drawChart } from './chart.js'
import { judgeGrowth } from './measures.js'
import { writeReport } from './report.js'
import { run } from './run.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    engines: { type: 'string' },
    tills: { type: 'string', default: '3' },
    out: { type: 'string', default: 'coverage/endurance' },
  },
})

function chooseEngines(): EngineName[] {
  const wanted = values.engines?.split(',') ?? engineNames
  return engineNames.filter((name) => {
    if (!wanted.includes(name)) return false
    const obstacle = engines[name].findObstacle()
    if (obstacle !== undefined) console.warn(obstacle)
    return obstacle === undefined
  })
}

const seed = Number(values.seed ?? Date.now() % 1_000_000)
const chosen = chooseEngines()
const tills = Array.from({ length: Number(values.tills) }, (_, index) => ({
  name: String.fromCharCode(65 + index),
  engine: chosen[index % chosen.length] ?? 'chromium',
}))
mkdirSync(values.out, { recursive: true })
console.log(`seed ${seed}: ${tills.map(({ name, engine }) => `till ${name} in ${engine}`).join(', ')}`)
const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    ending.abort()
  })
}
const tale = await run({
  signal: ending.signal,
  minutes: Number(values.minutes),
  seed,
  tills,
  say: (line) => {
    console.log(line)
  },
})
const growths = tills.map(({ name }) => judgeGrowth(name, tale.samples, tale.lengthMs))
writeFileSync(join(values.out, 'endurance.svg'), drawChart(tale))
writeFileSync(join(values.out, 'endurance.md'), writeReport(tale, growths))
writeFileSync(join(values.out, 'samples.json'), JSON.stringify(tale.samples))
const faults = [
  ...tale.differences.map(({ marker, what }) => `${marker} ${what}`),
  ...growths.flatMap(({ till, faults }) => faults.map((fault) => `till ${till}: ${fault}`)),
]
for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0
    ? `seed ${seed}: journals and ledger agree, entry by entry; see ${values.out}/endurance.md`
    : `seed ${seed}: ${faults.length} things are not as they should be; see ${values.out}/endurance.md`,
)
process.exit(faults.length > 0 ? 1 : 0)
