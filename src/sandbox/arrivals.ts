import type { Answer } from './answers.js'
import type { Fault } from './faults.js'
import type { Operation } from './reading.js'
import { findOperation, type ServiceRequest } from './routes.js'

/** One request that arrived, applied or not. */
export interface Arrival {
  sequence: number
  at: string
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  bodyText: string
  operation?: Operation
  faults: Fault['kind'][]
  /** The status of the reply; null if the connection was cut instead. */
  status: number | null
  /** The sequence number of the effect of this request, if it had one. */
  effect?: number
}

/** A request with its faults, its answer and its effect. */
export interface Outcome {
  now: Date
  request: ServiceRequest
  faults: readonly Fault[]
  answer: Answer
  effect: number | undefined
}

/** The requests that arrived. */
export interface Arrivals {
  readonly latest: readonly Arrival[]
  readonly count: number
  add: (outcome: Outcome) => Arrival
  clear: () => void
}

const arrivalsMax = 10_000

/** Creates a record that counts all arrivals and stores the latest ten thousand, after those of an earlier life. */
export function createArrivals(earlier: readonly Arrival[] = []): Arrivals {
  const latest = earlier.slice(-arrivalsMax)
  let count = latest.at(-1)?.sequence ?? 0
  return {
    latest,
    get count() {
      return count
    },
    add: (outcome) => {
      count += 1
      const arrival = describeArrival(count, outcome)
      latest.push(arrival)
      if (latest.length > arrivalsMax) latest.shift()
      return arrival
    },
    clear: () => {
      latest.splice(0)
      count = 0
    },
  }
}

function describeArrival(sequence: number, { now, request, faults, answer, effect }: Outcome): Arrival {
  const operation = findOperation(request)
  return {
    sequence,
    at: now.toISOString(),
    ...request,
    ...(operation === undefined ? {} : { operation }),
    faults: faults.map(({ kind }) => kind),
    status: answer.kind === 'reply' ? answer.status : null,
    ...(effect === undefined ? {} : { effect }),
  }
}
