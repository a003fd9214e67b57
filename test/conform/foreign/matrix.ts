import type { Level, Result } from '../../../src/conform/finding.js'
import type { Outcome } from '../../../src/conform/run.js'

const levels: readonly Level[] = ['fault', 'warning', 'note']

/** The worst that a check found at any endpoint. */
function judge(results: readonly Result[]): string {
  const found = results.flatMap(({ findings }) => findings.map(({ level }) => level))
  const worst = levels.find((level) => found.includes(level))
  if (worst) return worst
  return results.some(({ verdict }) => verdict === 'passed') ? 'ok' : '–'
}

/** The checks of repeats as a table, a column for each service. */
export function drawMatrix(columns: readonly { name: string; outcome: Outcome }[]): string {
  const repeats = columns.flatMap(({ outcome }) => outcome.results.filter(({ group }) => group === 'repeats'))
  const checks = [...new Set(repeats.map(({ check }) => check))]
  const rows = checks.map((check) => [
    `\`${check}\``,
    ...columns.map(({ outcome }) => judge(outcome.results.filter((result) => result.check === check))),
  ])
  const head = ['check', ...columns.map(({ name }) => name)]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
