import { figuresOf, type Table } from './figures.js'
import { ratioOf } from './stats.js'
import type { ContenderName } from './stage.js'

export interface Verdict {
  title: string
  isHeld: boolean
  words: string
}

/** Ours against another in one row, as a ratio: at most so much, or at least. */
interface Budget {
  row: string
  against: ContenderName
  atMost?: number
  atLeast?: number
}

const budgets: Budget[] = [
  { row: 'ring up, median', against: 'raw', atMost: 2.5 },
  { row: 'ring up, median', against: 'workbox', atMost: 1 },
  { row: 'deliver 1,000 at 20 ms', against: 'raw', atLeast: 0.9 },
  { row: 'deliver 1,000 at 20 ms', against: 'workbox', atLeast: 5 },
  { row: 'deliver 1,000 at 0 ms', against: 'raw', atLeast: 0.6 },
  { row: 'deliver 1,000 at 0 ms', against: 'workbox', atLeast: 2 },
]

/** A budget is missed where the median falls short by more than noise: where not even the best round holds it. */
export function judge({ rows }: Table): Verdict[] {
  return budgets.flatMap(({ row: title, against, atMost = Infinity, atLeast = 0 }) => {
    const row = rows.find((row) => row.title === title)
    const ratio = ratioOf(figuresOf(row, 'counterfoil'), figuresOf(row, against))
    if (!ratio) return []
    const limit = atMost < Infinity ? `at most ${atMost}` : `at least ${atLeast}`
    return {
      title: `${title}, against ${against}`,
      isHeld: ratio.least <= atMost && ratio.most >= atLeast,
      words: `${ratio.median.toFixed(2)} times (${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)}), ${limit}`,
    }
  })
}
