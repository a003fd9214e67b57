import { peers, type ContenderName } from './contenders.js'
import { figuresOf, type Row, type Table } from './figures.js'
import { growthTitles } from './sections/growth.js'
import { stuckTitles } from './sections/stuck.js'
import { weightTitles } from './sections/weight.js'
import { ratioOf, spreadOf, type Spread } from './stats.js'

export interface Verdict {
  title: string
  isHeld: boolean
  words: string
}

interface Limits {
  atMost?: number
  atLeast?: number
}

/** Ours in a row, as it is. */
interface Plain extends Limits {
  row: string
}

/** Ours in a row as a ratio, to another’s in the same row. */
interface AgainstAnother extends Plain {
  against: ContenderName
}

/** Ours in a row as a ratio, to ours in another row. */
interface AgainstOurs extends Plain {
  againstRow: string
}

type Budget = Plain | AgainstAnother | AgainstOurs

const { open, keep } = growthTitles
const strictly = 'ring up, every commit strict, median'
const [slowService, quickService] = ['deliver 1,000 at 20 ms', 'deliver 1,000 at 0 ms']
const keyed = (row: string) => `${row}, repeats recognised`
const most = 100_000

export const budgets: readonly Budget[] = [
  { row: 'ring up, median', against: 'raw', atMost: 2.5 },
  { row: 'ring up, median', against: 'workbox', atMost: 1 },
  { row: keep(most), againstRow: keep(0), atMost: 1.2 },
  { row: open(most), atMost: 150 },
  { row: open(most), againstRow: open(0), atMost: 3 },
  { row: slowService, against: 'raw', atLeast: 0.9 },
  { row: slowService, against: 'workbox', atLeast: 5 },
  { row: quickService, against: 'raw', atLeast: 0.6 },
  { row: quickService, against: 'workbox', atLeast: 2 },
  { row: keyed(slowService), against: 'raw', atLeast: 0.9 },
  { row: keyed(slowService), against: 'workbox', atLeast: 5 },
  { row: keyed(quickService), against: 'raw', atLeast: 0.6 },
  { row: keyed(quickService), against: 'workbox', atLeast: 2 },
  { row: stuckTitles.stuck, againstRow: stuckTitles.free, atMost: 2 },
  { row: 'longest task, deliver 10,000 at 0 ms', atMost: 50 },
  { row: weightTitles.page, atMost: 14 },
  { row: weightTitles.worker, atMost: 12 },
  ...peers.map((against) => ({ row: strictly, against, atMost: 1 })),
  ...peers.map((against) => ({ row: slowService, against, atLeast: 1 })),
  ...peers.map((against) => ({ row: open(most), against, atMost: 1 })),
]

/** A budget is missed where the median falls short by more than noise: where not even the best round holds it. */
export function judge({ rows }: Pick<Table, 'rows'>): Verdict[] {
  const find = (title: string) => rows.find((row) => row.title === title)
  return budgets.flatMap((budget) => {
    const row = find(budget.row)
    const other = 'against' in budget ? row?.cutOff.get(budget.against) : undefined
    const cutOff = row?.cutOff.get('counterfoil')
    if (cutOff !== undefined) return { title: toTitle(budget), isHeld: false, words: `cut off: ${cutOff}` }
    if (figuresOf(row, 'counterfoil').length === 0) return []
    // Who was cut off is behind, however far we came.
    if (other !== undefined) return { title: toTitle(budget), isHeld: true, words: `cut off: ${other}` }
    const spread = compare(budget, row, find)
    return spread ? [{ title: toTitle(budget), ...weigh(spread, budget, row?.unit) }] : []
  })
}

function toTitle(budget: Budget): string {
  if ('against' in budget) return `${budget.row}, against ${budget.against}`
  return 'againstRow' in budget ? `${budget.row}, against ${budget.againstRow}` : budget.row
}

function compare(
  budget: Budget,
  row: Row | undefined,
  find: (title: string) => Row | undefined,
): Spread | undefined {
  const ours = row?.figures.get('counterfoil') ?? []
  if ('against' in budget) return ratioOf(ours, row?.figures.get(budget.against) ?? [])
  if ('againstRow' in budget) return ratioOf(ours, find(budget.againstRow)?.figures.get('counterfoil') ?? [])
  return spreadOf(figuresOf(row, 'counterfoil'))
}

function weigh(
  { median, least, most }: Spread,
  budget: Budget,
  unit: Row['unit'] | undefined,
): Omit<Verdict, 'title'> {
  const { atMost = Infinity, atLeast = 0 } = budget
  const limit = atMost < Infinity ? `at most ${atMost}` : `at least ${atLeast}`
  const isRatio = 'against' in budget || 'againstRow' in budget
  const write = (value: number) => (isRatio || value < 10 ? value.toFixed(2) : value.toFixed(1))
  return {
    isHeld: least <= atMost && most >= atLeast,
    words: `${write(median)} ${isRatio ? 'times' : unit} (${write(least)} to ${write(most)}), ${limit}`,
  }
}
