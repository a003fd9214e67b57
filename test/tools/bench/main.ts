import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { createRandom } from '../../support/random.js'
import { judge, type Verdict } from './budgets.js'
import { drawChart } from './chart.js'
import { contenders } from './contenders.js'
import { createTable } from './figures.js'
import { createProfiles } from './profiles.js'
import { describeMachine, writeReport, type Terms } from './report.js'
import { sections } from './sections/sections.js'
import { startService } from './stage.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string' },
    /** Contenders, with commas. */
    only: { type: 'string' },
    /** Sections, with commas. */
    sections: { type: 'string' },
    /** Writes what the README and its guide show. */
    write: { type: 'boolean', default: false },
  },
})

const guide = 'bench.md'
const drafts = 'coverage/bench'
const out = values.write ? 'docs' : drafts
const terms: Terms = {
  machine: describeMachine(),
  seed: Number(values.seed ?? Date.now() % 1_000_000),
  rounds: Number(values.rounds),
}
const random = createRandom(terms.seed)
const chosen = contenders.filter(({ name }) => values.only?.split(',').includes(name) ?? true)
const asked = sections.filter(({ name }) => values.sections?.split(',').includes(name) ?? true)

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item)
}

const table = createTable(sections.flatMap(({ rows }) => rows))
const service = await startService()
const profiles = createProfiles(service)
const startedAt = performance.now()

/** Side by side in time too: a section is played by everybody before the next one begins. */
async function playRound(round: number): Promise<void> {
  const say = (line: string) => {
    console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min, round ${round + 1}: ${line}`)
  }
  for (const section of asked) {
    for (const { name } of shuffle(chosen))
      await section.play(name, { service, profiles, table, round, shuffle, say })
    await publish(round + 1)
  }
}

/** As far as it has come, so that a run that is broken off has something to show. */
async function publish(rounds: number): Promise<Verdict[]> {
  const verdicts = judge(table)
  const report = writeReport(table, sections, verdicts, { ...terms, rounds })
  const style = { ...(await resolveConfig(`docs/${guide}`)), parser: 'markdown' }
  const raw = table.rows.map(({ figures, cutOff, ...head }) => ({
    ...head,
    figures: Object.fromEntries(figures),
    cutOff: Object.fromEntries(cutOff),
  }))
  mkdirSync(drafts, { recursive: true })
  writeFileSync(`${drafts}/bench.json`, JSON.stringify(raw, undefined, 1))
  writeFileSync(`${out}/${guide}`, await format(report, style))
  writeFileSync(`${out}/bench.svg`, drawChart(table, { ...terms, rounds }))
  return verdicts
}

console.log(`seed ${terms.seed}; ${terms.machine}`)
try {
  for (let round = 0; round < terms.rounds; round += 1) await playRound(round)
} finally {
  service.stop()
  profiles.removeAll()
}
const verdicts = await publish(terms.rounds)
for (const { title, isHeld, words } of verdicts)
  console.log(`${isHeld ? 'holds' : 'FALLS SHORT'}: ${title}: ${words}`)
process.exit(verdicts.every(({ isHeld }) => isHeld) ? 0 : 1)
