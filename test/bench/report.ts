import { cpus, totalmem } from 'node:os'
import type { Verdict } from './budgets.js'
import { contenders } from './cells.js'
import { figuresOf, type Row, type Table } from './figures.js'
import { ratioOf, spreadOf } from './stats.js'
import type { ContenderName } from './stage.js'

export function describeMachine(): string {
  const [cpu] = cpus()
  return `${cpus().length} cores of ${cpu?.model ?? 'an unknown kind'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${new Date().toISOString().slice(0, 10)}`
}

/** The bench as a page of Markdown. */
export function writeReport(
  { rows }: Table,
  verdicts: readonly Verdict[],
  { seed, rounds }: { seed: number; rounds: number },
): string {
  return [
    `Measured by \`npm run bench\`: ${describeMachine()}, Chromium with its profile on disk, seed ${seed}, ${rounds} rounds, contenders in an order drawn anew for each. A figure is the median of the rounds, with the least and the most; in brackets how ours compares, the median of the ratios within a round.`,
    '',
    `| what | ${contenders.map(({ title }) => title).join(' | ')} |`,
    `| --- | ${contenders.map(() => '---:').join(' | ')} |`,
    ...rows.map(
      (row) =>
        `| ${row.title}, ${row.unit} | ${contenders.map(({ name }) => writeCell(row, name)).join(' | ')} |`,
    ),
    '',
    'What each does less than ours:',
    '',
    ...contenders.map(({ title, less }) => `- **${title}**: ${less}.`),
    '',
    '| budget | ratio | |',
    '| --- | --- | --- |',
    ...verdicts.map(
      ({ title, words, isHeld }) => `| ${title} | ${words} | ${isHeld ? 'holds' : 'falls short'} |`,
    ),
    '',
  ].join('\n')
}

function writeCell(row: Row, name: ContenderName): string {
  const figures = figuresOf(row, name)
  if (figures.length === 0) return row.cutOff.get(name) ?? ''
  const { median, least, most } = spreadOf(figures)
  const ratio = name === 'counterfoil' ? undefined : ratioOf(figuresOf(row, 'counterfoil'), figures)
  return `${write(median)} (${write(least)} to ${write(most)})${ratio ? ` [${ratio.median.toFixed(2)}×]` : ''}`
}

const write = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2))
