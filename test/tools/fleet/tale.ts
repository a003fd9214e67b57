import type { FleetTale } from './fleet.js'

/** What a service's owner wants to know of an outage's end. */
export interface Figures {
  /** The most that was sent to it in any second after the lines had come back, probes apart. */
  mostAskedPerSecond: number
  mostProbesPerSecond: number
  /** The most tills that reached the service for the first time in any second after the return. */
  mostFirstPerSecond: number
  /** Seconds from the return to the first probe of the tills that had found their line out. */
  medianReturn: number
  lastReturn: number
  refusedShare: number
  /** How much of what it bears it was given, for as long as there was enough to send. */
  usedShare: number
  firstEmptyAfter: number
  lastEmptyAfter: number
  neverEmpty: number
}

export function figuresOf(tale: FleetTale): Figures {
  const { terms, load, waiting, emptyAfter, reachedAfter, returnedAfter } = tale
  const after = load.slice(terms.returnsAt)
  const returns = [...returnedAfter].sort((one, other) => one - other)
  const sum = (count: (second: FleetTale['load'][number]) => number) =>
    after.reduce((total, second) => total + count(second), 0)
  const empties = emptyAfter.filter((seconds) => seconds !== undefined).sort((one, other) => one - other)
  // Long enough for the first pauses to have ended, and before the last few tills have the service to themselves.
  const busy = after.filter((_, second) => {
    const { operations = 0 } = waiting[terms.returnsAt + second] ?? {}
    return second > 60 && operations > 20 * terms.service.ratePerSecond
  })
  return {
    mostAskedPerSecond: Math.max(...after.map(({ taken, refused }) => taken + refused)),
    mostProbesPerSecond: Math.max(...after.map(({ probes }) => probes)),
    mostFirstPerSecond: countMost(reachedAfter),
    medianReturn: returns[Math.floor(returns.length / 2)] ?? NaN,
    lastReturn: returns.at(-1) ?? NaN,
    refusedShare: sum(({ refused }) => refused) / sum(({ taken, refused }) => taken + refused),
    usedShare:
      busy.reduce((total, { taken }) => total + taken, 0) / (busy.length * terms.service.ratePerSecond),
    firstEmptyAfter: empties[0] ?? NaN,
    lastEmptyAfter: empties.at(-1) ?? NaN,
    neverEmpty: emptyAfter.length - empties.length,
  }
}

function countMost(seconds: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const second of seconds.map(Math.floor)) counts.set(second, (counts.get(second) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

export function tellTale(tale: FleetTale): string {
  const { terms, rungUp, parked, waiting } = tale
  const figures = figuresOf(tale)
  const count = (value: number) => Math.round(value).toLocaleString('en')
  const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`
  const least = (waiting[terms.returnsAt - 1]?.operations ?? 0) / terms.service.ratePerSecond
  return [
    `seed ${terms.seed}: ${count(terms.networks * terms.tillsPerNetwork)} tills, ${count(rungUp)} operations, ${count(parked)} parked`,
    `when the lines came back ${count(waiting[terms.returnsAt - 1]?.operations ?? 0)} waited, worth ${minutes(least)} of all that the service takes`,
    `the most in one second: ${count(figures.mostAskedPerSecond)} operations, ${count(figures.mostProbesPerSecond)} probes; it takes ${count(terms.service.ratePerSecond)}`,
    `the most tills that reached it for the first time in one second: ${count(figures.mostFirstPerSecond)}`,
    `${count(tale.returnedAfter.length)} tills had found their line out; they were back after ${figures.medianReturn.toFixed(1)} s (median), at most ${figures.lastReturn.toFixed(1)} s`,
    `refused: ${(figures.refusedShare * 100).toFixed(0)} % of all that was sent; used: ${(figures.usedShare * 100).toFixed(0)} % of what it takes`,
    `the first till had nothing waiting after ${minutes(figures.firstEmptyAfter)}, the last after ${minutes(figures.lastEmptyAfter)}; never: ${figures.neverEmpty}`,
  ].join('\n')
}
