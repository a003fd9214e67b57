import type { Ledger, LedgerArrival, LedgerEffect } from './control.js'

/** The result of one request for an operation, from the service's side. */
export type Fate = 'answered' | 'unheard' | 'turned-down' | 'recognised' | 'lost' | 'twice'

/** The number of requests and of effects, and what explains the difference. */
export interface Tally {
  /** Requests for an operation that reached the service. */
  arrived: number
  /** Requests for an operation that were lost on the way. */
  lost: number
  probes: number
  applied: number
  /** Effects that repeated an earlier effect. */
  twice: number
  /** The result of each request, oldest first. */
  fates: Fate[]
}

/** Compares the requests with the effects. */
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

/** The faults that lose a request before it reaches the service. */
const losing = ['outage', 'dropBeforeEffect', 'captivePortal', 'redirect']

/** The faults that damage the answer on its way back. */
const spoiling = ['dropAfterEffect', 'truncatedBody', 'wrongType', 'emptyBody', 'brokenJson', 'status']

function arrivalToFate({ faults, effect, status }: LedgerArrival, repeats: ReadonlySet<number>): Fate {
  if (effect !== undefined) {
    if (repeats.has(effect)) return 'twice'
    return status === null || faults.some((fault) => spoiling.includes(fault)) ? 'unheard' : 'answered'
  }
  if (faults.some((fault) => losing.includes(fault))) return 'lost'
  return status === 200 ? 'recognised' : 'turned-down'
}

/** The effects that repeated an earlier one. A repeated receipt update is not counted, because it changes nothing. */
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
