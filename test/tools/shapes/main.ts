import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createProfile } from '../../drivers/driver.js'
import { engines } from '../../drivers/engines.js'
import { createRandom } from '../../support/random.js'
import { type BenchTab, settings, type Setting } from '../bench/settings.js'
import { median } from '../bench/stats.js'
import { indexes, save, saved, turn, turned, type Times } from './page.js'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'leveldb' },
    rounds: { type: 'string', default: '5' },
    /** How many lie there already. */
    waiting: { type: 'string', default: '0' },
    seed: { type: 'string' },
  },
})

const setting = settings.find(({ name }) => name === values.engine)
if (!setting) throw new Error(`choose from ${settings.map(({ name }) => name).join(', ')}`)
const obstacle = engines[setting.engine].findObstacle()
if (obstacle !== undefined) throw new Error(obstacle)

const seed = Number(values.seed ?? Date.now() % 1_000_000)
const random = createRandom(seed)
const waiting = Number(values.waiting)
const turns = 600

const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end('<!doctype html><title>shapes</title>')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

/** Plays in a browser and a profile of its own. */
async function play({ start }: Setting, work: (tab: BenchTab) => Promise<Times>): Promise<Times> {
  const profile = createProfile()
  const browser = await start(profile.path)
  try {
    return await work(await browser.open(url))
  } finally {
    await browser.kill()
    profile.remove()
  }
}

const works: [string, (tab: BenchTab) => Promise<Times>][] = [
  ...saved.map((shape): (typeof works)[number] => [
    shape,
    (tab) => tab.evaluate(save, shape, waiting, indexes),
  ]),
  ...turned.map((how): (typeof works)[number] => [how, (tab) => tab.evaluate(turn, how, turns, indexes)]),
]
const taken = new Map(works.map(([name]) => [name, [] as Times[]]))
console.log(`seed ${seed}; ${setting.title}, ${waiting} waiting; medians of ${values.rounds} rounds`)
for (let round = 0; round < Number(values.rounds); round += 1) {
  const order = works.map((work) => ({ work, rank: random() })).sort((left, right) => left.rank - right.rank)
  for (const { work } of order) {
    const [name, run] = work
    taken.get(name)?.push(await play(setting, run))
  }
}
server.close()

const of = (name: string, which: keyof Times) => median(taken.get(name)?.map((times) => times[which]) ?? [])
const [floor] = saved
for (const name of saved) {
  const [each, many] = [of(name, 'eachMs'), of(name, 'manyMs')]
  const toFloor = (ms: number, which: keyof Times) => `${(ms / of(floor, which)).toFixed(2)} times ${floor}`
  console.log(
    `saved, ${name}: ${each.toFixed(2)} ms, ${toFloor(each, 'eachMs')}; 1,000 in ten transactions ${many.toFixed(0)} ms, ${toFloor(many, 'manyMs')}`,
  )
}
for (const name of turned)
  console.log(
    `a turn, ${name}: median ${of(name, 'eachMs').toFixed(2)} ms, mean ${of(name, 'manyMs').toFixed(2)} ms`,
  )
