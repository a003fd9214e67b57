import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { drawChart } from './chart.js'
import { liveThrough } from './fleet.js'
import { type Incident, incidents } from './incidents.js'
import { playLive } from './live.js'
import { playIncident, playQuietDay, type ChainSize } from './play.js'
import { findPrometheusObstacle } from './prometheus.js'
import { findPromtoolObstacle } from './promtool.js'
import { tellTale } from './tale.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    tills: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '400' },
    outage: { type: 'string', default: '1800' },
    'retry-after': { type: 'string', default: '10' },
    incident: { type: 'string' },
    live: { type: 'boolean', default: false },
    'tills-per-shop': { type: 'string', default: '4' },
    out: { type: 'string' },
  },
})

/** promtool’s engine holds 10,000 samples in a query, and a till has a series for each reason to park. */
const promtoolTillsMax = 400

const seed = Number(values.seed ?? Date.now() % 1_000_000)

if (values.incident === undefined) await tellOfOutage()
else await tellOfIncidents(values.incident)

async function tellOfOutage(): Promise<void> {
  const outageSeconds = Number(values.outage)
  const tale = await liveThrough({
    seed,
    networks: 4,
    tillsPerNetwork: Number(values.tills) / 4,
    failsAt: 5 * 60,
    returnsAt: 5 * 60 + outageSeconds,
    secondsBetweenSales: 60,
    closesAt: Math.min(90 * 60, 5 * 60 + 3 * outageSeconds + 5 * 60),
    service: {
      ratePerSecond: Number(values.rate),
      ...(values['retry-after'] !== 'none' && { retryAfterSeconds: Number(values['retry-after']) }),
    },
  })
  console.log(tellTale(tale))
  if (values.out !== undefined) writeFileSync(values.out, drawChart(tale))
}

async function tellOfIncidents(name: string): Promise<void> {
  const obstacle = values.live ? findPrometheusObstacle() : findPromtoolObstacle()
  if (obstacle !== undefined) throw new Error(obstacle)
  if (!values.live && Number(values.tills) > promtoolTillsMax)
    throw new Error(`promtool judges ${promtoolTillsMax} tills at most: let a Prometheus do it, with --live`)
  const tillsPerShop = Number(values['tills-per-shop'])
  const shops = Math.ceil(Number(values.tills) / tillsPerShop)
  const size: ChainSize = { seed, shops, tillsPerShop, secondsBetweenSales: 60 }
  console.log(`seed ${seed}: ${shops * tillsPerShop} tills in ${shops} shops`)
  if (name === 'quiet') {
    const alarms = await playQuietDay(size)
    console.log(`24 quiet hours: ${alarms.length > 0 ? alarms.join(', ') : 'no alarm'}`)
    if (alarms.length > 0) process.exitCode = 1
    return
  }
  const chosen = incidents.filter((incident) => name === 'all' || incident.name === name)
  if (chosen.length === 0)
    throw new Error(`No incident ${name}: all, quiet, ${incidents.map((one) => one.name).join(', ')}`)
  if (values.live) {
    await tellOfLife(size, chosen)
    return
  }
  for (const incident of chosen) {
    const startedAt = performance.now()
    const { afterSeconds, early, also } = await playIncident(incident, size)
    const after = afterSeconds === undefined ? 'never' : `after ${afterSeconds} s`
    const others = also.length > 0 ? `, also ${also.join(', ')}` : ''
    const before = early.length > 0 ? `; before it ${early.join(', ')}` : ''
    const took = Math.round((performance.now() - startedAt) / 1_000)
    console.log(`${incident.name}: ${incident.alarm} ${after}${others}${before} (played in ${took} s)`)
    if (early.length > 0 || afterSeconds === undefined || afterSeconds > 300) process.exitCode = 1
  }
}

async function tellOfLife(size: ChainSize, chosen: readonly Incident[]): Promise<void> {
  const faults = await playLive(size, chosen, (line) => {
    console.log(line)
  })
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
