import type { Ledger, LedgerArrival, LedgerEffect } from './control.js'

/** What became of one request for an operation, as the service saw it. */
export type Fate = 'answered' | 'unheard' | 'turned-down' | 'recognised' | 'lost' | 'twice'

/** The two numbers that have to be compared, and what lies between them. */
export interface Tally {
  /** Requests for an operation that got through to the service. */
  arrived: number
  /** Requests for an operation that were lost before it. */
  lost: number
  probes: number
  applied: number
  /** Effects of a request that had been applied before. */
  twice: number
  /** What became of each request, oldest first. */
  fates: Fate[]
}

/** Compares what arrived with what was done. */
export function ledgerToTally({ effects, arrivals }: Ledger): Tally {
  const repeats = findRepeats(effects)
  const requests = arrivals.filter(({ operation }) => operation !== undefined)
  const fates = requests.map((arrival) => arrivalToFate(arrival, repeats))
  const lost = fates.filter((fate) => fate === 'lost').length
  return {
    arrived: fates.length - lost,
    lost,
    probes: arrivals.length - requests.length,
    applied: effects.length,
    twice: repeats.size,
    fates,
  }
}

/** Nothing of this reached the service: the line itself ate it. */
const losing = ['outage', 'dropBeforeEffect', 'captivePortal', 'redirect']

/** The answer was spoiled on its way back. */
const spoiling = ['dropAfterEffect', 'truncatedBody', 'wrongType', 'emptyBody', 'brokenJson', 'status']

function arrivalToFate({ faults, effect, status }: LedgerArrival, repeats: ReadonlySet<number>): Fate {
  if (effect !== undefined) {
    if (repeats.has(effect)) return 'twice'
    return status === null || faults.some((fault) => spoiling.includes(fault)) ? 'unheard' : 'answered'
  }
  if (faults.some((fault) => losing.includes(fault))) return 'lost'
  return status === 200 ? 'recognised' : 'turned-down'
}

/** The numbers of the effects that did once more what an earlier one had done; a receipt may be written again. */
function findRepeats(effects: readonly LedgerEffect[]): ReadonlySet<number> {
  const seen = new Set<string>()
  const repeats = new Set<number>()
  for (const { sequence, operation, body, key } of effects) {
    const name = key ?? `${operation} ${JSON.stringify(body)}`
    if (seen.has(name) && operation !== 'updateReceipt') repeats.add(sequence)
    seen.add(name)
  }
  return repeats
}
