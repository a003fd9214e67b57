import type { SeedResult } from './simulation.js'

export interface Totals {
  seeds: number
  operations: number
  arrivals: number
  effects: number
  robberies: number
  late: number
  held: number
  struck: Record<string, number>
  parked: Record<string, number>
  ends: Record<string, number>
}

export function createTotals(): Totals {
  return {
    seeds: 0,
    operations: 0,
    arrivals: 0,
    effects: 0,
    robberies: 0,
    late: 0,
    held: 0,
    struck: {},
    parked: {},
    ends: {},
  }
}

export function addTotals(totals: Totals, result: SeedResult): void {
  totals.seeds += 1
  totals.operations += result.operations
  totals.arrivals += result.arrivals
  totals.effects += result.effects
  totals.robberies += result.robberies
  totals.late += result.late
  totals.held += result.held
  for (const name of ['struck', 'parked', 'ends'] as const) {
    for (const [key, count] of Object.entries(result[name])) {
      totals[name][key] = (totals[name][key] ?? 0) + count
    }
  }
}

export function tellTotals({
  seeds,
  operations,
  arrivals,
  effects,
  robberies,
  late,
  held,
  struck,
  parked,
  ends,
}: Totals): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .sort(([, left], [, right]) => right - left)
      .map(([key, count]) => `${key} ${count}`)
      .join(', ')
  return [
    `${seeds} seeds: ${operations} operations, ${arrivals} arrivals, ${effects} effects`,
    `  locks stolen by the rule: ${robberies}; not sent for want of proof: ${held}; sent by an overtaken run on its last proof: ${late}`,
    `  ended: ${list(ends)}`,
    `  parked: ${list(parked)}`,
    `  trouble: ${list(struck)}`,
  ].join('\n')
}
