/** The value below which such a share of all lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (below === undefined || above === undefined) return NaN
  return below + (above - below) * (at - Math.floor(at))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** A figure over all rounds: its median, and the least and the most. */
export interface Spread {
  median: number
  least: number
  most: number
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

type Rounds = readonly (number | undefined)[]

/** How one compares to another, round by round: only what ran side by side is compared. */
export function ratioOf(ours: Rounds, theirs: Rounds): Spread | undefined {
  const ratios = ours.flatMap((value, round) => {
    const other = theirs[round]
    return value === undefined || other === undefined ? [] : [value / other]
  })
  return ratios.length > 0 ? spreadOf(ratios) : undefined
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}
