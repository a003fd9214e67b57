import type { SeedResult } from './simulation.js'

export interface Totals {
  seeds: number
  operations: number
  arrivals: number
  effects: number
  stale: number
  struck: Record<string, number>
  parked: Record<string, number>
  ends: Record<string, number>
}

export function createTotals(): Totals {
  return { seeds: 0, operations: 0, arrivals: 0, effects: 0, stale: 0, struck: {}, parked: {}, ends: {} }
}

export function addTotals(totals: Totals, result: SeedResult): void {
  totals.seeds += 1
  totals.operations += result.operations
  totals.arrivals += result.arrivals
  totals.effects += result.effects
  totals.stale += result.stale
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
  stale,
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
    `${seeds} seeds: ${operations} operations, ${arrivals} arrivals, ${effects} effects, ${stale} sent by overtaken runs`,
    `  ended: ${list(ends)}`,
    `  parked: ${list(parked)}`,
    `  trouble: ${list(struck)}`,
  ].join('\n')
}
