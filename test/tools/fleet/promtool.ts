import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Collector, nameSeries, type Series } from './collector.js'

/** The files of the pack that Prometheus evaluates. */
export const ruleFiles = ['docs/fleet/rules.yaml', 'docs/fleet/alerts.yaml']

/** How often Prometheus reads and evaluates, as the pack's configuration says. */
export const stepSeconds = 30

const program = process.env.PROMTOOL ?? 'promtool'

/** Why promtool cannot be run here; undefined if it can. */
export const findPromtoolObstacle = () => findObstacle(program, 'promtool', 'PROMTOOL')

/** Why a program of Prometheus cannot be run here; undefined if it can. */
export function findObstacle(program: string, title: string, variable: string): string | undefined {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    // A program that is missing, or that cannot be run, is the obstacle itself.
    return `there is no ${title}: install the Debian package prometheus, or name the program in ${variable}`
  }
}

/** Whether the tests by promtool are skipped, with a word; where all engines are required, that is a failure. */
export function isPromtoolMissing(): boolean {
  const obstacle = findPromtoolObstacle()
  if (obstacle !== undefined && process.env.REQUIRE_ENGINES) throw new Error(obstacle)
  if (obstacle !== undefined) console.warn(`Skipping the tests by promtool: ${obstacle}`)
  return obstacle !== undefined
}

/** What promtool says, and whether it is content. */
export function runPromtool(words: readonly string[]): { isContent: boolean; text: string } {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 30 })
  return { isContent: status === 0, text: stdout + stderr }
}

/** Which alerts fire, and for each the seconds of the first evaluation at which it does. */
export type Alarms = ReadonlyMap<string, number>

/** Evaluates the rules of the pack over what a collector has shown; `everySeconds` is how often alarms are looked for. */
export function findAlarms(collector: Collector, everySeconds: number = stepSeconds): Alarms {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-rules-'))
  try {
    const file = join(folder, 'test.yaml')
    writeTest(file, collector, everySeconds)
    const { isContent, text } = runPromtool(['test', 'rules', file])
    const alarms = readAlarms(text)
    if (!isContent && alarms.size === 0) throw new Error(text.slice(0, 4_000))
    return alarms
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** promtool joins its items one after the other, so that many take minutes; an item may have many lines. */
const seriesPerItem = 1_000

/**
 * A test for promtool that expects no alarm at any time. What it finds instead is in its report.
 * It is written piece by piece, because ten thousand tills do not fit into one text.
 */
function writeTest(path: string, collector: Collector, everySeconds: number): void {
  const file = openSync(path, 'w')
  const write = (...lines: string[]) => writeSync(file, `${lines.join('\n')}\n`)
  write('rule_files:', ...ruleFiles.map((one) => `  - ${resolve(one)}`))
  write(`evaluation_interval: ${stepSeconds}s`, 'tests:', `  - interval: ${stepSeconds}s`)
  write('    external_labels: { runbooks: https://wiki.example }', '    input_series:')
  const series = [...collector.series, createUp(collector.readings)]
  for (let first = 0; first < series.length; first += seriesPerItem)
    write(
      '      - series: |-',
      ...series.slice(first, first + seriesPerItem).map((one) => `          ${seriesToText(one)}`),
      "        values: ''",
    )
  write('    promql_expr_test:')
  const look = `max_over_time(ALERTS{alertstate="firing"}[${everySeconds}s])`
  for (let at = everySeconds; at < collector.readings * stepSeconds; at += everySeconds)
    write(`      - expr: max by (alertname) (${look})`, `        eval_time: ${at}s`)
  closeSync(file)
}

function createUp(readings: number): Series {
  const labels = { job: 'counterfoil-collector', instance: 'collector' }
  return { name: 'up', labels, text: nameSeries('up', labels), runs: [{ value: 1, count: readings }] }
}

const seriesToText = (series: Series) => `${series.text} ${runsToText(series.runs)}`

/** What is no longer read is stale at once, as with a real reading. */
function runsToText(runs: Series['runs']): string {
  return runs
    .flatMap(({ value, count }, index) => {
      if (value !== undefined) return count > 1 ? `${value}+0x${count - 1}` : String(value)
      if (index === 0) return `_x${count}`
      return count > 1 ? ['stale', `_x${count - 1}`] : 'stale'
    })
    .join(' ')
}

/** The alarms in promtool's report of what it has found where none was expected. */
export function readAlarms(report: string): Alarms {
  const first = new Map<string, number>()
  for (const part of report.split(/\bexpr: /).slice(1)) {
    const seconds = durationToSeconds(/time: (\w+)/.exec(part)?.[1] ?? '')
    for (const [, name = ''] of part.matchAll(/alertname="(\w+)"/g))
      first.set(name, Math.min(first.get(name) ?? Infinity, seconds))
  }
  return first
}

/** Of a duration as Prometheus writes it: 1h2m30s. */
function durationToSeconds(text: string): number {
  const sizes: Record<string, number> = { d: 86_400, h: 3_600, m: 60, s: 1 }
  return [...text.matchAll(/(\d+)([dhms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (sizes[unit] ?? NaN),
    0,
  )
}
