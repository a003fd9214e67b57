import { endpointOf } from '../domain/endpoints.js'
import type { LimitExcess, LimitName } from '../domain/errors.js'
import type { OperationKind } from '../domain/models.js'
import { addExactly, isMore, type Amount } from '../domain/money.js'

/** How much may stand unresolved; each is inclusive, and what is not named has no limit. */
export interface Limits {
  /** The amount of one operation. */
  perOperation?: number
  /** The amount on any one card. */
  perCard?: number
  /** The amount on this till. */
  total?: number
  /** How many operations, of every kind. */
  count?: number
  /** How long the oldest of them has stood. */
  ageHours?: number
}

/** The operation somebody asks for. */
export interface LimitedOperation {
  kind: OperationKind
  amount?: number
  cards: readonly string[]
}

/** What stands unresolved: queued, sending and parked alike. */
export interface Exposure {
  total: Amount
  count: number
  byCard: ReadonlyMap<string, Amount>
  oldestAt?: number
}

// From the narrowest to the widest, so that the one told is the one the cashier can do most about.
const limitNames: readonly LimitName[] = ['perOperation', 'perCard', 'total', 'count', 'ageHours']

type Measures = Partial<Record<LimitName, Amount>>

/** The first limit that the operation would pass; none if it may be rung up. */
export function findLimit(
  limits: Limits,
  asked: LimitedOperation,
  exposure: Exposure,
  now: number,
): LimitExcess | undefined {
  const measures: Measures = { ...measureAmounts(asked, exposure), ...measureQueue(exposure, now) }
  for (const limit of limitNames) {
    const [max, found] = [limits[limit], measures[limit]]
    if (max !== undefined && found !== undefined && isMore(found, max)) {
      return { limit, max, found: Number(found) }
    }
  }
  return undefined
}

/** An operation without an amount adds nothing, so it passes no limit of amounts, not even one passed already. */
function measureAmounts(
  { kind, amount = 0, cards }: LimitedOperation,
  { total, byCard }: Exposure,
): Measures {
  if (!endpointOf(kind).isLimited || amount === 0) return {}
  const largest = cards
    .map((card) => byCard.get(card) ?? 0)
    .reduce((left, right) => (isMore(right, left) ? right : left), 0)
  return {
    perOperation: amount,
    perCard: cards.length > 0 ? addExactly(largest, amount) : 0,
    total: addExactly(total, amount),
  }
}

const hourMs = 3_600_000

/** After a clock was set back the oldest one comes from the future: that is no age, and holds nobody up. */
function measureQueue({ count, oldestAt = NaN }: Exposure, now: number): Measures {
  const ageHours = (now - oldestAt) / hourMs
  return { count: count + 1, ...(ageHours > 0 && { ageHours }) }
}
