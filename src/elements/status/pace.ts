/** Estimates how long the rest takes, from how fast it went so far. */
export interface Pace {
  /** Takes note of how much is done; answers with the time left, or nothing while there is no basis to tell. */
  note(done: number, total: number, now: number): number | undefined
  reset(): void
}

/** What an estimate rests on at least, and how far it looks back, so that it follows a line that slows down. */
const basisMsMin = 3_000
const basisCountMin = 10
const lookBackMs = 30_000

/** A pace that knows nothing yet. */
export function createPace(): Pace {
  let samples: { done: number; at: number }[] = []
  return {
    note(done, total, now) {
      const last = samples.at(-1)
      if (last && (done < last.done || now < last.at)) samples = []
      samples = [...samples.filter(({ at }) => now - at <= lookBackMs), { done, at: now }]
      const [first] = samples
      if (!first) return undefined
      const [passed, count] = [now - first.at, done - first.done]
      if (passed < basisMsMin || count < basisCountMin) return undefined
      return Math.max(0, ((total - done) * passed) / count)
    },
    reset() {
      samples = []
    },
  }
}
