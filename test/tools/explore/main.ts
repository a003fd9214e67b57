import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bites } from './bites.js'
import { explore } from './run.js'
import type { Tale } from './tale.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    out: { type: 'string', default: 'coverage/explore' },
    bite: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})

const seed = Number(values.seed ?? Date.now() % 1_000_000)
const say = (line: string) => {
  console.log(line)
}
const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    ending.abort()
  })
}

function describe({ steps, counts, findings }: Tale): string {
  const done = Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${what}: ${times}`)
  return `${steps} steps, ${findings.length} findings; ${done.join(', ')}`
}

async function play(): Promise<boolean> {
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > Number(values.minutes) * 60_000
  say(`seed ${seed}: ${values.minutes} minutes`)
  const telling = setInterval(() => {
    const minutes = Math.round((performance.now() - startedAt) / 60_000)
    say(`${minutes} min`)
  }, 300_000)
  const tale = await explore({ seed, out: values.out, isOver, say, signal: ending.signal })
  clearInterval(telling)
  say(`seed ${seed}: ${describe(tale)}`)
  for (const { step, what } of tale.findings) say(`- step ${step}: ${what.slice(0, 300)}`)
  return tale.findings.length === 0
}

const stepsToBite = 400

/** Each planted fault must be noticed. */
async function bite(): Promise<boolean> {
  let isSharp = true
  for (const [name, bite] of Object.entries(bites).filter(([name]) => name.includes(values.only))) {
    const tale = await explore({
      seed,
      out: join(values.out, 'bite'),
      isOver: (steps) => steps >= stepsToBite,
      say: () => undefined,
      signal: ending.signal,
      bite,
      stepsToRest: 40,
    })
    const found = tale.findings.find(({ what }) => bite.expected.test(what))
    const others = tale.findings.filter((one) => one !== found)
    say(`${name}: ${found ? `noticed at step ${found.step}` : `NOT NOTICED in ${tale.steps} steps`}`)
    for (const { what } of others) say(`    also: ${what.slice(0, 200)}`)
    isSharp &&= found !== undefined
  }
  return isSharp
}

process.exit((await (values.bite ? bite() : play())) ? 0 : 1)
