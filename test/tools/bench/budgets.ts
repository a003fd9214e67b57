import type { ContenderName } from './contenders.js'
import { figuresOf, type Table } from './figures.js'
import { beyondTitles, growthTitles, openingTaskTitle, settledTitles } from './sections/growth.js'
import { keepingTitles } from './sections/keeping.js'
import { meanwhileTitles } from './sections/meanwhile.js'
import { stuckTitles } from './sections/stuck.js'
import { weightTitles } from './sections/weight.js'
import type { SettingName } from './settings.js'
import { ratioOf, spreadOf, type Spread } from './stats.js'

interface Limits {
  atMost?: number
  atLeast?: number
}

/** What is held of ours: a row’s figure, or its ratio to another’s, to another row of ours, or to another’s there. */
export interface Budget extends Limits {
  title: string
  row: string
  against?: ContenderName
  againstRow?: string
  /** Where the disk’s own engine asks for more. */
  onSqlite?: Limits
}

export type Judgement = 'holds' | 'within noise' | 'falls short' | 'told'

/** How a budget fares in one setting. */
export interface Verdict {
  title: string
  setting: SettingName
  judgement: Judgement
  words: string
  /** The median, where it is a ratio. */
  ratio?: number
}

const { open, keep, alike, claim } = growthTitles
const most = 100_000
const [slowService, quickService] = ['deliver 1,000 at 20 ms', 'deliver 1,000 at 0 ms']
const keyed = (row: string) => `${row}, repeats recognised`
const task = (row: string) => `longest task, ${row}`

/** In the order in which they are told. One without a limit is told all the same. */
export const budgets: readonly Budget[] = [
  {
    title: 'ring up ÷ a raw strict put',
    row: keepingTitles.median,
    against: 'raw',
    atMost: 1.5,
    onSqlite: { atMost: 1.7 },
  },
  {
    title: 'ring up ÷ with nothing kept beside the database',
    row: keepingTitles.beside,
    againstRow: keepingTitles.bare,
    atMost: 1.05,
  },
  {
    title: 'the same without rest, by the mean',
    row: keepingTitles.besideMean,
    againstRow: keepingTitles.bareMean,
    atMost: 1.05,
  },
  { title: 'ring up ÷ RxDB, all strict', row: keepingTitles.strict, against: 'rxdb', atMost: 1 },
  { title: 'ring up ÷ TanStack, all strict', row: keepingTitles.strict, against: 'tanstack', atMost: 1.2 },
  {
    title: '1,000 rung up at once ÷ as many raw puts, a transaction each',
    row: keepingTitles.burst,
    against: 'raw',
    atMost: 0.8,
  },
  {
    title: '10 rung up during a strict commit, until the last is told ÷ one',
    row: meanwhileTitles.ten,
    againstRow: meanwhileTitles.alone,
    atMost: 2,
  },
  {
    title: 'ring up while delivery runs ÷ with the line down',
    row: meanwhileTitles.delivering,
    againstRow: meanwhileTitles.alone,
    atMost: 2,
  },
  {
    title: 'ring up while held back ÷ with the line down',
    row: meanwhileTitles.held,
    againstRow: meanwhileTitles.alone,
    atMost: 1,
  },
  { title: 'ring up with 100,000 waiting ÷ none', row: keep(most), againstRow: keep(0), atMost: 1.1 },
  {
    title: 'ring up with 100,000 waiting ÷ the same rows past the library there',
    row: alike(most),
    against: 'raw',
  },
  { title: 'open with 100,000 waiting', row: open(most), atMost: 100 },
  { title: 'open with 100,000 waiting ÷ a raw opening of as many', row: open(most), against: 'raw' },
  { title: 'open with 10,000 waiting ÷ a raw opening of as many', row: open(10_000), against: 'raw' },
  { title: 'open with 100,000 settled ÷ none', row: settledTitles.open, againstRow: open(0), atMost: 1.3 },
  {
    title: 'the same beyond the browser’s own first look',
    row: beyondTitles.settled,
    againstRow: beyondTitles.none,
    atMost: 1.3,
  },
  { title: 'open with none ÷ a raw opening of none', row: open(0), against: 'raw' },
  {
    title: 'deliver 1,000 at 20 ms, keys off ÷ bare loop',
    row: slowService,
    against: 'raw',
    atLeast: 0.9,
  },
  {
    title: 'deliver 1,000 at 20 ms, keys on ÷ bare loop',
    row: keyed(slowService),
    against: 'raw',
    atLeast: 0.9,
  },
  { title: 'deliver 1,000 at 0 ms, keys off ÷ bare loop', row: quickService, against: 'raw', atLeast: 0.6 },
  {
    title: 'deliver 1,000 at 0 ms, keys on ÷ bare loop',
    row: keyed(quickService),
    against: 'raw',
    atLeast: 0.7,
  },
  {
    title: 'claim with 100,000 waiting ÷ a raw cursor and put',
    row: claim(most),
    against: 'raw',
    atMost: 2,
  },
  {
    title: 'claim with 1,000 cards stuck ÷ a raw cursor and put',
    row: stuckTitles.stuck,
    against: 'raw',
    atMost: 2,
  },
  { title: 'longest task, 10,000 delivered', row: task('deliver 10,000 at 0 ms'), atMost: 50 },
  { title: 'longest task, rung up one after the other', row: keepingTitles.task },
  { title: 'longest task, 1,000 rung up at once', row: keepingTitles.burstTask },
  { title: 'longest task, rung up while delivery runs', row: meanwhileTitles.task },
  { title: 'longest task, opened with 100,000 waiting', row: openingTaskTitle },
  { title: 'longest task, 1,000 delivered at 0 ms', row: task(quickService) },
  { title: 'the page until it can ring up', row: weightTitles.first, atMost: 30 },
  { title: 'the page in all', row: weightTitles.page, atMost: 55 },
  { title: 'the worker in all', row: weightTitles.worker, atMost: 28 },
]

/** The limits that hold in a setting: they are of Chromium on a machine that nothing slows down. */
export function limitsOf({ atMost, atLeast, onSqlite }: Budget, setting: SettingName): Limits {
  if (setting !== 'leveldb' && setting !== 'sqlite') return {}
  const usual = { ...(atMost !== undefined && { atMost }), ...(atLeast !== undefined && { atLeast }) }
  return setting === 'sqlite' ? { ...usual, ...onSqlite } : usual
}

/** Every budget of which anything was measured in a setting. */
export function judge({ rows }: Pick<Table, 'rows'>, setting: SettingName): Verdict[] {
  const find = (title: string) => rows.find((row) => row.title === title)
  return budgets.flatMap((budget): Verdict[] => {
    const { title, against } = budget
    const row = find(budget.row)
    const limits = limitsOf(budget, setting)
    const isLimited = Object.keys(limits).length > 0
    const cutOff = row?.cutOff.get('counterfoil')
    if (cutOff !== undefined)
      return [{ title, setting, judgement: isLimited ? 'falls short' : 'told', words: `cut off: ${cutOff}` }]
    if (figuresOf(row, 'counterfoil').length === 0) return []
    const other = against && row?.cutOff.get(against)
    // Who was cut off is behind, however far we came.
    if (other !== undefined)
      return [{ title, setting, judgement: isLimited ? 'holds' : 'told', words: `cut off: ${other}` }]
    const spread = compare(budget, find)
    return spread ? [{ title, setting, ...weigh(spread, budget, limits, row?.unit) }] : []
  })
}

const isRatio = ({ against, againstRow }: Budget) => against !== undefined || againstRow !== undefined

function compare(
  budget: Budget,
  find: (title: string) => Table['rows'][number] | undefined,
): Spread | undefined {
  const { row, against = 'counterfoil', againstRow = row } = budget
  const ours = find(row)?.figures.get('counterfoil') ?? []
  if (!isRatio(budget)) return spreadOf(ours.filter((figure) => figure !== undefined))
  return ratioOf(ours, find(againstRow)?.figures.get(against) ?? [])
}

/** The median decides; where it falls short and the best round does not, noise may have done it. */
function weigh(
  { median, least, most }: Spread,
  budget: Budget,
  { atMost, atLeast }: Limits,
  unit = '',
): Pick<Verdict, 'judgement' | 'words' | 'ratio'> {
  const write = (value: number) => (isRatio(budget) || value < 10 ? value.toFixed(2) : value.toFixed(1))
  const holds = (value: number) => value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity)
  const isHeld = holds(median) ? 'holds' : holds(least) || holds(most) ? 'within noise' : 'falls short'
  return {
    judgement: atMost === undefined && atLeast === undefined ? 'told' : isHeld,
    words: `${write(median)}${isRatio(budget) ? '' : ` ${unit}`}${least < most ? ` (${write(least)} to ${write(most)})` : ''}`,
    ...(isRatio(budget) && { ratio: median }),
  }
}

/** How far another engine may be behind Chromium before a word is due. */
const timesBehind = 2

const quickFloor =
  'Ours opens as quickly as in Chromium; the raw opening is quicker, for it does not first read a log as LevelDB does.'

const quickNone =
  'Ours opens about as quickly as in Chromium; the raw opening of an empty database takes a few milliseconds.'

/** Why a ratio of another engine is more than twice Chromium’s, by setting and title. */
export const reasons: Partial<Record<SettingName, Record<string, string>>> = {
  firefox: {
    'open with 10,000 waiting ÷ a raw opening of as many': quickFloor,
    'open with none ÷ a raw opening of none': quickNone,
  },
  webkit: {
    'open with none ÷ a raw opening of none': quickNone,
    'open with 10,000 waiting ÷ a raw opening of as many': quickFloor,
    'deliver 1,000 at 0 ms, keys off ÷ bare loop':
      'Ours delivers as many a second as in Chromium; the bare loop does several times as many.',
  },
}

/** What is more than twice as bad elsewhere as in Chromium, and why, where that is known. */
export function findBehind(
  verdicts: readonly Verdict[],
): { verdict: Verdict; times: number; why?: string }[] {
  return verdicts.flatMap((verdict) => {
    const { title, setting, ratio } = verdict
    if (setting !== 'firefox' && setting !== 'webkit') return []
    const chromium = verdicts.find((other) => other.setting === 'leveldb' && other.title === title)
    if (ratio === undefined || chromium?.ratio === undefined) return []
    const isMoreBetter = budgets.some((budget) => budget.title === title && budget.atLeast !== undefined)
    const times = isMoreBetter ? chromium.ratio / ratio : ratio / chromium.ratio
    const why = reasons[setting]?.[title]
    return times > timesBehind ? [{ verdict, times, ...(why !== undefined && { why }) }] : []
  })
}
