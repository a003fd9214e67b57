import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { createRandom } from '../../support/random.js'
import { engines } from '../../drivers/engines.js'
import { budgets, judge, type Verdict } from './budgets.js'
import { drawChart } from './chart.js'
import { contenders } from './contenders.js'
import { stayOnCores } from './cores.js'
import { createProfiles, fingerprintBuild } from './profiles.js'
import { describeGoalIn, describeMachine, writeReport } from './report.js'
import { createResults, readResults } from './results.js'
import { sections } from './sections/sections.js'
import { settings, type Setting } from './settings.js'
import { clearStage, startService } from './stage.js'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string' },
    /** Contenders, with commas. */
    only: { type: 'string' },
    /** Sections, with commas. */
    sections: { type: 'string' },
    /** Settings, with commas. */
    engines: { type: 'string' },
    /** Adds to what earlier runs of the same build have measured, and plays what they have not. */
    continue: { type: 'boolean', default: false },
    /** Writes what the README and its guide show. */
    write: { type: 'boolean', default: false },
  },
})

const guide = 'bench.md'
const drafts = 'coverage/bench'
const out = values.write ? 'docs' : drafts
const file = `${drafts}/bench.json`
const cores = 2

/** What the person who started it must do otherwise. */
function refuse(words: string): never {
  console.error(words)
  process.exit(2)
}

/** A misspelt name would leave out what was asked for without a word. */
function choose<Item extends { name: string }>(items: readonly Item[], names: string | undefined): Item[] {
  const asked = names?.split(',') ?? items.map(({ name }) => name)
  const unknown = asked.filter((name) => !items.some((item) => item.name === name))
  if (unknown.length > 0)
    refuse(`${unknown.join(', ')}: choose from ${items.map(({ name }) => name).join(', ')}`)
  return items.filter(({ name }) => asked.includes(name))
}

const chosen = choose(contenders, values.only)
const asked = choose(sections, values.sections)
const places = choose(settings, values.engines).filter(({ engine }) => {
  const obstacle = engines[engine].findObstacle()
  if (obstacle !== undefined) console.warn(obstacle)
  return obstacle === undefined
})

const heads = sections.flatMap(({ rows }) => rows)
const build = fingerprintBuild(['dist/lib', 'dist/bench/pages'])
const facts = {
  build,
  machine: describeMachine(stayOnCores(cores)),
  seed: Number(values.seed ?? Date.now() % 1_000_000),
}
const earlier = values.continue ? readResults(file, heads) : undefined
if (earlier && earlier.build !== build)
  refuse(`${file} has figures of another build: leave out --continue to begin anew`)
const results = earlier ?? createResults(facts, heads)
const random = createRandom(results.seed)

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item)
}

const service = await startService()
const profiles = createProfiles(service, `${drafts}/profiles`, build)
const startedAt = performance.now()

for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    service.stop()
    void clearStage().then(() => process.exit(1))
  })

const say = (round: number, place: Setting, line: string) => {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  console.log(`${minutes} min, round ${round + 1}, ${place.title}: ${line}`)
}

/** Side by side in time too: a section is played by everybody, everywhere, before the next one begins. */
async function playRound(round: number): Promise<void> {
  for (const section of asked) {
    for (const setting of shuffle(places)) {
      const cast = section.cast(setting.name, round)
      const names = chosen.map(({ name }) => name).filter((name) => cast.includes(name))
      const turn = { section: section.name, setting: setting.name, round }
      if (names.length === 0 || round >= (setting.roundsMax ?? Infinity) || results.isPlayed(turn, names))
        continue
      const table = results.tables[setting.name]
      const tell = (line: string) => {
        say(round, setting, line)
      }
      for (const name of shuffle(names))
        await section.play(name, { service, setting, profiles, table, round, shuffle, say: tell })
      results.notePlayed(turn, names)
      await publish()
    }
  }
}

/** As far as it has come, so that a run that is broken off has something to show. */
async function publish(): Promise<Verdict[]> {
  const verdicts = settings.flatMap(({ name }) => judge(results.tables[name], name))
  const terms = { ...results, rounds: results.rounds() }
  const report = writeReport(results.tables, sections, verdicts, terms)
  const style = { ...(await resolveConfig(`docs/${guide}`)), parser: 'markdown' }
  mkdirSync(drafts, { recursive: true })
  writeFileSync(file, results.toJson())
  writeFileSync(`${out}/${guide}`, await format(report, style))
  writeFileSync(`${out}/bench.svg`, drawChart(results.tables.leveldb, terms))
  return verdicts
}

console.log(`seed ${results.seed}; ${results.machine}; ${places.map(({ title }) => title).join('; ')}`)
const isFirefoxAsked = places.some(({ engine }) => engine === 'firefox')
const removeTemplate = isFirefoxAsked ? await engines.firefox.prepare?.() : undefined
try {
  for (let round = 0; round < Number(values.rounds); round += 1) await playRound(round)
} finally {
  service.stop()
  removeTemplate?.()
}
const verdicts = await publish()
for (const budget of budgets)
  for (const { title, setting, judgement, words } of verdicts)
    if (title === budget.title)
      console.log(`${judgement}: ${setting}, ${title}: ${words}${describeGoalIn(budget, setting)}`)
console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min`)
process.exit(verdicts.some(({ judgement }) => judgement === 'falls short') ? 1 : 0)
