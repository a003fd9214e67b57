import { cpus, totalmem } from 'node:os'
import type { Verdict } from './budgets.js'
import { contenders, type ContenderName } from './contenders.js'
import { figuresOf, type Row, type Table } from './figures.js'
import type { Section } from './sections/section.js'
import { ratioOf, spreadOf } from './stats.js'

export function describeMachine(): string {
  const [cpu] = cpus()
  return `${cpus().length} cores of ${cpu?.model ?? 'an unknown kind'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${new Date().toISOString().slice(0, 10)}`
}

export const describeRounds = (rounds: number) => (rounds === 1 ? 'a single round' : `${rounds} rounds`)

export interface Terms {
  machine: string
  seed: number
  rounds: number
}

/** The bench as a page of Markdown: each section’s table, and a line for each budget. */
export function writeReport(
  { rows }: Table,
  sections: readonly Section[],
  verdicts: readonly Verdict[],
  { machine, seed, rounds }: Terms,
): string {
  return [
    '# How fast it is',
    '',
    `Measured by \`npm run bench\`: ${machine}, Chromium with its profile on disk, seed ${seed}, ${describeRounds(rounds)}, contenders in an order drawn anew for each. A figure is the median of the rounds, with the least and the most; in brackets how ours compares, the median of the ratios within a round. The machine’s own noise is in all of them: what counts is how those who ran side by side compare.`,
    '',
    '![The bench in pictures](bench.svg)',
    '',
    'What each does less than ours:',
    '',
    ...contenders.map(({ title, less }) => `- **${title}**: ${less}.`),
    '',
    ...sections.flatMap((section) => writeSection(section, rows)),
    '## The budgets',
    '',
    'Of a ratio the rounds’ median, with the least and the most. A budget is missed where not even the best round holds it.',
    '',
    '| budget | measured | |',
    '| --- | --- | --- |',
    ...verdicts.map(
      ({ title, words, isHeld }) => `| ${title} | ${words} | ${isHeld ? 'holds' : '**falls short**'} |`,
    ),
    '',
  ].join('\n')
}

function writeSection({ title, means, rows: heads }: Section, rows: readonly Row[]): string[] {
  const own = heads.flatMap((head) => rows.find((row) => row.title === head.title) ?? [])
  const told = own.filter(({ figures, cutOff }) => figures.size + cutOff.size > 0)
  if (told.length === 0) return []
  const shown = contenders.filter(({ name }) =>
    told.some(({ figures, cutOff }) => figures.has(name) || cutOff.has(name)),
  )
  return [
    `## ${title}`,
    '',
    means,
    '',
    `| | ${shown.map(({ title }) => title).join(' | ')} |`,
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
