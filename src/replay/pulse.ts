import { RunOvertaken, type Clock, type Gate, type Journal } from '../ports.js'

/** Well below what a silent holder is granted, and rare enough to cost nothing. */
const beatMs = 15_000

/** How long the journal's word that a run is on is good for sending. */
const proofMs = 5_000

/** After this long no proof of an overtaken run holds; a second longer, since timers are not exact. */
export const outlastMs = proofMs + 1_000

/** A run's sign of life, and the proof that it is still the one that may send. */
export interface Pulse {
  /** Asks the journal for something that it refuses an overtaken run; what it grants is proof. */
  prove<Value>(ask: (now: number) => Promise<Value>): Promise<Value>
  /** Shows life for as long as the work lasts; ends early, as overtaken, if the journal says so. */
  beatWhile<Value>(work: Promise<Value>): Promise<Value>
  isOurs: Gate
}

export function createPulse(run: number, journal: Journal, clock: Clock): Pulse {
  let provenAt = { now: -Infinity, ticks: -Infinity }

  /** A clock may be set and ticks may stand still while the till sleeps: only both together are believed. */
  function isProven(): boolean {
    const byClockMs = Math.abs(clock.now() - provenAt.now)
    return byClockMs < proofMs && clock.ticks() - provenAt.ticks < proofMs
  }

  async function prove<Value>(ask: (now: number) => Promise<Value>): Promise<Value> {
    // As of when it was asked for: the answer may lie for hours before a frozen tab hears it.
    const askedAt = { now: clock.now(), ticks: clock.ticks() }
    const value = await ask(askedAt.now)
    provenAt = askedAt
    return value
  }

  const beat = () => prove((now) => journal.beat(run, now))

  return {
    prove,
    async beatWhile(work) {
      for (;;) {
        const timer = clock.after(beatMs)
        const isOver = await Promise.race([work.then(() => true), timer.over.then(() => false)]).finally(
          timer.cancel,
        )
        if (isOver) return work
        await beat().catch(rethrowOvertaken)
      }
    },
    async isOurs() {
      // A beat and not a mere look: from then on nobody takes the lock for longer than the proof lasts.
      if (!isProven()) await beat().catch(() => undefined)
      return isProven()
    },
  }
}

/** A beat that fails for another reason is made up for by the next; what is wrong the next turn will tell. */
function rethrowOvertaken(error: unknown): void {
  if (error instanceof RunOvertaken) throw error
}
