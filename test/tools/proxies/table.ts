import type { Figures } from './trial.js'

const columns: readonly [string, (figures: Figures) => string | number][] = [
  ['proxy', ({ proxy }) => proxy],
  ['operations', ({ operations }) => operations],
  ['tills', ({ tills }) => tills],
  ['arrivals', ({ arrivals }) => arrivals],
  ['repeats by the tills’ side', ({ repeatsByTills }) => repeatsByTills],
  ['repeats by the proxy', ({ repeatsByProxy }) => repeatsByProxy],
  ['kills', ({ kills }) => kills],
  ['cuts', ({ cuts }) => cuts],
  ['effects', ({ effects }) => effects],
  ['settled', ({ settled }) => settled],
  ['unknown', ({ unknown }) => unknown],
  ['operations a second', ({ operations, seconds }) => Math.round(operations / seconds)],
]

/** One row for each proxy, in Markdown. */
export function writeTable(trials: readonly Figures[]): string {
  const rows = trials.map((figures) =>
    columns.map(([, read]) => {
      const value = read(figures)
      return typeof value === 'number' ? value.toLocaleString('en') : value
    }),
  )
  const rule = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  return [columns.map(([name]) => name), rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
