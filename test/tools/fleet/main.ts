import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { drawChart } from './chart.js'
import { liveThrough } from './fleet.js'
import { tellTale } from './tale.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    tills: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '400' },
    outage: { type: 'string', default: '1800' },
    'retry-after': { type: 'string', default: '10' },
    out: { type: 'string' },
  },
})

const outageSeconds = Number(values.outage)
const tale = await liveThrough({
  seed: Number(values.seed ?? Date.now() % 1_000_000),
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
