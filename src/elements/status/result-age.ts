import type { TillStatus } from '../../till/status.js'
import { countWaiting } from './words.js'

/** How long after a result the status may still be catching up with it. */
const settleMs = 1_000

/** Tells when the result of a person's request no longer applies: something has changed since. */
export interface ResultAge {
  begin(status: TillStatus | undefined): void
  isOver(status: TillStatus | undefined): boolean
}

export function createResultAge(now: () => number = () => performance.now()): ResultAge {
  let at = 0
  let before = ''
  return {
    begin(status) {
      at = now()
      before = statusToFacts(status)
    },
    isOver(status) {
      const after = statusToFacts(status)
      if (after === before) return false
      if (now() - at > settleMs) return true
      before = after
      return false
    },
  }
}

function statusToFacts(status: TillStatus | undefined): string {
  if (!status) return ''
  const { counts, reach, pauses, storage } = status
  const reasons = pauses.map(({ scope, reason }) => `${scope} ${reason}`)
  return JSON.stringify([countWaiting(counts), counts.parked, reach, reasons, storage.state])
}
