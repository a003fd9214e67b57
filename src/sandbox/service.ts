import { damage, replyToAnswer, standIn, type Answer } from './answers.js'
import { createArrivals, type Arrival } from './arrivals.js'
import type { Bank } from './bank.js'
import type { Fault, Faults } from './faults.js'
import { findTarget, reachBank, type ServiceRequest } from './routes.js'

/** A request that has been received: so long after, it reaches the bank. */
export interface Reception {
  waitMs: number
  answer: () => Answer
}

/** The stand-in service without a transport: an HTTP server and a simulation in one process both speak to it. */
export interface Service {
  readonly bank: Bank
  readonly faults: Faults
  /** The latest arrivals, oldest first; those before the latest ten thousand are forgotten. */
  readonly arrivals: readonly Arrival[]
  readonly arrivalCount: number
  readonly now: () => Date
  /** Takes a request in and picks its faults. */
  receive: (request: ServiceRequest) => Reception
  /** Answers at once, as if no request were ever late. */
  answer: (request: ServiceRequest) => Answer
  /** Forgets effects, arrivals and faults, and ends an outage. */
  reset: () => void
}

/** What a service is made of. */
export interface ServiceParts {
  bank: Bank
  faults: Faults
  clock?: () => Date
  onArrival?: (arrival: Arrival) => void
}

/** Puts bank, faults and clock together. */
export function createService(parts: ServiceParts): Service {
  const { bank, faults, clock = () => new Date(), onArrival } = parts
  const arrivals = createArrivals()

  function receive(request: ServiceRequest): Reception {
    const struck = faults.take(findTarget(request))
    const answer = () => {
      const now = clock()
      const { length } = bank.effects
      const given = answerStruck(bank, request, struck, now)
      const effect = bank.effects[length]?.sequence
      const arrival = arrivals.note({ now, request, struck, answer: given, effect })
      onArrival?.(arrival)
      return given
    }
    return { waitMs: sumDelays(struck, 'late'), answer }
  }

  return {
    bank,
    faults,
    arrivals: arrivals.latest,
    get arrivalCount() {
      return arrivals.count
    },
    now: clock,
    receive,
    answer: (request) => receive(request).answer(),
    reset: () => {
      bank.reset()
      arrivals.clear()
      faults.clear()
      faults.setOutage(false)
    },
  }
}

function answerStruck(bank: Bank, request: ServiceRequest, struck: readonly Fault[], now: Date): Answer {
  const first =
    standIn(struck, now) ?? replyToAnswer(reachBank(bank, request, now, sumDelays(struck, 'delay')), now)
  return struck.reduce((answer, fault) => damage(answer, fault, now), first)
}

function sumDelays(struck: readonly Fault[], kind: 'delay' | 'late'): number {
  return struck.reduce((sum, fault) => (fault.kind === kind ? sum + fault.delayMs : sum), 0)
}
