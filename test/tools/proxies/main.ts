import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../service/postgres-server.js'
import { measure, writeMeasures } from './measure.js'
import { findProxyObstacle, proxyNames, type ProxyName } from './proxy.js'
import { writeSettings } from './settings.js'
import { writeTable } from './table.js'
import { runTrial, type Figures } from './trial.js'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '1000' },
    tills: { type: 'string' },
    seed: { type: 'string' },
    proxy: { type: 'string', multiple: true, default: [...proxyNames] },
    'kill-every': { type: 'string' },
    measure: { type: 'boolean', default: false },
    settings: { type: 'boolean', default: false },
  },
})

const command = fileURLToPath(new URL('counterfoil-service.js', import.meta.url))
const operations = Number(values.operations)
const tills = Number(values.tills ?? Math.ceil(operations / 10))
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const killEvery = Number(values['kill-every'] ?? Math.max(20, Math.min(500, operations / 50)))
const chosen = values.proxy as ProxyName[]
for (const name of chosen) {
  const obstacle = findProxyObstacle(name)
  if (obstacle !== undefined) throw new Error(obstacle)
}

if (values.measure) {
  const measures = []
  for (const instances of [1, 2]) measures.push(await measure(command, instances, operations))
  console.log(writeMeasures(measures))
} else if (values.settings) console.log(await writeSettings())
else await runTrials()

async function runTrials(): Promise<void> {
  console.log(`seed ${seed}`)
  const trials: Figures[] = []
  for (const proxy of chosen) {
    const server = await startPostgres()
    try {
      const figures = await runTrial({
        ...{ proxy, command, operations, tills, seed, killEvery },
        server: server.url,
        onProgress: createProgress(proxy, operations),
      })
      trials.push(figures)
      console.log(`${proxy}: killed ${figures.killedAt.join(', ')}`)
      for (const difference of figures.differences.slice(0, 20)) console.log(`${proxy}: ${difference}`)
    } finally {
      await server.stop()
    }
  }
  console.log(writeTable(trials))
  process.exitCode = trials.some(({ differences, unknown }) => differences.length > 0 || unknown > 0) ? 1 : 0
}

/** A line for every tenth of the operations. */
function createProgress(proxy: ProxyName, total: number): (settled: number) => void {
  const began = performance.now()
  let told = 0
  return (settled) => {
    const tenth = Math.floor((settled * 10) / total)
    if (tenth === told) return
    told = tenth
    const seconds = (performance.now() - began) / 1_000
    console.error(`${proxy}: ${settled} settled after ${seconds.toFixed(0)} s`)
  }
}
