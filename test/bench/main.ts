import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../support/random.js'
import { judge } from './budgets.js'
import { contenders, deliveries, deliveryToName, limitMs, measureDelivery, measureKeeping } from './cells.js'
import { createTable, type Table } from './figures.js'
import { describeMachine, writeReport } from './report.js'
import { startService, type ContenderName, type Service } from './stage.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string' },
    only: { type: 'string' },
    sections: { type: 'string', default: 'keeping,delivery' },
    out: { type: 'string', default: 'coverage/bench' },
  },
})

const seed = Number(values.seed ?? Date.now() % 1_000_000)
const random = createRandom(seed)
const rounds = Number(values.rounds)
const chosen = contenders.filter(({ name }) => values.only?.split(',').includes(name) ?? true)

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item)
}

async function playKeeping(name: ContenderName, round: number, service: Service, table: Table) {
  const { medianMs, p95Ms, p99Ms, burstPerSecond } = await measureKeeping(name, service)
  table.note('ring up, median', 'ms', name, round, medianMs)
  table.note('ring up, 95th percentile', 'ms', name, round, p95Ms)
  table.note('ring up, 99th percentile', 'ms', name, round, p99Ms)
  table.note('ring up 1,000 at once', 'per second', name, round, burstPerSecond)
  console.log(`round ${round + 1}: ${name} keeps one in ${medianMs.toFixed(2)} ms`)
}

async function playDeliveries(name: ContenderName, round: number, service: Service, table: Table) {
  const rates = new Map<number, number>()
  for (const terms of deliveries) {
    const title = `deliver ${deliveryToName(terms)}`
    const rate = rates.get(terms.latencyMs) ?? Infinity
    // What would be cut off in any case is not waited for.
    const delivered =
      terms.operations / rate > limitMs / 1_000
        ? { cutOffAt: 'more than a minute' }
        : await measureDelivery(name, terms, service)
    if ('perSecond' in delivered) rates.set(terms.latencyMs, delivered.perSecond)
    if ('cutOffAt' in delivered) table.noteCutOff(title, 'per second', name, delivered.cutOffAt)
    else {
      table.note(title, 'per second', name, round, delivered.perSecond)
      table.note(`longest task, ${title}`, 'ms', name, round, delivered.longestTaskMs)
    }
    console.log(`round ${round + 1}: ${name}, ${title}: ${JSON.stringify(delivered)}`)
  }
}

const table = createTable()
const service = await startService()
console.log(`seed ${seed}; ${describeMachine()}`)
for (let round = 0; round < rounds; round += 1) {
  for (const { name } of shuffle(chosen)) {
    if (values.sections.includes('keeping')) await playKeeping(name, round, service, table)
    if (values.sections.includes('delivery')) await playDeliveries(name, round, service, table)
  }
}
service.stop()
const verdicts = judge(table)
mkdirSync(values.out, { recursive: true })
writeFileSync(
  `${values.out}/bench.json`,
  JSON.stringify(table.rows.map((row) => ({ ...row, figures: Object.fromEntries(row.figures) }))),
)
writeFileSync(`${values.out}/bench.md`, writeReport(table, verdicts, { seed, rounds }))
for (const { title, isHeld, words } of verdicts)
  console.log(`${isHeld ? 'holds' : 'FALLS SHORT'}: ${title}: ${words}`)
process.exit(verdicts.every(({ isHeld }) => isHeld) ? 0 : 1)
