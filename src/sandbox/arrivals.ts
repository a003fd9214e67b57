import type { Answer } from './answers.js'
import type { Fault } from './faults.js'
import type { Operation } from './reading.js'
import { findOperation, type ServiceRequest } from './routes.js'

/** What arrived, whether or not anything came of it. */
export interface Arrival {
  sequence: number
  at: string
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  bodyText: string
  operation?: Operation
  faults: Fault['kind'][]
  /** The status answered with; null if the line was cut instead. */
  status: number | null
  /** The number of the effect that this request had, if it had one. */
  effect?: number
}

/** How one request went. */
export interface Outcome {
  now: Date
  request: ServiceRequest
  struck: readonly Fault[]
  answer: Answer
  effect: number | undefined
}

/** The record of all that arrived. */
export interface Arrivals {
  readonly latest: readonly Arrival[]
  readonly count: number
  note: (outcome: Outcome) => Arrival
  clear: () => void
}

const kept = 10_000

/** Begins a record that keeps the latest ten thousand arrivals, and counts all. */
export function createArrivals(): Arrivals {
  const latest: Arrival[] = []
  let count = 0
  return {
    latest,
    get count() {
      return count
    },
    note: (outcome) => {
      count += 1
      const arrival = describeArrival(count, outcome)
      latest.push(arrival)
      if (latest.length > kept) latest.shift()
      return arrival
    },
    clear: () => {
      latest.splice(0)
      count = 0
    },
  }
}

function describeArrival(sequence: number, { now, request, struck, answer, effect }: Outcome): Arrival {
  const operation = findOperation(request)
  return {
    sequence,
    at: now.toISOString(),
    ...request,
    ...(operation === undefined ? {} : { operation }),
    faults: struck.map(({ kind }) => kind),
    status: answer.kind === 'reply' ? answer.status : null,
    ...(effect === undefined ? {} : { effect }),
  }
}
