import { cpus, totalmem } from 'node:os'
import { budgets, findBehind, limitsOf, type Budget, type Verdict } from './budgets.js'
import { contenders, type ContenderName } from './contenders.js'
import { figuresOf, type Row, type Table } from './figures.js'
import type { Section } from './sections/section.js'
import { settings, slowedTimes, type SettingName } from './settings.js'
import { ratioOf, spreadOf } from './stats.js'

export function describeMachine(used?: number): string {
  const [cpu] = cpus()
  const there = cpus().length
  const cores = used === undefined || used === there ? String(there) : `${used} of ${there}`
  return `${cores} cores of ${cpu?.model ?? 'an unknown kind'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${new Date().toISOString().slice(0, 10)}`
}

export const describeRounds = (rounds: number) => (rounds === 1 ? 'a single round' : `${rounds} rounds`)

export interface Terms {
  machine: string
  seed: number
  rounds: number
}

type Tables = Record<SettingName, Pick<Table, 'rows'>>

/** The bench as a page of Markdown: a line for each budget, then each section’s tables. */
export function writeReport(
  tables: Tables,
  sections: readonly Section[],
  verdicts: readonly Verdict[],
  { machine, seed, rounds }: Terms,
): string {
  return [
    '# How fast it is',
    '',
    `Measured by \`npm run bench\`: ${machine}, every browser with its profile on disk, seed ${seed}, ${describeRounds(rounds)}, contenders in an order drawn anew for each; two where no goal depends on it, and one for the peers in all but ringing up. A figure is the median of the rounds, with the least and the most; in brackets how ours compares, the median of the ratios within a round. The machine’s own noise is in all of them: what counts is how those who ran side by side compare.`,
    '',
    '![The bench in pictures](bench.svg)',
    '',
    ...writeGoals(verdicts),
    'What each does less than ours:',
    '',
    ...contenders.map(({ title, less }) => `- **${title}**: ${less}.`),
    '',
    ...sections.flatMap((section) => writeSection(section, tables)),
  ].join('\n')
}

const marks = { holds: '', told: '', 'within noise': ' ~', 'falls short': ' **✗**' }

/** The budgets, side by side in each setting that was played. */
function writeGoals(verdicts: readonly Verdict[]): string[] {
  const shown = settings.filter(({ name }) => verdicts.some(({ setting }) => setting === name))
  const cellOf = (title: string, name: SettingName) => {
    const verdict = verdicts.find((verdict) => verdict.title === title && verdict.setting === name)
    return verdict ? `${verdict.words}${marks[verdict.judgement]}` : ''
  }
  const told = budgets.filter(({ title }) => verdicts.some((verdict) => verdict.title === title))
  return [
    '## The goals',
    '',
    `A ratio is ours to what stands beside it, the median of the rounds’ own ratios with the least and the most. The goals are for Chromium on both of its engines; the other columns are told beside them. **✗**: not even the best round reaches the goal; ~: the median misses it, and the best round does not. Slowed: the page’s thread takes ${slowedTimes} times as long over everything, as on a cheap tablet, and delivers without a worker; the disk and the service do not take longer. Firefox and WebKitGTK are compared with a raw put, a raw opening and a bare loop of their own.`,
    '',
    `| measure | goal | ${shown.map(({ title }) => title).join(' | ')} |`,
    `| --- | --- | ${shown.map(() => '---:').join(' | ')} |`,
    ...told.map(
      (budget) =>
        `| ${budget.title} | ${describeGoal(budget)} | ${shown.map(({ name }) => cellOf(budget.title, name)).join(' | ')} |`,
    ),
    '',
    ...writeBehind(verdicts),
  ]
}

function describeLimits({ atMost, atLeast }: Pick<Budget, 'atMost' | 'atLeast'>): string {
  if (atMost !== undefined) return `≤ ${atMost}`
  return atLeast === undefined ? '' : `≥ ${atLeast}`
}

function describeGoal(budget: Budget): string {
  const usual = describeLimits(limitsOf(budget, 'leveldb'))
  const onSqlite = describeLimits(limitsOf(budget, 'sqlite'))
  return usual === onSqlite ? usual : `${usual}; SQLite ${onSqlite}`
}

/** For a line of its own; nothing where there is no goal. */
export function describeGoalIn(budget: Budget, setting: SettingName): string {
  const goal = describeLimits(limitsOf(budget, setting))
  return goal === '' ? '' : `; goal ${goal}`
}

function writeBehind(verdicts: readonly Verdict[]): string[] {
  const behind = findBehind(verdicts)
  if (behind.length === 0) return []
  const titleOf = (name: SettingName) => settings.find((setting) => setting.name === name)?.title ?? name
  return [
    'More than twice Chromium’s ratio:',
    '',
    ...behind.map(
      ({ verdict: { title, setting }, times, why }) =>
        `- **${titleOf(setting)}, ${title}**: ${times.toFixed(1)} times Chromium’s. ${why ?? 'Why is not known yet.'}`,
    ),
    '',
  ]
}

function writeSection(section: Section, tables: Tables): string[] {
  const parts = settings.flatMap(({ name, title }) => writeTable(section, title, tables[name].rows))
  if (parts.length === 0) return []
  return [`## ${section.title}`, '', section.means, '', ...parts]
}

function writeTable({ rows: heads }: Section, title: string, rows: readonly Row[]): string[] {
  const own = heads.flatMap((head) => rows.find((row) => row.title === head.title) ?? [])
  const told = own.filter(({ figures, cutOff }) => figures.size + cutOff.size > 0)
  if (told.length === 0) return []
  const shown = contenders.filter(({ name }) =>
    told.some(({ figures, cutOff }) => figures.has(name) || cutOff.has(name)),
  )
  return [
    `| ${title} | ${shown.map(({ title }) => title).join(' | ')} |`,
    `| --- | ${shown.map(() => '---:').join(' | ')} |`,
    ...told.map(
      (row) => `| ${row.title}, ${row.unit} | ${shown.map(({ name }) => writeCell(row, name)).join(' | ')} |`,
    ),
    '',
  ]
}

function writeCell(row: Row, name: ContenderName): string {
  const figures = figuresOf(row, name)
  const cutOff = row.cutOff.get(name)
  if (cutOff !== undefined) return `cut off: ${cutOff}`
  if (figures.length === 0) return ''
  const { median, least, most } = spreadOf(figures)
  const range = figures.length > 1 ? ` (${write(least)} to ${write(most)})` : ''
  const isOurs = name === 'counterfoil' || !row.figures.has('counterfoil')
  const ratio = isOurs
    ? undefined
    : ratioOf(row.figures.get('counterfoil') ?? [], row.figures.get(name) ?? [])
  const isStored = ratio !== undefined && Number.isFinite(ratio.median)
  return `${write(median)}${range}${isStored ? ` [${ratio.median.toFixed(2)}×]` : ''}`
}

/** With as many digits as mean anything. */
export function write(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
