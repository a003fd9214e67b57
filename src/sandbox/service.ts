import { applyToAnswer, replyToAnswer, answerInPlaceOfBank, type Answer } from './answers.js'
import { createArrivals, type Arrival } from './arrivals.js'
import type { Bank } from './bank.js'
import type { Fault, Faults } from './faults.js'
import { findTarget, reachBank, type ServiceRequest } from './routes.js'

/** A request that was received, and how long to wait before it is answered. */
export interface Reception {
  waitMs: number
  answer: () => Answer
}

/** The stand-in service without a transport, for an HTTP server or a simulation. */
export interface Service {
  readonly bank: Bank
  readonly faults: Faults
  /** The latest ten thousand arrivals, oldest first. */
  readonly arrivals: readonly Arrival[]
  readonly arrivalCount: number
  readonly now: () => Date
  /** Receives a request and takes its faults. */
  receive: (request: ServiceRequest) => Reception
  /** Answers at once; the fault `late` has no effect here. */
  answer: (request: ServiceRequest) => Answer
  /** Forgets effects, arrivals and faults, and ends an outage. */
  reset: () => void
}

/** The parts of a service. */
export interface ServiceParts {
  bank: Bank
  faults: Faults
  clock?: () => Date
  /** The requests of an earlier life, oldest first, if the service goes on from there. */
  arrivals?: readonly Arrival[]
  onArrival?: (arrival: Arrival) => void
}

/** Creates a service from its parts. */
export function createService(parts: ServiceParts): Service {
  const { bank, faults, clock = () => new Date(), onArrival } = parts
  const arrivals = createArrivals(parts.arrivals)

  function receive(request: ServiceRequest): Reception {
    const requestFaults = faults.take(findTarget(request))
    const answer = () => {
      const now = clock()
      const resent = findResent(requestFaults, now)
      if (resent) arrive(request, [resent], now, loseReply)
      return arrive(request, requestFaults, now, answerWithFaults)
    }
    return { waitMs: sumDelays(requestFaults, 'late'), answer }
  }

  function arrive(
    request: ServiceRequest,
    requestFaults: readonly Fault[],
    now: Date,
    respond: typeof answerWithFaults,
  ): Answer {
    const { length } = bank.effects
    const answer = respond(bank, request, requestFaults, now)
    const effect = bank.effects[length]?.sequence
    const arrival = arrivals.add({ now, request, faults: requestFaults, answer, effect })
    onArrival?.(arrival)
    return answer
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

function answerWithFaults(
  bank: Bank,
  request: ServiceRequest,
  requestFaults: readonly Fault[],
  now: Date,
): Answer {
  const first =
    answerInPlaceOfBank(requestFaults, now) ??
    replyToAnswer(reachBank(bank, request, now, sumDelays(requestFaults, 'delay')), now)
  return requestFaults.reduce((answer, fault) => applyToAnswer(answer, fault, now), first)
}

/** The fault by which a request arrives twice, unless another one keeps it from the bank. */
function findResent(requestFaults: readonly Fault[], now: Date): Fault | undefined {
  const isKept = answerInPlaceOfBank(requestFaults, now) !== undefined
  return isKept ? undefined : requestFaults.find(({ kind }) => kind === 'resent')
}

function loseReply(bank: Bank, request: ServiceRequest, _faults: readonly Fault[], now: Date): Answer {
  reachBank(bank, request, now, 0)
  return { kind: 'drop', afterEffect: true }
}

function sumDelays(requestFaults: readonly Fault[], kind: 'delay' | 'late'): number {
  return requestFaults.reduce((sum, fault) => (fault.kind === kind ? sum + fault.delayMs : sum), 0)
}
