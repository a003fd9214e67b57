import { RunOvertaken, type Clock, type Gate, type Journal } from '../ports.js'

/** Well below the time after which a silent holder loses the lock. */
export const beatMs = 15_000

/** How long a run may send after the journal has confirmed it. */
export const proofMs = 5_000

/** After this long no proof of an overtaken run holds; timers are exact to a second. */
export const outlastMs = proofMs + 1_000

/** A run's sign of life, and the proof that it may still send. */
export interface Pulse {
  /** Asks the journal for something that it refuses to an overtaken run; success is proof. */
  prove<Value>(ask: (now: number) => Promise<Value>): Promise<Value>
  /** Shows life for as long as the work lasts; ends early, as overtaken, if the journal says so. */
  beatWhile<Value>(work: Promise<Value>): Promise<Value>
  isOurs: Gate
  /** Sends nothing more, even if a proof still holds. */
  end(): void
}

/** Tells whether a proof that begins now still holds: a clock may be set, and ticks may stop while the till sleeps. */
function startProof(clock: Clock): () => boolean {
  const since = { now: clock.now(), ticks: clock.ticks() }
  return () => Math.abs(clock.now() - since.now) < proofMs && clock.ticks() - since.ticks < proofMs
}

export function createPulse(run: number, journal: Journal, clock: Clock): Pulse {
  let isProven = () => false
  let isEnded = false

  async function prove<Value>(ask: (now: number) => Promise<Value>): Promise<Value> {
    // From when it asks: a frozen tab may read the answer hours later.
    const proof = startProof(clock)
    const value = await ask(clock.now())
    isProven = proof
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
      // A beat, since a beat also keeps the lock for longer than the proof lasts.
      if (!isEnded && !isProven()) await beat().catch(() => undefined)
      return !isEnded && isProven()
    },
    end() {
      isEnded = true
    },
  }
}

/** The next beat makes up for one that fails for another reason, and the next turn reports the reason. */
function rethrowOvertaken(error: unknown): void {
  if (error instanceof RunOvertaken) throw error
}
